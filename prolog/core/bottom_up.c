/*  Bottom-up search: from the facts to the goal. tests/test_bottom_up.py compares it with iterative deepening.

    It saturates the clauses that the goal reaches under unit-resulting resolution, with a given-clause loop
    (McCune, 1994). A unit is an atom that follows from the program: a fact, or the head of a rule whose goals
    unify with units. Its variables are universal, so that it stands for all its instances.

    A new unit is dropped if it is a variant of an earlier one, or an instance of one that is active, and
    waits otherwise; nor are goals of a rule proved where an active unit is as general as the head that they
    would give. The lightest that waits becomes active, every sixth time the oldest: it is
    combined, in each goal of each rule, with the other active units. There are finitely many units of a
    weight, so each that follows, or a more general one, is found at last; unless memory ends, where the heaviest
    that wait are dropped.

    The goal is looked for one step ahead: also by way of each of its rules, which a new unit may complete
    before it is active. Of two goals, that which is left when an active unit has proved the other is kept in an
    index, where new units look themselves up. What waits does so while that takes less than half of the work.

    A unit keeps its clause and the units that it comes from in its shortest derivation so far. So what a
    derivation needs twice is derived once, and the derivation of an answer, written out, may be far longer
    than the search. It is returned as the ids of its clauses.

    A join is under way between two calls: the frames of its goals say which active units are left to try.
*/
#include "program.h"
#include "flat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BY_AGE 6                        /* one in this many units that become active is the oldest */
#define RULES_AHEAD 64                  /* of a goal by which the search looks one step ahead */
#define MOST_WEIGHT 1024                /* heavier units wait together */
#define LONGEST_UNIT 10000              /* cells */
#define WORK_PER_STEP 512               /* cells and branches that are worth an inference */
#define PATIENCE 64                     /* premises that are tried before the clock is read */
#define USEFUL_BITS 64                  /* goals of rules of which units note whether they are of use */
#define MOST_STEPS (1LL << 40)          /* longer derivations are counted as this */
#define LARGEST_WORK (1 << 20)

typedef struct unit_s
{ struct unit_s *before, *after;        /* that wait with its weight */
  cell_t *cells;                        /* [n] of an active unit */
  int64_t n_steps;                      /* of its derivation, written out */
  int64_t place;                        /* among those that wait, by age */
  uint64_t useless;                     /* bits of uses: the head that it leaves is known */
  int64_t n_checked;                    /* active units when that was last looked at */
  uint32_t hash;
  int32_t clause, n, n_variables, weight, n_premises;
  struct unit_s *premises[];            /* [n_premises], and then the tokens [n] */
} unit_t;

typedef struct                          /* a rule; or a goal, one step ahead: goals, and an answer as its head */
{ int32_t clause;                       /* of a goal: the clause of the rule one step ahead, or NO_CLAUSE */
  int32_t first, n_ahead;               /* goals of that rule */
  int32_t n_goals;
  int64_t n_variables;
  int64_t head;                         /* places in the cells of the search */
  int64_t *goals;                       /* [n_goals] */
  int32_t of;                           /* plan of which an active unit proves the other goal; or NO_PLAN */
  int32_t place;                        /* of the goal that is left, in that plan */
  int32_t same;                         /* another plan with the same goal; or NO_PLAN */
  struct unit_s *proved_by;
  int32_t first_use;                    /* number of the first goal among the goals of all rules */
} plan_t;

#define NO_PLAN -1

typedef struct
{ int32_t plan, goal, next;             /* next: the same predicate; -1: none */
} use_t;

typedef struct
{ int64_t first, n, k;                  /* units that are left to try */
  int64_t n_trail, base;
} frame_t;

typedef struct                          /* a way to prove the goals of a plan with a given unit */
{ values_t values;
  const plan_t *plan;
  int is_of_rule;
  int32_t place;                        /* goal that the given unit proves */
  unit_t *given;
  unit_t **chosen;                      /* [n_goals] */
  frame_t *frames;                      /* [level + 1] */
  int64_t level;                        /* -1: all was tried */
  unit_t **tried;                       /* of all frames */
  int64_t n_tried, tried_capacity, chosen_capacity, frame_capacity;
  cells_t goal;
} join_t;

typedef struct
{ search_t base;                        /* its tree has the answers met */
  const clauses_t *clauses;
  const symbols_t *symbols;
  pool_t pool;
  int64_t most_cells, most_bytes;
  cells_t own;                          /* the rules, and the goals */
  arities_t arities;
  const int32_t **literals;             /* [n_literals] where each is written */
  int32_t *literal_arity;
  int64_t n_literals, literal_capacity, literal_arity_capacity;
  int32_t *literal_slots;               /* [mask + 1] 0: free */
  int64_t literal_mask;
  int32_t *root;
  int32_t *met;                         /* [n_met] predicates that the goal reaches */
  uint8_t *is_met;                      /* [n_tokens] */
  int64_t n_met;
  int64_t refused;                      /* clause that cannot be used; NO_CLAUSE: all can */
  plan_t *plans;
  int64_t n_plans, plan_capacity, n_active;
  int32_t n_goals_of_rules;
  use_t *uses;
  int64_t n_uses, use_capacity;
  int32_t *rules_of, *goals_of;         /* [n_tokens] first use by the predicate of a unit; -1: none */
  int64_t *facts;                       /* numbers of clauses */
  int64_t n_facts, fact_capacity, next_fact;
  index_tree_t active;
  index_tree_t left;                    /* goals that are left of two: plans, each a number from 1 on */
  int64_t next_left;                    /* of those found */
  int32_t same_left;
  int is_brief;                         /* only goals that are left alone are looked at */
  unit_t *lightest[MOST_WEIGHT + 1], *heaviest[MOST_WEIGHT + 1];        /* first and last of a weight */
  int64_t least;                        /* no unit that waits is lighter */
  unit_t **by_age;                      /* those that wait, and 0 */
  int64_t oldest, n_by_age, by_age_capacity;
  int64_t n_waiting, n_turns;
  uint32_t *hashes;                     /* [mask + 1] of all units */
  unit_t **slots;                       /* [mask + 1] 0: free */
  int64_t mask, n_units;
  int64_t n_held;                       /* bytes of units */
  int64_t n_dropped, n_instances;
  unit_t *given, *asked;                /* asked: whether it proves the goal is looked for */
  int32_t rule_use, goal_use;           /* next ones */
  join_t by_rule, by_goal;
  cells_t derived, instance;
  int32_t *tokens;                      /* scratch */
  int64_t token_capacity;
  unit_t **stack;
  int64_t stack_capacity;
} bottom_up_t;

enum { IS_SATURATED = 2, OUT_OF_MEMORY };       /* of is_exhausted */
enum { IS_INSTANCE = -1 };              /* place of a unit that is not active, nor waits */


/* ---- terms of the program as cells */

static int32_t
intern(bottom_up_t *s, const int32_t *at)
{ int64_t size = literal_size(at), n = s->literal_mask + 1;
  uint64_t hash[2];

  if ( 2 * (s->n_literals + 2) > n )
  { int64_t mask = s->literal_slots ? 2 * n - 1 : 63;
    int32_t *slots = calloc(mask + 1, sizeof(*slots));

    if ( !slots )
      return 0;
    for ( int64_t i = 1; i <= s->n_literals; i++ )
    { hash_tokens(s->literals[i], literal_size(s->literals[i]), hash);
      int64_t k = (int64_t)hash[0] & mask;

      while ( slots[k] )
        k = (k + 1) & mask;
      slots[k] = (int32_t)i;
    }
    free(s->literal_slots);
    s->literal_slots = slots;
    s->literal_mask = mask;
  }
  hash_tokens(at, size, hash);
  int64_t k = (int64_t)hash[0] & s->literal_mask;

  for ( ; s->literal_slots[k]; k = (k + 1) & s->literal_mask )
  { const int32_t *other = s->literals[s->literal_slots[k]];

    if ( literal_size(other) == size && !memcmp(other, at, size * sizeof(*at)) )
      return LITERAL_BASE + s->literal_slots[k];
  }
  if ( !RESERVE_ARRAY(s->literals, s->literal_capacity, s->n_literals + 2) ||
       !RESERVE_ARRAY(s->literal_arity, s->literal_arity_capacity, s->n_literals + 2) )
    return 0;
  s->literals[++s->n_literals] = at;
  s->literal_arity[s->n_literals] = *at == FUNCTOR_LITERAL ? (int32_t)count_of(at[1]) : 0;
  s->arities.literal_arity = s->literal_arity;
  s->literal_slots[k] = (int32_t)s->n_literals;
  return LITERAL_BASE + (int32_t)s->n_literals;
}

/* Read a term behind cells; return where its tokens end; 0: there is no memory. */

static const int32_t *
read_term(bottom_up_t *s, cells_t *out, const int32_t *at)
{ int64_t start = out->n;

  for ( int64_t open = 1; open > 0; open-- )
  { int32_t token = *at;

    if ( token <= FUNCTOR_LITERAL )
    { int64_t size = literal_size(at);

      if ( !(token = intern(s, at)) )
        return 0;
      at += size;
    } else
      at++;
    open += arity_of(&s->arities, token);
    if ( !RESERVE_ARRAY(out->cells, out->capacity, out->n + 1) )
      return 0;
    out->cells[out->n++].token = token;
  }
  set_sizes(&s->arities, out->cells + start, out->n - start);
  return at;
}

static int64_t
count_variables(const cell_t *cells, int64_t n)
{ int64_t most = 0;

  for ( int64_t i = 0; i < n; i++ )
  { if ( is_variable(cells[i].token) && cells[i].token - VARIABLE_BASE >= most )
      most = cells[i].token - VARIABLE_BASE + 1;
  }
  return most;
}

/* ---- plans */

static int
add_plan(bottom_up_t *s, plan_t plan, int64_t at, int32_t n_goals)
{ plan.of = plan.same = NO_PLAN;
  if ( !(plan.goals = malloc((n_goals + 1) * sizeof(*plan.goals))) )
    return 0;
  if ( !RESERVE_ARRAY(s->plans, s->plan_capacity, s->n_plans + 1) ||
       !RESERVE_ARRAY(s->uses, s->use_capacity, s->n_uses + n_goals) )
  { free(plan.goals);
    return 0;
  }
  plan.n_goals = n_goals;
  plan.first_use = s->n_goals_of_rules;
  for ( int32_t i = 0; i < n_goals; i++, at += s->own.cells[at].size )
    plan.goals[i] = at;
  s->plans[s->n_plans++] = plan;
  return 1;
}

/*  Return which of two goals fewer units unify with, judged by the number of its symbols: where a unit proves
    this goal, the other one is kept in the index of goals that are left. */

static int32_t
selected(const bottom_up_t *s, const plan_t *plan)
{ int64_t n[2] = { 0, 0 };

  for ( int i = 0; i < 2; i++ )
  { const cell_t *goal = s->own.cells + plan->goals[i];

    for ( int32_t k = 0; k < goal->size; k++ )
      n[i] += !is_variable(goal[k].token);
  }
  return n[1] > n[0];
}

static void
use_plan(bottom_up_t *s, int32_t number, int32_t *of)
{ const plan_t *plan = &s->plans[number];

  for ( int32_t i = plan->n_goals; i-- > 0; )
  { if ( of == s->goals_of && plan->n_goals == 2 && i != selected(s, plan) )
      continue;
    int32_t *first = &of[s->own.cells[plan->goals[i]].token];

    s->uses[s->n_uses] = (use_t){ number, i, *first };
    *first = (int32_t)s->n_uses++;
  }
}

/* ---- joins */

enum { OVER, MATCH, PAUSE };

static int32_t
goal_of(const join_t *j, int64_t level)
{ return (int32_t)(!level ? j->place : level - 1 < j->place ? level - 1 : level);
}

static int
start_join(join_t *j, const plan_t *plan, int is_of_rule, int32_t place, unit_t *given)
{ if ( !RESERVE_ARRAY(j->frames, j->frame_capacity, plan->n_goals) ||
       !RESERVE_ARRAY(j->chosen, j->chosen_capacity, plan->n_goals) ||
       !RESERVE_ARRAY(j->tried, j->tried_capacity, 1) ||
       !reserve_values(&j->values, plan->n_variables) )
    return 0;
  undo_values(&j->values, 0);
  j->plan = plan;
  j->is_of_rule = is_of_rule;
  j->place = place;
  j->given = j->tried[0] = given;
  j->frames[0] = (frame_t){ 0, 1, 0, 0, plan->n_variables };
  j->n_tried = 1;
  j->level = 0;
  return 1;
}

static int
is_useless(const plan_t *plan, int32_t goal, const unit_t *unit)
{ int32_t bit = plan->first_use + goal;

  return bit < USEFUL_BITS && (unit->useless >> bit & 1);
}

static int
lose(bottom_up_t *s)
{ s->base.outcome.lost_3++;
  return 1;
}

/*  Tell whether the head of a rule is known already, as it is by now: so are then all its instances. */

static int
is_head_known(bottom_up_t *s, values_t *v, const plan_t *plan)
{ s->instance.n = 0;
  int rc = write_cells(v, &s->instance, s->own.cells + plan->head, 0, LONGEST_UNIT);

  end_writing(v);
  v->is_over = 0;
  if ( !rc )
    return 0;
  set_sizes(&s->arities, s->instance.cells, s->instance.n);
  return more_general(&s->active, s->instance.cells) != 0;
}

/*  Note the goals of rules for which an active unit is of no use, since the head that it leaves is known. It is
    looked at again when the number of active units has doubled. 0: there is no memory.
*/

static int
check_uses(bottom_up_t *s, unit_t *unit)
{ values_t *v = &s->by_goal.values;

  unit->n_checked = s->n_active;
  for ( int32_t k = s->rules_of[unit->cells->token]; k >= 0; k = s->uses[k].next )
  { const plan_t *plan = &s->plans[s->uses[k].plan];
    int32_t goal = s->uses[k].goal, bit = plan->first_use + goal;

    if ( plan->n_goals < 2 || bit >= USEFUL_BITS || unit->useless >> bit & 1 )
      continue;
    undo_values(v, 0);
    v->most_work = v->work + LARGEST_WORK;
    if ( !reserve_values(v, plan->n_variables + unit->n_variables) )
      return 0;
    if ( unify_cells(v, s->own.cells + plan->goals[goal], 0, unit->cells, plan->n_variables) &&
         is_head_known(s, v, plan) )
    { unit->useless |= (uint64_t)1 << bit;
      s->n_instances++;
    }
    v->is_over = 0;
  }
  undo_values(v, 0);
  return 1;
}

/* Find the units to try for the next goal; behind the given one, it is not used again. */

static int
open_frame(bottom_up_t *s, join_t *j)
{ const frame_t *above = &j->frames[j->level];
  int32_t goal = goal_of(j, ++j->level);
  frame_t *frame = &j->frames[j->level];

  *frame = (frame_t){ j->n_tried, 0, 0, j->values.n_trail,
                      above->base + j->tried[above->first + above->k - 1]->n_variables };
  j->goal.n = 0;
  int rc = write_cells(&j->values, &j->goal, s->own.cells + j->plan->goals[goal], 0, LONGEST_UNIT);

  end_writing(&j->values);
  if ( !rc )
  { j->values.is_over = 0;
    return lose(s);
  }
  set_sizes(&s->arities, j->goal.cells, j->goal.n);
  s->active.n_found = 0;
  if ( !find_unifiable(&s->active, j->goal.cells) ||
       !RESERVE_ARRAY(j->tried, j->tried_capacity, j->n_tried + s->active.n_found) )
    return 0;
  for ( int64_t i = 0; i < s->active.n_found; i++ )
  { unit_t *unit = s->active.found[i];

    if ( j->is_of_rule && s->n_active >= 2 * unit->n_checked && !check_uses(s, unit) )
      return 0;
    if ( (goal < j->place || unit != j->given) && !(j->is_of_rule && is_useless(j->plan, goal, unit)) )
      j->tried[j->n_tried++] = unit;
  }
  frame->n = j->n_tried - frame->first;
  return 1;
}

/* Find the next way; PAUSE: it is under way. */

static int
next_match(bottom_up_t *s, join_t *j, int *rc)
{ int patience = PATIENCE;

  while ( j->level >= 0 )
  { frame_t *frame = &j->frames[j->level];
    int32_t goal = goal_of(j, j->level);

    undo_values(&j->values, frame->n_trail);
    j->n_tried = frame->first + frame->n;
    if ( frame->k == frame->n )
    { j->level--;
      continue;
    }
    if ( !patience-- )
      return PAUSE;
    unit_t *unit = j->tried[frame->first + frame->k++];

    if ( !reserve_values(&j->values, frame->base + unit->n_variables) )
      *rc = NO_CAPACITY;
    j->values.most_work = j->values.work + LARGEST_WORK;
    if ( *rc != DONE )
      return PAUSE;
    if ( !unify_cells(&j->values, s->own.cells + j->plan->goals[goal], 0, unit->cells, frame->base) )
    { if ( j->values.is_over )
        lose(s);
      j->values.is_over = 0;
      continue;
    }
    j->chosen[goal] = unit;
    if ( j->level + 1 == j->plan->n_goals )
      return MATCH;
    if ( j->is_of_rule && j->level && is_head_known(s, &j->values, j->plan) )
    { s->n_instances++;
      continue;
    }
    if ( !open_frame(s, j) )
    { *rc = NO_CAPACITY;
      return PAUSE;
    }
  }
  return OVER;
}

/* ---- units */

static int32_t *
tokens_of(const unit_t *unit)
{ return (int32_t *)(unit->premises + unit->n_premises);
}

static int64_t
bytes_of(const unit_t *unit)
{ return sizeof(unit_t) + unit->n_premises * sizeof(unit_t *) + unit->n * sizeof(int32_t);
}

static int64_t
slot_for(const bottom_up_t *s, const int32_t *tokens, int64_t n, uint32_t hash)
{ int64_t at = hash & s->mask;

  for ( ; s->slots[at]; at = (at + 1) & s->mask )
  { const unit_t *other = s->slots[at];

    if ( s->hashes[at] == hash && other->n == n &&
         !memcmp(tokens_of(other), tokens, n * sizeof(*tokens)) )
      break;
  }
  return at;
}

/* Make the table anew, with room for at least n units, and without the units that have lost their place. */

static int
rehash(bottom_up_t *s, int64_t n)
{ int64_t mask = 255;

  while ( mask < 2 * n )
    mask = 2 * mask + 1;
  uint32_t *hashes = malloc((mask + 1) * sizeof(*hashes));
  unit_t **slots = calloc(mask + 1, sizeof(*slots));

  if ( !hashes || !slots )
  { free(hashes);
    free(slots);
    return 0;
  }
  s->n_units = 0;
  for ( int64_t i = 0; s->slots && i <= s->mask; i++ )
  { if ( s->slots[i] && s->slots[i]->n >= 0 )
    { int64_t at = s->hashes[i] & mask;

      while ( slots[at] )
        at = (at + 1) & mask;
      slots[at] = s->slots[i];
      hashes[at] = s->hashes[i];
      s->n_units++;
    }
  }
  free(s->hashes);
  free(s->slots);
  s->hashes = hashes;
  s->slots = slots;
  s->mask = mask;
  return 1;
}

static void
take_out(bottom_up_t *s, unit_t *unit)
{ int32_t weight = unit->weight;

  *(unit->before ? &unit->before->after : &s->lightest[weight]) = unit->after;
  *(unit->after ? &unit->after->before : &s->heaviest[weight]) = unit->before;
  s->by_age[unit->place] = 0;
  s->n_waiting--;
}

static int64_t
bytes_held(const bottom_up_t *s)
{ return s->n_held + s->by_age_capacity * sizeof(*s->by_age) + bytes_of_tree(&s->active) + bytes_of_tree(&s->left) +
         s->own.capacity * sizeof(cell_t) +
         (s->slots ? s->mask + 1 : 0) * (sizeof(*s->slots) + sizeof(*s->hashes));
}

/* Drop the heaviest that wait, the youngest first, until a quarter of the memory is free. 0: there is none. */

static int
drop_heaviest(bottom_up_t *s)
{ unit_t *dropped = 0, *unit;
  int64_t n = 0, wanted = bytes_held(s) - s->most_bytes / 4 * 3;

  for ( int64_t weight = MOST_WEIGHT; weight >= s->least && wanted > 0; weight-- )
  { for ( unit_t *before = s->heaviest[weight]; wanted > 0 && (unit = before); )
    { before = unit->before;
      if ( unit == s->asked )
        continue;
      take_out(s, unit);
      wanted -= bytes_of(unit);
      unit->after = dropped;
      dropped = unit;
      n++;
    }
  }
  s->n_dropped += n;
  for ( unit = dropped; unit; unit = unit->after )
    unit->hash = (uint32_t)unit->n, unit->n = -1;
  if ( !rehash(s, s->n_units - n) )
    return 0;
  for ( unit = dropped; unit; unit = dropped )
  { dropped = unit->after;
    unit->n = (int32_t)unit->hash;
    s->n_held -= bytes_of(unit);
    give_piece(&s->pool, unit, bytes_of(unit));
  }
  n = 0;
  for ( int64_t i = s->oldest; i < s->n_by_age; i++ )
  { if ( s->by_age[i] )
    { s->by_age[i]->place = n;
      s->by_age[n++] = s->by_age[i];
    }
  }
  s->oldest = 0;
  s->n_by_age = n;
  return wanted <= 0;
}

/*  Look for what a unit proves of the goal, next. Of one that waits, only whether it is the goal, where looking
    ahead has taken more work than all else. */

static int
ask(bottom_up_t *s, unit_t *unit, int waits)
{ s->asked = unit;
  s->is_brief = waits && s->by_goal.values.work + s->left.work > s->by_rule.values.work + s->active.work;
  s->goal_use = s->goals_of[unit->cells->token];
  s->left.n_found = s->next_left = 0;
  s->same_left = NO_PLAN;
  return s->is_brief || find_unifiable(&s->left, unit->cells);
}

/* Let the derived unit wait, unless it is known. 0: there is no memory. */

static int
add_unit(bottom_up_t *s, int32_t clause, unit_t *const *premises, int32_t n_premises)
{ int64_t n = s->derived.n, n_steps = 1;
  uint64_t hash[2];

  s->base.outcome.inferences++;
  if ( !RESERVE_ARRAY(s->tokens, s->token_capacity, n) )
    return 0;
  for ( int64_t i = 0; i < n; i++ )
    s->tokens[i] = s->derived.cells[i].token;
  hash_tokens(s->tokens, n, hash);
  if ( (!s->slots || 2 * (s->n_units + 1) > s->mask) && !rehash(s, 2 * s->n_units) )
    return 0;
  int64_t slot = slot_for(s, s->tokens, n, (uint32_t)hash[0]);

  for ( int32_t i = 0; i < n_premises; i++ )
    n_steps += premises[i]->n_steps;
  if ( s->slots[slot] )
  { unit_t *other = s->slots[slot];

    s->base.outcome.variants++;
    if ( n_steps < other->n_steps && n_premises == other->n_premises )
    { other->n_steps = n_steps;         /* more than each premise has: no unit comes to prove itself */
      other->clause = clause;
      memcpy(other->premises, premises, n_premises * sizeof(*premises));
    }
    return 1;
  }
  if ( more_general(&s->active, s->derived.cells) )
  { s->n_instances++;
    return 1;
  }
  unit_t *unit = take_piece(&s->pool, sizeof(*unit) + n_premises * sizeof(unit_t *) + n * sizeof(int32_t));

  if ( !unit || !RESERVE_ARRAY(s->by_age, s->by_age_capacity, s->n_by_age + 1) )
    return 0;
  int64_t weight = n < MOST_WEIGHT ? n : MOST_WEIGHT;
  *unit = (unit_t){ .before = s->heaviest[weight], .n_steps = n_steps < MOST_STEPS ? n_steps : MOST_STEPS,
                    .place = s->n_by_age, .hash = (uint32_t)hash[0], .clause = clause, .n = (int32_t)n,
                    .n_variables = (int32_t)count_variables(s->derived.cells, n), .weight = (int32_t)weight,
                    .n_premises = n_premises };
  if ( n_premises )
    memcpy(unit->premises, premises, n_premises * sizeof(*premises));
  memcpy(tokens_of(unit), s->tokens, n * sizeof(*s->tokens));
  *(unit->before ? &unit->before->after : &s->lightest[weight]) = unit;
  s->heaviest[weight] = unit;
  s->by_age[s->n_by_age++] = unit;
  s->least = weight < s->least ? weight : s->least;
  s->n_waiting++;
  s->slots[slot] = unit;
  s->hashes[slot] = (uint32_t)hash[0];
  s->n_units++;
  s->n_held += bytes_of(unit);
  unit->cells = s->derived.cells;
  if ( !ask(s, unit, 1) )
    return 0;
  if ( s->most_bytes && bytes_held(s) > s->most_bytes && !drop_heaviest(s) )
    s->base.outcome.is_exhausted = OUT_OF_MEMORY;
  return 1;
}

/*  Keep what is left of the two goals of a plan where an active unit proves one. 0: there is no memory. */

static int
keep_left(bottom_up_t *s, int32_t number, int32_t proved, unit_t *unit)
{ plan_t plan = s->plans[number];
  values_t *v = &s->by_goal.values;
  int64_t start = s->own.n;
  int32_t last = 0;

  undo_values(v, 0);
  v->most_work = v->work + LARGEST_WORK;
  if ( !reserve_values(v, plan.n_variables + unit->n_variables) )
    return 0;
  if ( !unify_cells(v, s->own.cells + plan.goals[proved], 0, unit->cells, plan.n_variables) )
  { v->is_over = 0;
    return 1;
  }
  s->derived.n = 0;
  int rc = write_cells(v, &s->derived, s->own.cells + plan.goals[!proved], 0, LONGEST_UNIT) &&
           write_cells(v, &s->derived, s->own.cells + plan.head, 0, LONGEST_UNIT);

  end_writing(v);
  undo_values(v, 0);
  if ( !rc )
  { v->is_over = 0;
    return lose(s);
  }
  int64_t n = s->derived.n;

  set_sizes(&s->arities, s->derived.cells, n);
  void *item = find_same(&s->left, s->derived.cells);

  for ( last = item ? (int32_t)(intptr_t)item - 1 : NO_PLAN; last != NO_PLAN; last = s->plans[last].same )
  { const plan_t *other = &s->plans[last];

    if ( other->of == number && other->head + s->own.cells[other->head].size - other->goals[0] == n &&
         !memcmp(s->own.cells + other->goals[0], s->derived.cells, n * sizeof(cell_t)) )
      return 1;
  }
  if ( !RESERVE_ARRAY(s->own.cells, s->own.capacity, start + n) )
    return 0;
  memcpy(s->own.cells + start, s->derived.cells, n * sizeof(cell_t));
  s->own.n += n;
  plan_t left = { .head = start + s->own.cells[start].size, .n_variables = count_variables(s->derived.cells, n) };

  if ( !add_plan(s, left, start, 1) )
    return 0;
  plan_t *added = &s->plans[s->n_plans - 1];

  added->of = number;
  added->place = !proved;
  added->proved_by = unit;
  added->same = item ? (int32_t)(intptr_t)item - 1 : NO_PLAN;
  return insert_term(&s->left, s->own.cells + start, (void *)(intptr_t)s->n_plans);
}

static unit_t *
next_unit(bottom_up_t *s)
{ unit_t *unit;

  if ( !s->n_waiting )
    return 0;
  if ( ++s->n_turns % BY_AGE == 0 )
  { while ( !s->by_age[s->oldest] )
      s->oldest++;
    unit = s->by_age[s->oldest];
  } else
  { while ( !s->lightest[s->least] )
      s->least++;
    unit = s->lightest[s->least];
  }
  take_out(s, unit);
  return unit;
}

/* Make a unit active, unless it is an instance by now. */

static int
activate(bottom_up_t *s, unit_t *unit)
{ const int32_t *tokens = tokens_of(unit);

  if ( !RESERVE_ARRAY(s->derived.cells, s->derived.capacity, unit->n) )
    return 0;
  for ( int32_t i = 0; i < unit->n; i++ )
    s->derived.cells[i].token = tokens[i];
  set_sizes(&s->arities, s->derived.cells, unit->n);
  if ( more_general(&s->active, s->derived.cells) )
  { s->n_instances++;
    unit->place = IS_INSTANCE;
    return 1;
  }
  if ( !(unit->cells = take_piece(&s->pool, unit->n * sizeof(cell_t))) )
    return 0;
  s->n_held += unit->n * sizeof(cell_t);
  memcpy(unit->cells, s->derived.cells, unit->n * sizeof(cell_t));
  s->given = unit;
  s->rule_use = s->rules_of[tokens[0]];
  if ( !ask(s, unit, 0) )
    return 0;
  for ( int32_t use = s->goal_use; use >= 0; use = s->uses[use].next )
  { if ( s->plans[s->uses[use].plan].n_goals == 2 && !keep_left(s, s->uses[use].plan, s->uses[use].goal, unit) )
      return 0;
  }
  s->n_active++;
  if ( !check_uses(s, unit) )
    return 0;
  return insert_term(&s->active, unit->cells, unit);
}

/* ---- answers */

static int
put_id(bottom_up_t *s, int64_t *n, int32_t id)
{ if ( !RESERVE_ARRAY(s->tokens, s->token_capacity, *n + 1) )
    return 0;
  s->tokens[(*n)++] = id;
  return 1;
}

/* Write the clauses of the derivation of a unit. */

static int
put_ids(bottom_up_t *s, int64_t *n, unit_t *unit)
{ int64_t n_stack = 0;

  if ( !RESERVE_ARRAY(s->stack, s->stack_capacity, 1) )
    return 0;
  s->stack[n_stack++] = unit;
  while ( n_stack > 0 )
  { unit = s->stack[--n_stack];
    if ( !put_id(s, n, unit->clause) ||
         !RESERVE_ARRAY(s->stack, s->stack_capacity, n_stack + unit->n_premises) )
      return 0;
    for ( int32_t i = unit->n_premises; i-- > 0; )
      s->stack[n_stack++] = unit->premises[i];
  }
  return 1;
}

/* Keep the answer that the goals of a plan prove, unless it was met. 0: there is no memory. */

static int
answer(bottom_up_t *s, const plan_t *plan, unit_t *const *chosen)
{ join_t *j = &s->by_goal;
  int64_t n_steps = 0, n = 0;
  uint64_t key[2];

  s->base.outcome.inferences++;
  if ( !reserve_values(&j->values, plan->n_variables) )
    return 0;
  j->goal.n = 0;
  int rc = write_cells(&j->values, &j->goal, s->own.cells + plan->head, 0, s->most_cells);

  end_writing(&j->values);
  unit_t *both[2];

  if ( plan->of != NO_PLAN )
  { both[plan->place] = chosen[0];
    both[!plan->place] = plan->proved_by;
    chosen = both;
    plan = &s->plans[plan->of];
  }
  for ( int32_t i = 0; i < plan->n_goals; i++ )
    n_steps += chosen[i]->n_steps;
  if ( !rc || n_steps > MOST_WRITTEN )
  { j->values.is_over = 0;
    return lose(s);
  }
  for ( int64_t i = 0; i < j->goal.n; i++ )
  { if ( !put_id(s, &n, j->goal.cells[i].token) )
      return 0;
  }
  hash_tokens(s->tokens, n, key);
  if ( find_state(&s->base.tree, key) )
    return 1;
  if ( !meet_state(&s->base.tree, key) )
    return 0;
  n = 0;
  for ( int32_t i = 0; i < plan->n_goals; i++ )
  { if ( (plan->clause && i == plan->first && !put_id(s, &n, plan->clause)) ||
         !put_ids(s, &n, chosen[i]) )
      return 0;
  }
  return keep_answer(&s->base, s->tokens, n, 0, 0, 0);
}

/* ---- the search */

/*  Take the next part of the search: whether a unit proves the goal, what the given unit and a rule give,
    the next fact, or the next given unit.
*/

static int
advance(bottom_up_t *s)
{ int rc = DONE, found;
  join_t *j;

  if ( s->asked )
  { j = &s->by_goal;
    if ( j->level < 0 )
    { int32_t plan = s->same_left, goal = 0;

      if ( s->goal_use >= 0 )
      { plan = s->uses[s->goal_use].plan;
        goal = s->uses[s->goal_use].goal;
        s->goal_use = s->uses[s->goal_use].next;
        if ( s->is_brief && s->plans[plan].n_goals > 1 )
          return DONE;
      } else
      { if ( plan == NO_PLAN && s->next_left < s->left.n_found )
          plan = (int32_t)(intptr_t)s->left.found[s->next_left++] - 1;
        s->same_left = plan == NO_PLAN ? plan : s->plans[plan].same;
      }
      if ( plan == NO_PLAN )
      { if ( s->asked != s->given )
          s->asked->cells = 0;
        s->asked = 0;
        return DONE;
      }
      if ( !start_join(j, &s->plans[plan], 0, goal, s->asked) )
        return NO_CAPACITY;
    }
    found = next_match(s, j, &rc);
    if ( found == MATCH && !answer(s, j->plan, j->chosen) )
      return NO_CAPACITY;
    return rc;
  }
  if ( s->given )
  { j = &s->by_rule;
    if ( j->level < 0 )
    { if ( s->rule_use < 0 )
      { s->given = 0;
        return DONE;
      }
      const use_t *use = &s->uses[s->rule_use];

      s->rule_use = use->next;
      if ( !is_useless(&s->plans[use->plan], use->goal, s->given) &&
           !start_join(j, &s->plans[use->plan], 1, use->goal, s->given) )
        return NO_CAPACITY;
    }
    found = next_match(s, j, &rc);
    if ( found != MATCH )
      return rc;
    s->derived.n = 0;
    found = write_cells(&j->values, &s->derived, s->own.cells + j->plan->head, 0, s->most_cells);
    end_writing(&j->values);
    if ( !found )
    { j->values.is_over = 0;
      s->base.outcome.inferences++;
      lose(s);
      return DONE;
    }
    set_sizes(&s->arities, s->derived.cells, s->derived.n);
    return add_unit(s, j->plan->clause, j->chosen, j->plan->n_goals) ? DONE : NO_CAPACITY;
  }
  if ( s->next_fact < s->n_facts )
  { const clause_t *clause = &s->clauses->clauses[s->facts[s->next_fact++]];

    s->derived.n = 0;
    if ( !read_term(s, &s->derived, s->clauses->codes + clause->head - 1) )
      return NO_CAPACITY;
    if ( s->derived.n > s->most_cells )
      return lose(s), DONE;
    return add_unit(s, clause->id, 0, 0) ? DONE : NO_CAPACITY;
  }
  unit_t *unit = next_unit(s);

  if ( !unit )
  { s->base.outcome.is_exhausted = s->n_dropped ? OUT_OF_MEMORY : s->n_instances ? IS_SATURATED : 1;
    return DONE;
  }
  return activate(s, unit) ? DONE : NO_CAPACITY;
}

/* ---- calls from Python */

static void
count_bytes(search_t *search)
{ bottom_up_t *s = (bottom_up_t *)search;

  search->outcome.n_bytes = bytes_held(s);
}

static void
close_join(join_t *j)
{ close_values(&j->values);
  free(j->chosen);
  free(j->frames);
  free(j->tried);
  free(j->goal.cells);
}

static void
close_all(search_t *search)
{ bottom_up_t *s = (bottom_up_t *)search;

  for ( int64_t i = 0; i < s->n_plans; i++ )
    free(s->plans[i].goals);
  close_pool(&s->pool);
  close_index_tree(&s->active);
  close_index_tree(&s->left);
  close_join(&s->by_rule);
  close_join(&s->by_goal);
  free(s->own.cells), free(s->derived.cells), free(s->instance.cells);
  free(s->literals), free(s->literal_arity), free(s->literal_slots);
  free(s->root), free(s->met), free(s->is_met), free(s->plans), free(s->uses);
  free(s->rules_of), free(s->goals_of), free(s->facts);
  free(s->by_age), free(s->hashes), free(s->slots), free(s->tokens), free(s->stack);
}

/*  Note that a clause has a goal of this symbol. The search can use the clause if the symbol is a predicate of
    the program and C has its clauses: names with a dollar belong to builtins, or were made by compiling. */

static void
meet_goal(bottom_up_t *s, int32_t clause, int32_t token)
{ int is_symbol = token > FUNCTOR_LITERAL && token < s->clauses->n_tokens && s->clauses->arity[token] >= 0;
  const definition_t *predicate = &s->clauses->predicates[is_symbol ? token : 0];
  const char *name = is_symbol ? PL_atom_nchars(s->symbols->by_token[token].name, NULL) : 0;

  if ( !is_symbol || s->clauses->kind[token] != USER || predicate->is_left ||
       (name && *name == '$' && !predicate->n) )
  { s->refused = s->refused ? s->refused : clause;
    return;
  }
  if ( !s->is_met[token] )
  { s->is_met[token] = 1;
    s->met[s->n_met++] = token;
  }
}

/* Note the clauses of a predicate, and the predicates that they reach. */

static int
reach(bottom_up_t *s, int32_t token)
{ const definition_t *predicate = &s->clauses->predicates[token];
  int64_t hidden = s->base.hidden;

  for ( int64_t i = 0; i < predicate->n; i++ )
  { const clause_t *clause = &s->clauses->clauses[predicate->clauses[i]];
    const int32_t *at = s->clauses->codes + clause->head - 1;

    if ( clause->cut != NO_CUT && !s->refused )
      s->refused = clause->id;
    if ( !clause->n_goals )
    { if ( hidden && (clause->id == hidden || clause->twin == hidden) )
        continue;
      if ( !RESERVE_ARRAY(s->facts, s->fact_capacity, s->n_facts + 1) )
        return 0;
      s->facts[s->n_facts++] = predicate->clauses[i];
      continue;
    }
    plan_t plan = { .clause = clause->id, .head = s->own.n, .n_variables = clause->n_variables };

    for ( int32_t k = 0; k <= clause->n_goals; k++ )
    { if ( k )
        meet_goal(s, clause->id, *at);
      if ( !(at = read_term(s, &s->own, at)) )
        return 0;
    }
    if ( !add_plan(s, plan, plan.head + s->own.cells[plan.head].size, clause->n_goals) )
      return 0;
    s->n_goals_of_rules += clause->n_goals;
    use_plan(s, (int32_t)s->n_plans - 1, s->rules_of);
  }
  return 1;
}

/* Add a plan with one of its goals replaced by the goals of a rule. */

static int
look_ahead(bottom_up_t *s, const plan_t *goals, int32_t i, const plan_t *rule)
{ values_t *v = &s->by_goal.values;
  int64_t base = goals->n_variables, start = s->own.n;
  int32_t n_goals = goals->n_goals + rule->n_goals - 1;
  int rc = reserve_values(v, base + rule->n_variables);

  v->most_work = v->work + LARGEST_WORK;
  if ( !rc || !unify_cells(v, s->own.cells + goals->goals[i], 0, s->own.cells + rule->head, base) )
    goto over;
  s->derived.n = 0;
  for ( int32_t k = 0; rc && k < n_goals; k++ )
  { int is_of_rule = k >= i && k < i + rule->n_goals;
    int64_t at = is_of_rule ? rule->goals[k - i] : goals->goals[k < i ? k : k - rule->n_goals + 1];

    rc = write_cells(v, &s->derived, s->own.cells + at, is_of_rule ? base : 0, LONGEST_UNIT);
  }
  rc = rc && write_cells(v, &s->derived, s->own.cells + goals->head, 0, LONGEST_UNIT);
  end_writing(v);
  if ( !rc )                            /* too large: the goals themselves are there */
  { rc = 1;
    goto over;
  }
  set_sizes(&s->arities, s->derived.cells, s->derived.n);
  rc = RESERVE_ARRAY(s->own.cells, s->own.capacity, start + s->derived.n);
  if ( rc )
  { memcpy(s->own.cells + start, s->derived.cells, s->derived.n * sizeof(cell_t));
    s->own.n += s->derived.n;
    plan_t plan = { .clause = rule->clause, .first = i, .n_ahead = rule->n_goals, .head = start,
                    .n_variables = count_variables(s->derived.cells, s->derived.n) };

    for ( int32_t k = 0; k < n_goals; k++ )
      plan.head += s->own.cells[plan.head].size;
    rc = add_plan(s, plan, start, n_goals);
    if ( rc )
      use_plan(s, (int32_t)s->n_plans - 1, s->goals_of);
  }
over:
  v->is_over = 0;
  undo_values(v, 0);
  return rc;
}

/* Read the goals and the clauses that they reach. 0: there is no memory. */

static int
read_all(bottom_up_t *s, const int32_t *root, int64_t n)
{ int64_t n_tokens = s->clauses->n_tokens, n_rules;
  int32_t n_goals = 0;

  if ( !(s->rules_of = malloc((n_tokens + 1) * sizeof(*s->rules_of))) ||
       !(s->goals_of = malloc((n_tokens + 1) * sizeof(*s->goals_of))) ||
       !(s->met = malloc((n_tokens + 1) * sizeof(*s->met))) || !(s->is_met = calloc(n_tokens + 1, 1)) ||
       !(s->root = malloc(n * sizeof(*root))) )
    return 0;
  memset(s->rules_of, 0xFF, (n_tokens + 1) * sizeof(*s->rules_of));
  memset(s->goals_of, 0xFF, (n_tokens + 1) * sizeof(*s->goals_of));
  memcpy(s->root, root, n * sizeof(*root));
  const int32_t *behind = read_term(s, &s->own, s->root + 1);   /* '$query'(Goals), and then the answer */
  plan_t goals = { .clause = NO_CLAUSE, .head = s->own.n };

  if ( !behind || !read_term(s, &s->own, behind) )
    return 0;
  goals.n_variables = count_variables(s->own.cells, s->own.n);
  int64_t first = s->own.n;             /* goals of a list have a cell in front of each: they are copied */

  for ( int64_t goal = 2; s->own.cells[goal - 1].token == LIST_CELL; n_goals++ )
  { int64_t size = s->own.cells[goal].size;

    if ( !RESERVE_ARRAY(s->own.cells, s->own.capacity, s->own.n + size) )
      return 0;
    memcpy(s->own.cells + s->own.n, s->own.cells + goal, size * sizeof(cell_t));
    meet_goal(s, QUERY_CLAUSE, s->own.cells[goal].token);
    s->own.n += size;
    goal += size + 1;
  }
  if ( s->refused )
    return 1;
  if ( !add_plan(s, goals, first, n_goals) )
    return 0;
  use_plan(s, 0, s->goals_of);
  for ( int64_t i = 0; !s->refused && i < s->n_met; i++ )
  { if ( !reach(s, s->met[i]) )
      return 0;
  }
  int rc = 1;

  n_rules = s->n_plans;
  for ( int32_t i = 0; rc && i < n_goals; i++ )
  { int ahead = 0;

    for ( int64_t k = 1; rc && k < n_rules && ahead < RULES_AHEAD; k++ )
    { const plan_t goals = s->plans[0], rule = s->plans[k];
      int64_t before = s->n_plans;

      if ( s->own.cells[goals.goals[i]].token == s->own.cells[rule.head].token )
        rc = look_ahead(s, &goals, i, &rule);
      ahead += s->n_plans > before;
    }
  }
  return rc;
}

EXPORT void *
core_bottom_up_open(int64_t number, const int32_t *root, int64_t n, int64_t hidden, int64_t most_cells)
{ bottom_up_t *s = calloc(1, sizeof(*s));
  const program_t *program = program_of(number);

  if ( !s || !program->clauses )
  { free(s);
    return 0;
  }
  s->clauses = program->clauses;
  s->symbols = &program->symbols;
  s->base.hidden = hidden;
  s->base.count_bytes = count_bytes;
  s->base.close = close_all;
  s->most_cells = most_cells < LONGEST_UNIT ? most_cells : LONGEST_UNIT;
  /* The table grows by doubling, so it may reach beyond the symbols, to the numbers of variables. */
  int32_t n_symbols = s->clauses->n_tokens < VARIABLE_BASE ? s->clauses->n_tokens : VARIABLE_BASE;

  s->arities = (arities_t){ s->clauses->arity, n_symbols, 0 };
  s->active.arities = s->left.arities = &s->arities;
  s->by_rule.level = s->by_goal.level = -1;
  s->least = MOST_WEIGHT;
  if ( !read_all(s, root, n) || (!s->refused && !s->plans[0].n_goals && !answer(s, &s->plans[0], 0)) )
  { core_search_close(&s->base);
    return 0;
  }
  return s;
}

/* Set the limit near which the heaviest waiting units are dropped: n_bytes, of which active units take a part. */

EXPORT void
core_bottom_up_bound(bottom_up_t *s, int64_t n_bytes)
{ s->most_bytes = n_bytes / 8 * 7 + 1;
}

static int
by_weight(const void *a, const void *b)
{ const unit_t *x = *(unit_t *const *)a, *y = *(unit_t *const *)b;

  if ( x->weight != y->weight )
    return x->weight < y->weight ? -1 : 1;
  if ( x->n_steps != y->n_steps )
    return x->n_steps < y->n_steps ? -1 : 1;
  return (x->hash > y->hash) - (x->hash < y->hash);
}

/*  Write the derivations of at most `most` units, the lightest first, that are derived by rules in at most
    MOST_OF_LEMMA steps: their lengths, each with its clauses behind it. Return the count of numbers; out may be 0.
*/

EXPORT int64_t
core_bottom_up_units(bottom_up_t *s, int64_t most, int32_t *out)
{ unit_t **units = malloc((s->n_units + 1) * sizeof(*units));
  int64_t n = 0, n_out = 0;

  for ( int64_t i = 0; units && s->slots && i <= s->mask; i++ )
  { unit_t *unit = s->slots[i];

    if ( unit && unit->n_premises && unit->n_steps <= MOST_OF_LEMMA && unit->place != IS_INSTANCE )
      units[n++] = unit;
  }
  if ( units )
    qsort(units, n, sizeof(*units), by_weight);
  for ( int64_t i = 0; i < n && i < most; i++ )
  { int64_t size = 0;

    if ( !put_ids(s, &size, units[i]) )
      break;
    if ( out )
    { out[n_out] = (int32_t)size;
      memcpy(out + n_out + 1, s->tokens, size * sizeof(*out));
    }
    n_out += 1 + size;
  }
  free(units);
  return n_out;
}

/*  Return the first clause found that cannot be used, since it commits, or calls what is no predicate of the
    program: QUERY_CLAUSE: the goal does; NO_CLAUSE: all can be used. Only then the search may run.
*/

EXPORT int64_t
core_bottom_up_refused(const bottom_up_t *s)
{ return s->refused;
}

/* Run each search until it has an answer, is exhausted, or has used its slice. */

EXPORT int
core_bottom_up_run(const searches_t *t)
{ int rc = DONE;

  for ( int64_t i = 0; rc == DONE && i < t->n; i++ )
  { bottom_up_t *s = t->searches[i];
    search_outcome_t *outcome = &s->base.outcome;
    int64_t most = t->most[i], end = spent(&s->base) + (most < t->slice ? most : t->slice);
    int64_t until = now_ns() + t->slice_ns;

    do
    { rc = advance(s);
      outcome->page_steps = (s->by_rule.values.work + s->by_goal.values.work + s->active.work + s->left.work) /
                            WORK_PER_STEP;
    } while ( rc == DONE && !outcome->is_exhausted && !outcome->has_answer && spent(&s->base) < end &&
              now_ns() < until );
  }
  return rc == DONE ? DONE : fail(t, rc);
}

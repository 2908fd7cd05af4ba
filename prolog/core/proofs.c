/*  Proofs of lists of goals in C: sub-proofs of '$once' and '$not', and the solutions of '$each', which
    are the moves of an MDP.

    SLD resolution depth first and in clause order. The goals that wait are linked lists that share their
    tails (agenda), and a stack of choices has the clauses that are left for a goal, with the marks of
    heap, trail and agenda to go back to (choice points: Warren 1983).

    Invariant: the proofs are the ones of proof_of/2 of resolution.pl, which is the oracle. What C cannot
    do, or what may come near to a limit on inferences, leaves the whole state to it.
*/
#include "resolve.h"

/*  A list of goals as it grows at its end. Its last goal is followed by next, its first is where
    the goals behind begin as long as there is none.
*/

typedef struct
{ int32_t first, last, next;
} goals_t;

static int
put_goal(step_t *s, goals_t *goals, word_t goal)
{ if ( s->is_left || !RESERVE(s, s->agenda, s->agenda_capacity, s->n_agenda + 1) )
    return 0;
  int32_t at = (int32_t)s->n_agenda++;

  s->agenda[at] = (waiting_t){ goal, goals->next };
  if ( goals->last == NO_GOAL )
    goals->first = at;
  else
    s->agenda[goals->last].next = at;
  goals->last = at;
  return 1;
}

/* Put the members of a list on the agenda; return the first. */

static int32_t
put_list(step_t *s, word_t list)
{ goals_t goals = { NO_GOAL, NO_GOAL, NO_GOAL };

  for ( list = value_of(s, list); TAG(list) == COMPOUND && s->heap[AT(list)] == LIST_CELL;
        list = value_of(s, s->heap[AT(list) + 2]) )
  { if ( !put_goal(s, &goals, value_of(s, s->heap[AT(list) + 1])) )
      return NO_GOAL;
  }
  if ( list != (CONSTANT | EMPTY_LIST) )
    leave(s);
  return goals.first;
}

/* Build the first n goals of a clause's body, whose variables are those of its head. */

static int32_t
put_body_goals(step_t *s, const clause_t *clause, int32_t n, int32_t next)
{ const int32_t *at = s->clauses->codes + clause->body;
  goals_t goals = { next, NO_GOAL, next };

  for ( int32_t k = 0; k < n && !s->is_left; k++ )
    put_goal(s, &goals, build_term(s, &at, s->variables));
  return goals.first;
}

/*  Count an inference, and those that Prolog would count for walking through its goal. 0: there are
    so many that Prolog must say whether they are too many.
*/

static int
count_step(step_t *s)
{ s->n_steps += 1 + (s->end - s->at) / CELLS_PER_STEP;
  return s->n_steps <= s->most_steps || leave(s);
}

static int prove(step_t *s, int32_t at, int64_t base);

/*  Tell if a clause with an exact cut matches a goal and its tests hold, so that no clause behind it
    is used. Nothing is left bound: the tests are goals of the body as well.
*/

static int
commits(step_t *s, const clause_t *clause, word_t goal)
{ const mark_t before = mark_of(s);
  int64_t base = s->n_choices;
  int rc = unify_head(s, clause, goal) && !s->is_left;

  if ( rc && clause->n_tests )
  { int32_t first = put_body_goals(s, clause, clause->n_tests, NO_GOAL);

    rc = !s->is_left && prove(s, first, base);
    s->n_choices = base;
  }
  go_back(s, &before);
  return rc && !s->is_left;
}

/*  Try the clauses of a choice from its k on, whose goal is resolved with the first that matches.
    Return the place of the goals that are then left, or FAILS.
*/

static int32_t
try_clauses(step_t *s, choice_t choice)
{ int64_t place = s->n_choices;

  for ( ; choice.k < choice.n; choice.k++ )
  { const clause_t *clause = &s->clauses->clauses[choice.list[choice.k]];

    if ( is_hidden(s, clause) )
      continue;
    s->n_steps += clause->n_guards;     /* Prolog looks at all cuts before each clause */
    if ( clause->n_tests >= 0 && choice.k + 1 < choice.n && commits(s, clause, choice.goal) )
      choice.n = choice.k + 1;
    if ( s->is_left )
      return FAILS;
    if ( unify_head(s, clause, choice.goal) && !s->is_left )
    { int32_t first = put_body_goals(s, clause, clause->n_goals, choice.next);

      if ( s->is_left )
        return FAILS;
      if ( choice.k + 1 < choice.n )
      { if ( !RESERVE(s, s->choices, s->choice_capacity, place + 1) )
          return FAILS;
        s->choices[place] = choice;
        s->choices[place].k++;
        s->n_choices = place + 1;
      }
      return first;
    }
    if ( s->is_left )
      return FAILS;
    go_back(s, &choice.before);
  }
  return FAILS;
}

static int32_t
take_back(step_t *s, int64_t base)
{ while ( s->n_choices > base && !s->is_left )
  { choice_t choice = s->choices[--s->n_choices];
    int32_t at;

    go_back(s, &choice.before);
    if ( (at = try_clauses(s, choice)) != FAILS )
      return at;
  }
  return FAILS;
}

static int32_t
resolve_first(step_t *s, word_t goal, int32_t token, int32_t next)
{ const definition_t *predicate = &s->clauses->predicates[token];
  choice_t choice = { mark_of(s), goal, next, 0, 0, 0 };

  if ( predicate->is_left || (predicate->has_cuts && s->hidden) )
  { leave(s);
    return FAILS;
  }
  choice.list = clauses_for(s, predicate, goal, &choice.n);
  return try_clauses(s, choice);
}

/* Prove the goals from at on. 1: they have a proof, and the choices above base are its others. */

static int
prove(step_t *s, int32_t at, int64_t base)
{ while ( !s->is_left )
  { if ( at == FAILS && (at = take_back(s, base)) == FAILS )
      return 0;
    if ( at == NO_GOAL )
      return 1;
    word_t goal = value_of(s, s->agenda[at].goal);
    int32_t next = s->agenda[at].next;

    if ( (TAG(goal) != COMPOUND && TAG(goal) != CONSTANT) || !count_step(s) )
      return leave(s);
    int32_t token = TAG(goal) == COMPOUND ? (int32_t)s->heap[AT(goal)] : (int32_t)AT(goal);

    if ( token >= s->clauses->n_tokens )
      return leave(s);
    uint8_t kind = s->clauses->kind[token];

    if ( kind == USER )
      at = resolve_first(s, goal, token, next);
    else
    { s->charged = 0;
      at = run_goal(s, kind, goal) ? next : FAILS;
    }
  }
  return 0;
}

/*  The variables of the clause whose front is run are kept: what is proved here has others. */

static int
proved(step_t *s, int32_t at, int64_t base)
{ word_t *variables = s->variables;
  int64_t charged = s->charged;

  s->variables = s->inner_variables;
  int rc = !s->is_left && prove(s, at, base) && !s->is_left;
  s->variables = variables;
  s->charged = charged;
  return rc;
}

/* Prove a list of goals once; without is_kept, its bindings are undone. */

static int
prove_once(step_t *s, word_t list, int is_kept)
{ const mark_t before = mark_of(s);
  int64_t base = s->n_choices;
  int rc = proved(s, put_list(s, list), base);

  s->n_choices = base;
  s->n_agenda = before.n_agenda;
  if ( !is_kept )
    undo(s, before.n_trail);
  return rc;
}

int
run_goal(step_t *s, uint8_t kind, word_t goal)
{ if ( !begin_builtin(s, kind) )
    return 0;
  if ( kind == NOT )
    return !prove_once(s, s->heap[AT(goal) + 1], 0);
  return kind == ONCE ? prove_once(s, s->heap[AT(goal) + 1], 1) : run_builtin(s, kind, goal);
}

/* Find the first solution of a list of goals, of which next_solution() then finds the others. */

int
first_solution(step_t *s, word_t list)
{ s->each_base = s->n_choices;
  return proved(s, put_list(s, list), s->each_base);
}

int
next_solution(step_t *s)
{ return proved(s, FAILS, s->each_base);
}

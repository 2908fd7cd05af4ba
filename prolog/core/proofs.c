/*  Proofs of lists of goals in C: sub-proofs of '$once' and '$not', all solutions for '$all', and the
    solutions of '$until' and of '$each', which are the moves of an MDP.

    SLD resolution depth first and in clause order. The goals that wait are linked lists that share their
    tails (agenda), and a stack of choices has the clauses that are left for a goal, with the marks of
    heap, trail and agenda to go back to (choice points: Warren 1983). A cut is an entry of the agenda
    that drops the choices made since its clause was taken. So '$once' is a list of goals and a cut; for
    '$not' a choice without clauses goes on behind it, and the cut is followed by failure.

    Builtins in front of a body run as soon as the head is unified, and read their arguments from the clause;
    only what is behind them becomes terms of the heap and goals of the agenda. So a test that fails costs
    no more than a head that does not match.

    Invariant: the proofs are the ones of proof_of/2 of resolution.pl, which is the oracle, and as many
    steps are counted for them. What C cannot do leaves the whole state to it.
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

/* Put the members of a list on the agenda. */

static void
put_members(step_t *s, goals_t *goals, word_t list)
{ for ( list = value_of(s, list); TAG(list) == COMPOUND && s->heap[AT(list)] == LIST_CELL;
        list = value_of(s, s->heap[AT(list) + 2]) )
  { if ( !put_goal(s, goals, value_of(s, s->heap[AT(list) + 1])) )
      return;
  }
  if ( list != (CONSTANT | EMPTY_LIST) )
    leave(s);
}

static int32_t
put_list(step_t *s, word_t list)
{ goals_t goals = { NO_GOAL, NO_GOAL, NO_GOAL };

  put_members(s, &goals, list);
  return goals.first;
}

/*  Put the goals of '$once', '$until' or '$not' on the agenda, and a cut down to the choices below base.
    Return the first.
*/

static int32_t
put_cut(step_t *s, uint8_t kind, word_t goal, int64_t base, int32_t next)
{ goals_t goals = { NO_GOAL, NO_GOAL, next };

  if ( base > PAYLOAD )
    leave(s);
  put_members(s, &goals, s->heap[AT(goal) + 1]);
  put_goal(s, &goals, (kind == UNTIL ? CUT_IF : CUT) | (word_t)base);
  if ( kind == UNTIL )
    put_goal(s, &goals, s->heap[AT(goal) + 2]);
  return goals.first;
}

/*  Count steps: one for a use of a clause or a call of a builtin. 0: there are too many, and the
    candidate is lost.
*/

static int
count_steps(step_t *s, int64_t n)
{ if ( (s->n_steps += n) <= s->most_steps )
    return 1;
  s->is_over = 1;
  return leave(s);
}

static int32_t
functor_of(const step_t *s, word_t goal)        /* a compound or a constant */
{ return (int32_t)(TAG(goal) == COMPOUND ? s->heap[AT(goal)] : AT(goal));
}

/*  Run the goal at *at, one of clause_t.n_in_place, in the variables of its clause, and count the steps within
    '$once' and '$not'. 1: it holds, and *at is behind it.
*/

static int
run_in_place(step_t *s, const int32_t **at)
{ uint8_t kind = s->clauses->kind[**at];

  s->charged = 0;
  if ( kind == ONCE )
  { for ( ++*at; *(*at)++ == LIST_CELL; )
    { if ( !count_steps(s, 1) || !run_code(s, s->clauses->kind[**at], at) )
        return 0;
    }
    return 1;
  }
  if ( kind != NOT )
    return run_code(s, kind, at);
  word_t goal = build_term(s, at, s->variables);        /* its variables stay new ones */
  const mark_t before = mark_of(s);
  int holds = !s->is_left;

  for ( word_t list = s->is_left ? 0 : s->heap[AT(goal) + 1]; holds && list != (CONSTANT | EMPTY_LIST);
        list = s->heap[AT(list) + 2] )
  { word_t one = s->heap[AT(list) + 1];

    holds = count_steps(s, 1) && run_builtin(s, s->clauses->kind[functor_of(s, one)], one);
  }
  go_back(s, &before);
  return !holds && !s->is_left;
}

/*  Run the goals in front of a clause's body that need not be built, and move at behind them. */

static int
run_first_goals(step_t *s, const clause_t *clause, const int32_t **at)
{ int is_commit = clause->cut == CUT_BEHIND;

  for ( int32_t k = 0; k < clause->n_in_place; k++, is_commit = 0 )
  { if ( (!is_commit && !count_steps(s, 1)) || !run_in_place(s, at) || s->is_left )
      return 0;
  }
  return 1;
}

/*  Build the goals of a clause's body from at on in the variables of its head. Where the first of them
    commits, base is the count of choices before the clause was taken.
*/

static int32_t
put_body_goals(step_t *s, const clause_t *clause, const int32_t *at, int64_t base, int32_t next)
{ goals_t goals = { next, NO_GOAL, next };
  int32_t k = clause->n_in_place, commits = !k && clause->cut == CUT_BEHIND;
  word_t first = 0;

  if ( commits )
  { first = build_term(s, &at, s->variables);
    k = 1;
  }
  for ( ; k < clause->n_goals && !s->is_left; k++ )
    put_goal(s, &goals, build_term(s, &at, s->variables));
  if ( !commits || s->is_left )
    return goals.first;
  return put_cut(s, s->clauses->kind[s->heap[AT(first)]], first, base, goals.first);
}

/* Keep the rest of a choice, from the next k on. 0: there is no memory. */

static int
keep_choice(step_t *s, choice_t choice)
{ int64_t place = s->n_choices;

  if ( !RESERVE(s, s->choices, s->choice_capacity, place + 1) )
    return 0;
  choice.k++;
  s->choices[place] = choice;
  s->n_choices = place + 1;
  return 1;
}

/*  Try the clauses of a choice from its k on, whose goal is resolved with the first that matches.
    Return the place of the goals that are then left, or FAILS.
*/

static int32_t
try_clauses(step_t *s, choice_t choice)
{ for ( ; choice.k < choice.n; choice.k++ )
  { const clause_t *clause = &s->clauses->clauses[choice.list[choice.k]];

    if ( is_hidden(s, clause) )
      continue;
    if ( is_too_much(s, 0) )
    { leave(s);
      return FAILS;
    }
    if ( unify_head(s, clause, choice.goal) && !s->is_left && count_steps(s, 1) )
    { const int32_t *at = s->clauses->codes + clause->body;

      if ( run_first_goals(s, clause, &at) )
      { int32_t first = put_body_goals(s, clause, at, s->n_choices, choice.next);
        int commits = clause->cut == CUT_BEHIND && !clause->n_in_place;

        if ( s->is_left )
          return FAILS;
        return (clause->cut && !commits) || (choice.k + 1 >= choice.n && !commits) ||
               keep_choice(s, choice) ? first : FAILS;
      }
      if ( clause->cut == CUT_FRONT )
        return FAILS;
    }
    if ( s->is_left )
      return FAILS;
    go_back(s, &choice.before);
  }
  return FAILS;
}

/* Go on with the next number of between/3. */

static int32_t
try_number(step_t *s, choice_t choice)
{ if ( choice.k > choice.n || (choice.k < choice.n && !keep_choice(s, choice)) )
    return FAILS;
  return unify(s, s->heap[AT(choice.goal) + 3], CONSTANT | (word_t)choice.k) ? choice.next : FAILS;
}

static int32_t
take_back(step_t *s, int64_t base)
{ while ( s->n_choices > base && !s->is_left )
  { choice_t choice = s->choices[--s->n_choices];
    int32_t at;

    go_back(s, &choice.before);
    if ( !choice.list && !choice.goal )         /* what '$not' negates has no proof */
      return choice.next;
    if ( (at = choice.list ? try_clauses(s, choice) : try_number(s, choice)) != FAILS )
      return at;
  }
  return FAILS;
}

static int32_t
resolve_first(step_t *s, word_t goal, int32_t token, int32_t next)
{ const definition_t *predicate = &s->clauses->predicates[token];
  choice_t choice = { mark_of(s), goal, next, 0, 0, 0 };

  if ( predicate->is_left )
  { leave(s);
    return FAILS;
  }
  choice.list = clauses_for(s, predicate, goal, &choice.n);
  return try_clauses(s, choice);
}

/* The sign of an integer; -1 for another term. */

int
sign_of(const step_t *s, word_t word)
{ word = value_of(s, word);
  return TAG(word) != CONSTANT || AT(word) < INTEGER_BASE ? -1 : AT(word) > INTEGER_BASE;
}

/* Run the cut at an entry of the agenda; return the entry behind it. */

static int32_t
run_cut(step_t *s, int32_t at)
{ word_t cut = s->agenda[at].goal;
  int32_t next = s->agenda[at].next;
  int sign = 1;

  if ( TAG(cut) == CUT_IF )
  { sign = sign_of(s, s->agenda[next].goal);
    next = s->agenda[next].next;
  }
  if ( sign > 0 )
    s->n_choices = AT(cut);
  else if ( sign == 0 )                 /* other solutions stay, and later clauses do not */
    s->choices[AT(cut)].k = s->choices[AT(cut)].n;
  return next;
}

/* Put the goals of a sub-proof within a proof on the agenda; return the first, or FAILS. */

static int32_t
begin_inner(step_t *s, uint8_t kind, word_t goal, int32_t next)
{ int64_t base = s->n_choices;

  if ( !RESERVE(s, s->choices, s->choice_capacity, base + 1) )
    return FAILS;
  if ( kind == NOT )
  { s->choices[base] = (choice_t){ mark_of(s), 0, next, 0, 0, 0 };
    s->n_choices = base + 1;
    next = FAILS;
  }
  return put_cut(s, kind, goal, base, next);
}

/* Prove the goals from at on. 1: they have a proof, and the choices above base are its others. */

static int
prove(step_t *s, int32_t at, int64_t base)
{ while ( !s->is_left )
  { if ( at == FAILS && (at = take_back(s, base)) == FAILS )
      return 0;
    if ( at == NO_GOAL )
      return 1;
    if ( TAG(s->agenda[at].goal) >= CUT )
    { at = run_cut(s, at);
      continue;
    }
    word_t goal = value_of(s, s->agenda[at].goal);
    int32_t next = s->agenda[at].next;

    if ( TAG(goal) != COMPOUND && TAG(goal) != CONSTANT )
      return leave(s);
    int32_t token = functor_of(s, goal);

    if ( token >= s->clauses->n_tokens )
      return leave(s);
    uint8_t kind = s->clauses->kind[token];

    if ( kind == USER )
      at = resolve_first(s, goal, token, next);
    else if ( !count_steps(s, 1) )
      return 0;
    else if ( kind == NOT || kind == ONCE || kind == UNTIL )
      at = begin_inner(s, kind, goal, next);
    else
    { choice_t numbers = { mark_of(s), goal, next, 0, 0, 0 };

      s->charged = 0;
      if ( kind == BETWEEN && between_integers(s, goal, &numbers.k, &numbers.n) )
        at = try_number(s, numbers);
      else
        at = run_goal(s, kind, goal) ? next : FAILS;
    }
  }
  return 0;
}

/*  The variables of the clause whose front is run are kept: the proof here has its own. */

static int
proved(step_t *s, int32_t at, int64_t base)
{ word_t *variables = s->variables;
  int64_t charged = s->charged;

  s->variables = s->inner_variables;
  if ( ++s->n_nested > MOST_NESTED )    /* each level takes room on the stack of C */
    leave(s);
  int rc = !s->is_left && prove(s, at, base) && !s->is_left;
  s->n_nested--;
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

/* ---- all solutions */

/*  Copy a term behind the copies so far, so that it outlives its bindings, and add its cells. Its
    variables are numbered in their cells until forget_numbers().
*/

static int
copy_out(step_t *s, word_t word, int64_t *n_cells, int depth)
{ for ( ;; )
  { word = value_of(s, word);
    if ( s->n_copies >= MOST_CELLS || is_too_much(s, depth) ||
         !RESERVE(s, s->copies, s->copy_capacity, s->n_copies + 1) ||
         !RESERVE(s, s->written, s->written_capacity, s->n_written + 1) )
      return leave(s);
    if ( TAG(word) == REFERENCE )
    { word_t number = NUMBERED | (word_t)s->n_written;

      s->written[s->n_written++] = AT(word);
      word = s->heap[AT(word)] = number;
    }
    if ( TAG(word) != COMPOUND )
    { s->copies[s->n_copies++] = word;
      return 1;
    }
    word_t at = AT(word), token = s->heap[at];
    int32_t arity = s->clauses->arity[token];

    s->copies[s->n_copies++] = COMPOUND | token;
    *n_cells += arity + 1;
    for ( int32_t k = 1; k < arity; k++ )
    { if ( !copy_out(s, s->heap[at + k], n_cells, depth + 1) )
        return 0;
    }
    word = s->heap[at + arity];
  }
}

static void
forget_numbers(step_t *s)
{ while ( s->n_written > 0 )
  { int64_t at = s->written[--s->n_written];

    s->heap[at] = REFERENCE | (word_t)at;
  }
}

/* Build the term of a copy, whose variables are new ones; *at is behind it then. */

static word_t
copy_in(step_t *s, int64_t *at)
{ word_t result = 0;
  int64_t slot = -1;                    /* cell that the term goes to; -1: result */

  for ( ;; )
  { word_t word = s->copies[(*at)++];
    int32_t arity = 0;

    if ( TAG(word) == NUMBERED )
    { if ( s->fresh[AT(word)] == UNSET )
        s->fresh[AT(word)] = new_variable(s);
      word = s->fresh[AT(word)];
    } else if ( TAG(word) == COMPOUND )
    { arity = s->clauses->arity[AT(word)];
      word = new_compound(s, (int32_t)AT(word), arity);
    }
    if ( s->is_left )
      return 0;
    if ( slot < 0 )
      result = word;
    else
      s->heap[slot] = word;
    if ( !arity )
      return result;
    for ( int32_t k = 1; k < arity; k++ )
    { word_t argument = copy_in(s, at);

      if ( s->is_left )
        return 0;
      s->heap[AT(word) + k] = argument;
    }
    slot = AT(word) + arity;
  }
}

/*  Copy the template of each solution of a list of goals, each behind the number of its variables.
    Return how many there are.
*/

static int64_t
copy_solutions(step_t *s, word_t template, word_t list)
{ const mark_t before = mark_of(s);
  int64_t base = s->n_choices, n = 0;
  int rc = proved(s, put_list(s, list), base);

  for ( ; rc; n++ )
  { int64_t place = s->n_copies, n_cells = 0;

    s->n_written = 0;
    if ( !RESERVE(s, s->copies, s->copy_capacity, place + 1) )
      break;
    s->n_copies++;
    copy_out(s, template, &n_cells, 0);
    s->copies[place] = (word_t)s->n_written;
    forget_numbers(s);
    rc = !s->is_left && count_steps(s, 1 + n_cells / CELLS_PER_STEP) && proved(s, FAILS, base);
  }
  s->n_choices = base;
  go_back(s, &before);
  return n;
}

/* Make the list of n copies from place at on. */

static word_t
list_of_copies(step_t *s, int64_t at, int64_t n)
{ word_t list = CONSTANT | EMPTY_LIST;
  int64_t slot = -1;                    /* cell that the next cell of the list goes to */

  for ( int64_t k = 0; k < n && !s->is_left; k++ )
  { int64_t n_variables = s->copies[at++];
    word_t cell = new_compound(s, LIST_CELL, 2);

    if ( s->is_left || !RESERVE(s, s->fresh, s->fresh_capacity, n_variables) )
      return 0;
    for ( int64_t v = 0; v < n_variables; v++ )
      s->fresh[v] = UNSET;
    if ( slot < 0 )
      list = cell;
    else
      s->heap[slot] = cell;
    word_t member = copy_in(s, &at);

    if ( s->is_left )
      return 0;
    slot = AT(cell) + 2;
    s->heap[AT(cell) + 1] = member;
    s->heap[slot] = CONSTANT | EMPTY_LIST;
  }
  return list;
}

/* Run '$all'(Kind, Template, Goals, Result). */

static int
collect(step_t *s, word_t goal)
{ word_t kind = value_of(s, s->heap[AT(goal) + 1]), list = 0;
  int64_t first = s->n_copies;
  uint8_t operation = TAG(kind) == CONSTANT && AT(kind) < (word_t)s->clauses->n_tokens
                      ? s->clauses->operation[AT(kind)] : NO_OPERATION;

  if ( operation < COLLECT_LIST )
    return leave(s);
  int64_t n = copy_solutions(s, s->heap[AT(goal) + 2], s->heap[AT(goal) + 3]);

  if ( !n && (operation == COLLECT_MOST || operation == COLLECT_LEAST)
       && (TAG(value_of(s, s->heap[AT(goal) + 2])) != REFERENCE
           || TAG(value_of(s, s->heap[AT(goal) + 4])) != REFERENCE) )
    return leave(s);                    /* what Prolog gives then is odd: collection.pl */
  if ( !s->is_left && operation != COLLECT_COUNT )
    list = list_of_copies(s, first, n);
  s->n_copies = first;
  return !s->is_left && come_to(s, operation, list, n, s->heap[AT(goal) + 4]);
}

int
run_goal(step_t *s, uint8_t kind, word_t goal)
{ if ( !begin_builtin(s) )
    return 0;
  if ( s->n_delays && (kind == NOT || kind == ONCE || kind == ALL) )
    return leave(s);
  switch ( kind )
  { case NOT: return !prove_once(s, s->heap[AT(goal) + 1], 0);
    case ONCE: return prove_once(s, s->heap[AT(goal) + 1], 1);
    case ALL: return collect(s, goal);
    default: return run_builtin(s, kind, goal);
  }
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

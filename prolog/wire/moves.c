/*  Proofs of lists of goals in C, depth first and in clause order: sub-proofs of '$once' and '$not',
    and the solutions of '$each', which are the moves of a process.

    Results are those of proof_of/2 of resolution.pl, which is the oracle: what C cannot do, or what
    may come near to a limit on inferences, leaves the whole state to it.
*/
#include "resolve.h"
#include <stdlib.h>

enum { LIST_CELL = 15, EMPTY_LIST = 16 };       /* tokens, as in tokens.pl */

static int
grow(step_t *s, void **memory, int64_t *room, int64_t wanted, size_t size)
{ if ( wanted <= *room )
    return 1;
  int64_t n = 2 * wanted + 256;
  void *grown = realloc(*memory, n * size);

  if ( !grown )
    return leave(s);
  *memory = grown;
  *room = n;
  return 1;
}

/* Put a goal in front of the goals from next on; return its place, or NO_GOAL. */

static int32_t
put_goal(step_t *s, word_t goal, int32_t next)
{ if ( !grow(s, (void **)&s->agenda, &s->agenda_room, s->n_agenda + 1, sizeof(*s->agenda)) )
    return NO_GOAL;
  s->agenda[s->n_agenda] = (waiting_t){ goal, next };
  return (int32_t)s->n_agenda++;
}

/* Put the members of a list in front of the goals from next on; return the first. */

static int32_t
put_list(step_t *s, word_t list, int32_t next)
{ int32_t first = next, last = NO_GOAL;

  for ( list = value_of(s, list); TAG(list) == COMPOUND && s->heap[AT(list)] == LIST_CELL;
        list = value_of(s, s->heap[AT(list) + 2]) )
  { int32_t at = put_goal(s, value_of(s, s->heap[AT(list) + 1]), next);

    if ( at == NO_GOAL )
      return NO_GOAL;
    if ( last == NO_GOAL )
      first = at;
    else
      s->agenda[last].next = at;
    last = at;
  }
  if ( list != (CONSTANT | EMPTY_LIST) )
    leave(s);
  return first;
}

/* Build the first n goals of a clause's body, whose variables are those of its head. */

static int32_t
put_body_goals(step_t *s, const clause_t *clause, int32_t n, int32_t next)
{ const int32_t *at = s->clauses->codes + clause->body;
  int32_t first = next, last = NO_GOAL;

  for ( int32_t k = 0; k < n && !s->is_left; k++ )
  { int32_t place = put_goal(s, build_term(s, &at, s->variables), next);

    if ( place == NO_GOAL )
      break;
    if ( last == NO_GOAL )
      first = place;
    else
      s->agenda[last].next = place;
    last = place;
  }
  return first;
}

/*  Count an inference, and those that Prolog would count for walking through its goal. 0: there are
    so many that Prolog must say whether they are too many.
*/

static int
count_step(step_t *s)
{ s->n_steps += 1 + s->n_state / CELLS_PER_STEP;
  return s->n_steps <= s->most_steps || leave(s);
}

static int
is_hidden(const step_t *s, const clause_t *clause)
{ return s->hidden && (clause->id == s->hidden || clause->twin == s->hidden);
}

static int prove(step_t *s, int32_t at, int64_t base);

/*  Tell if a clause with an exact cut matches a goal and its tests hold, so that no clause behind it
    is used. Nothing is left bound: the tests are goals of the body as well.
*/

static int
commits(step_t *s, const clause_t *clause, word_t goal)
{ int64_t n_trail = s->n_trail, n_heap = s->n_heap, n_agenda = s->n_agenda, base = s->n_choices;
  int rc = unify_head(s, clause, goal) && !s->is_left;

  if ( rc && clause->n_tests )
  { int32_t first = put_body_goals(s, clause, clause->n_tests, NO_GOAL);

    rc = !s->is_left && prove(s, first, base);
    s->n_choices = base;
  }
  undo(s, n_trail);
  s->n_heap = n_heap;
  s->n_agenda = n_agenda;
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
      { if ( !grow(s, (void **)&s->choices, &s->choice_room, place + 1, sizeof(*s->choices)) )
          return FAILS;
        s->choices[place] = choice;
        s->choices[place].k++;
        s->n_choices = place + 1;
      }
      return first;
    }
    if ( s->is_left )
      return FAILS;
    undo(s, choice.n_trail);
    s->n_heap = choice.n_heap;
    s->n_agenda = choice.n_agenda;
  }
  return FAILS;
}

static int32_t
take_back(step_t *s, int64_t base)
{ while ( s->n_choices > base && !s->is_left )
  { choice_t choice = s->choices[--s->n_choices];
    int32_t at;

    undo(s, choice.n_trail);
    s->n_heap = choice.n_heap;
    s->n_agenda = choice.n_agenda;
    if ( (at = try_clauses(s, choice)) != FAILS )
      return at;
  }
  return FAILS;
}

static int32_t
resolve_first(step_t *s, word_t goal, int32_t token, int32_t next)
{ const definition_t *predicate = &s->clauses->predicates[token];
  choice_t choice = { s->n_trail, s->n_heap, s->n_agenda, goal, next, 0, 0, 0 };

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
      at = run_builtin(s, kind, goal) ? next : FAILS;
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

int
prove_once(step_t *s, word_t list, int is_kept)
{ int64_t base = s->n_choices, n_agenda = s->n_agenda, n_trail = s->n_trail;
  int32_t first = put_list(s, list, NO_GOAL);
  int rc = proved(s, first, base);

  s->n_choices = base;
  s->n_agenda = n_agenda;
  if ( !is_kept )
    undo(s, n_trail);
  return rc;
}

/* Find the first solution of a list of goals, of which next_solution() then finds the others. */

int
first_solution(step_t *s, word_t list)
{ s->each_base = s->n_choices;
  return proved(s, put_list(s, list, NO_GOAL), s->each_base);
}

int
next_solution(step_t *s)
{ return proved(s, FAILS, s->each_base);
}

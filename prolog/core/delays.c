/*  Goals dif/2 that stay with a state, as delays.pl keeps them: constraints between two terms.

    After each unification those constraints are tested: one whose terms are equal makes the candidate
    fail. With a candidate the others are written behind its goals, each reduced to pairs of a variable
    and a term that may become equal, if a variable of the candidate can reach them.

    Invariant: SWI-Prolog resolves states with other delayed goals, and steps in which a sub-proof or `\=`
    meets constraints. Nothing but variables is bound by a test, and all of that is undone.
*/
#include "resolve.h"
#include <string.h>

#define MOST_MET 4096                   /* variables that only constraints or the answer have */

static int
add(step_t *s, word_t left, word_t right)
{ if ( !RESERVE(s, s->delays, s->delay_capacity, s->n_delays + 1) )
    return 0;
  s->delays[s->n_delays++] = (delay_t){ left, right, 0, 0, 0 };
  return 1;
}

/* Tell if two terms are different for ever (HOLDS), equal (FAILS_NOW), or neither. */

enum { HOLDS, FAILS_NOW, OPEN_STILL };

static int
outcome(step_t *s, word_t left, word_t right)
{ int64_t n_trail = s->n_trail;
  int rc = unify(s, left, right) ? s->n_trail > n_trail ? OPEN_STILL : FAILS_NOW : HOLDS;

  undo(s, n_trail);
  return rc;
}

/* Tell if a whole term without literals starts here: a state may come from outside. */

static int
is_whole(const step_t *s, const int32_t *at)
{ for ( int64_t open = 1; open > 0; open-- )
  { int32_t token = at < s->end ? *at++ : 0;

    if ( token <= FUNCTOR_LITERAL )
      return 0;
    open += token < VARIABLE_BASE ? s->clauses->arity[token] : 0;
  }
  return 1;
}

/* Read the delayed goals of the state, and find its answer. 0: Prolog must resolve it. */

int
read_delays(step_t *s)
{ const int32_t *at = s->goal_at[s->n_goals];

  s->answer_at = at;
  s->n_delays = s->n_state_delays = 0;
  if ( at == s->end || *at != s->program->delayed )
    return 1;
  if ( !is_whole(s, ++at) )
    return leave(s);
  word_t list = build_term(s, &at, 0);

  for ( ; !s->is_left && TAG(list) == COMPOUND; list = s->heap[AT(list) + 2] )
  { word_t goal = s->heap[AT(list) + 1];

    if ( s->heap[AT(list)] != LIST_CELL || TAG(goal) != COMPOUND ||
         s->clauses->kind[s->heap[AT(goal)]] != DIF )
      return leave(s);
    if ( !add(s, s->heap[AT(goal) + 1], s->heap[AT(goal) + 2]) )
      return 0;
  }
  s->answer_at = at;
  s->n_state_delays = s->n_delays;
  return !s->is_left && (list == (CONSTANT | EMPTY_LIST) || leave(s));
}

/* Run dif/2. */

int
delay(step_t *s, word_t left, word_t right)
{ if ( s->n_nested )
    return leave(s);
  int rc = outcome(s, left, right);

  return !s->is_left && rc != FAILS_NOW && (rc == HOLDS || add(s, left, right));
}

/* Tell if no constraint has failed. */

int
delays_hold(step_t *s)
{ for ( int64_t k = 0; k < s->n_delays; k++ )
  { if ( outcome(s, s->delays[k].left, s->delays[k].right) == FAILS_NOW || s->is_left )
      return 0;
  }
  return 1;
}

/* ---- what is written with a candidate */

static int
put_pairs(step_t *s, word_t left, word_t right, int depth)
{ for ( ;; )
  { left = value_of(s, left);
    right = value_of(s, right);
    if ( TAG(left) == REFERENCE || TAG(right) == REFERENCE )
    { int is_turned = TAG(left) != REFERENCE;

      if ( left == right )
        return 1;
      if ( !RESERVE(s, s->pairs, s->pair_capacity, s->n_pairs + 2) )
        return 0;
      s->pairs[s->n_pairs++] = is_turned ? right : left;
      s->pairs[s->n_pairs++] = is_turned ? left : right;
      return 1;
    }
    if ( TAG(left) != COMPOUND )
      return 1;
    if ( depth >= DEEPEST )
      return leave(s);
    int32_t arity = s->clauses->arity[s->heap[AT(left)]];

    for ( int32_t k = 1; k < arity; k++ )
    { if ( !put_pairs(s, s->heap[AT(left) + k], s->heap[AT(right) + k], depth + 1) )
        return 0;
    }
    left = s->heap[AT(left) + arity];
    right = s->heap[AT(right) + arity];
  }
}

static int
is_repeated(step_t *s, const delay_t *one, const delay_t *other)
{ int rc = one->n_pairs == other->n_pairs;

  s->is_frozen = 1;
  for ( int64_t k = 0; rc && k < 2 * one->n_pairs; k++ )
    rc = unify(s, s->pairs[one->first + k], s->pairs[other->first + k]);
  s->is_frozen = 0;
  return rc;
}

/* Reduce the constraints to pairs, before any variable is numbered. Those that hold have none. */

int
reduce_delays(step_t *s)
{ s->n_pairs = 0;
  for ( int64_t k = 0; k < s->n_delays; k++ )
  { delay_t *one = &s->delays[k];

    one->first = s->n_pairs;
    one->n_pairs = one->is_reached = 0;
    if ( outcome(s, one->left, one->right) != OPEN_STILL || s->is_left )
      continue;
    if ( !put_pairs(s, one->left, one->right, 0) )
      return 0;
    one->n_pairs = (s->n_pairs - one->first) / 2;
    for ( int64_t j = 0; j < k && one->n_pairs; j++ )
    { if ( is_repeated(s, &s->delays[j], one) )
        one->n_pairs = 0;
    }
  }
  return !s->is_left;
}

static int
is_reached(const step_t *s, word_t variable)
{ if ( TAG(s->heap[AT(variable)]) == NUMBERED )
    return 1;
  for ( int64_t k = 0; k < s->n_met; k++ )
  { if ( s->met[k] == (int64_t)AT(variable) )
      return 1;
  }
  return 0;
}

/* Meet the variables of a term that have no number. */

static int
meet_variables(step_t *s, word_t word, int depth)
{ word = value_of(s, word);
  if ( TAG(word) == REFERENCE )
  { if ( is_reached(s, word) )
      return 1;
    if ( s->n_met >= MOST_MET || !RESERVE(s, s->met, s->met_capacity, s->n_met + 1) )
      return leave(s);
    s->met[s->n_met++] = AT(word);
    return 1;
  }
  if ( TAG(word) != COMPOUND )
    return 1;
  if ( is_too_much(s, depth) )
    return leave(s);
  for ( int32_t k = 1, arity = s->clauses->arity[s->heap[AT(word)]]; k <= arity; k++ )
  { if ( !meet_variables(s, s->heap[AT(word) + k], depth + 1) )
      return 0;
  }
  return 1;
}

/*  Find the constraints that wait for a variable of the goals, which have numbers, of the answer, or of
    another constraint that is reached. Return their number; -1: it is left to Prolog.
*/

int64_t
reach_delays(step_t *s)
{ int64_t n_reached = 0;
  int is_changed = s->n_pairs > 0;

  s->n_met = 0;
  for ( const int32_t *at = s->answer_at; is_changed && at < s->end; at++ )
  { if ( *at <= FUNCTOR_LITERAL )
      at += literal_size(at) - 1;
    else if ( *at >= VARIABLE_BASE && *at < VARIABLE_END &&
              !meet_variables(s, REFERENCE | (word_t)(*at - VARIABLE_BASE), 0) )
      return -1;
  }
  while ( is_changed )
  { is_changed = 0;
    for ( int64_t k = 0; k < s->n_delays; k++ )
    { delay_t *one = &s->delays[k];
      const word_t *pairs = s->pairs + one->first;

      for ( int64_t j = 0; j < 2 * one->n_pairs && !one->is_reached; j++ )
        one->is_reached = TAG(pairs[j]) == REFERENCE && is_reached(s, pairs[j]) ? 1 : 0;
      if ( one->is_reached != 1 )
        continue;
      one->is_reached = 2;
      n_reached++;
      is_changed = 1;
      for ( int64_t j = 0; j < 2 * one->n_pairs; j++ )
      { if ( !meet_variables(s, pairs[j], 0) )
          return -1;
      }
    }
  }
  return n_reached;
}

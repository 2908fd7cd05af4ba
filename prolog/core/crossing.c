/*  The crossing between C and SWI-Prolog: states that C does not resolve, and their candidates.

    A thread sets its target and calls core:expand_compiled/1, which fetches one state after the other
    by core_next() and writes each candidate by core_emit(); states in between that C can resolve are
    resolved here. A buffer that is too small is no error: the call reports it, and is repeated with a
    larger one, which is safe because nothing has changed.

    The goals behind the selected one that no step binds need not become terms: their tokens are copied,
    and resolved has the token of each variable that has been written in this candidate.

    Invariant: candidates are the same as in tests/oracles/general.py, where SWI-Prolog resolves all
    states.
*/
#include "resolve.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* What a thread is crossing with. */

typedef struct
{ expansion_target_t *target;
  int64_t state;                        /* that is being expanded */
  int64_t seen;                         /* its candidates so far, before the page included */
  int64_t n_ahead;                      /* states that were resolved before Prolog is called */
  int64_t limits_of;                    /* the engine that has these limits; 0: none */
  int64_t max_tokens;                   /* of a state */
  int64_t max_steps;                    /* of the sub-proofs of a clause */
  int may_be_cyclic;                    /* there is no occurs check */
  int rest_is_read;                     /* the goals behind are terms; else they are tokens only */
  int delays;                           /* the program may delay goals: they are written anew */
  const int32_t *end;                   /* of the state */
  int64_t n_rest;                       /* its goals behind the selected one */
  const int32_t **rest_at;              /* [n_rest + 1] where each of them starts; the end */
  const int32_t *answer_at;             /* where the answer term starts, behind delayed goals */
  int64_t rest_capacity;
  int64_t n_read;                       /* variables that have a term */
  int32_t *resolved;                    /* [n_resolved] token of each variable, or UNKNOWN */
  int64_t n_resolved, resolved_capacity;
} crossing_t;

enum { UNKNOWN = -1, NO_TOKEN = -2 };

static __thread crossing_t now;
static atomic_llong n_resolved_in_c;

/* Return how many states this process has resolved without Prolog. */

EXPORT int64_t
core_resolved(void)
{ return atomic_load(&n_resolved_in_c);
}

/* Resolve states from number i on; return the first that needs Prolog, or that there was no room for. */

static int64_t
resolve_from(int64_t i)
{ expansion_target_t *t = now.target;
  const program_t *program = program_of(t->program);
  int64_t first = i;

  for ( ; i < t->n && !t->overflow; i++ )
  { if ( !program->clauses || now.may_be_cyclic )
    { begin_state(t, i);
      if ( t->steps )
        t->steps[i] = 0;
      break;
    }
    if ( resolve_state(program, t, i, now.max_tokens, now.max_steps) == LEFT )
      break;
  }
  atomic_fetch_add_explicit(&n_resolved_in_c, i - first, memory_order_relaxed);
  return i;
}

static void
set_target(expansion_target_t *t)
{ now.target = t;
  now.n_ahead = t->overflow = 0;
}

EXPORT void
core_target(expansion_target_t *t)
{ set_target(t);
  t->n_candidates = t->n_tokens = 0;
}

static int
call_prolog(int64_t engine, char *error)
{ static predicate_t predicate;
  char *text;
  int rc = DONE;

  if ( !predicate )
    predicate = PL_predicate("expand_compiled", 1, "core");
  fid_t frame = PL_open_foreign_frame();
  term_t number = PL_new_term_ref(), exception;

  if ( !PL_put_int64(number, engine) ||
       !PL_call_predicate(NULL, PL_Q_NODEBUG|PL_Q_PASS_EXCEPTION, predicate, number) )
  { if ( (exception = PL_exception(0)) &&
         PL_get_nchars(exception, NULL, &text, CVT_WRITEQ|REP_UTF8|BUF_DISCARDABLE) )
      snprintf(error, N_ERROR, "%s", text);
    else
      snprintf(error, N_ERROR, "the goal failed");
    PL_clear_exception();
    rc = RAISED;
  }
  PL_discard_foreign_frame(frame);
  return rc;
}

/*  A call of Prolog costs as much as a short step, and a search without alternatives has one step a
    call: so it is left out where C resolves all states. Limits are those that the engine's last call
    on this thread has set.
*/

int
expand_target(expansion_target_t *t, int64_t engine, char *error)
{ set_target(t);
  if ( now.limits_of == engine )
    now.n_ahead = resolve_from(0);
  if ( now.n_ahead < t->n && !t->overflow && call_prolog(engine, error) != DONE )
    return RAISED;
  return t->overflow ? NO_CAPACITY : DONE;
}

/* ---- a state for Prolog */

/*  Count the variables of the tokens behind the state's terms, n before them included. All literals
    must end within the state: put_rest() relies on it.
*/

static int
find_behind(const int32_t *at, int64_t n)
{ int64_t arity;

  for ( int64_t size; at < now.end; at += size )
  { if ( *at <= FUNCTOR_LITERAL && !checked_literal(at, now.end, &arity) )
      return malformed();
    size = *at <= FUNCTOR_LITERAL ? literal_size(at) : 1;
    if ( *at >= VARIABLE_BASE && *at < VARIABLE_END && *at - VARIABLE_BASE >= n )
      n = *at - VARIABLE_BASE + 1;
  }
  now.n_resolved = n;
  return RESERVE_ARRAY(now.resolved, now.resolved_capacity, n) || PL_resource_error("memory");
}

static inline int
starts_goal(const reading_t *from)      /* with the token of a symbol, no variable and no number */
{ return from->at < from->end && *from->at >= ATOM_LITERAL && *from->at < VARIABLE_BASE;
}

/* Unify rest with the list of the goals behind the selected one, for programs with builtins. */

static int
unify_rest(reading_t *from, term_t rest)
{ term_t tail = PL_copy_term_ref(rest), head = PL_new_term_ref(), fresh = PL_new_term_ref();

  for ( int64_t k = 1; k <= now.n_rest; k++ )
  { PL_put_variable(fresh);
    if ( !starts_goal(from) )
      return malformed();
    if ( !PL_unify_list(tail, head, tail) || !unify_term(from, fresh) || !PL_unify(head, fresh) )
      return FALSE;
    now.rest_at[k] = from->at;
  }
  return PL_unify_nil(tail);
}

/*  Unify delayed with the goals that wait, which are behind the others, and the variables of the answer
    term: delayed(Goals, Variables). A program that cannot delay goals has 0 instead.
*/

static int
unify_delayed(reading_t *from, term_t delayed)
{ static functor_t functor;
  term_t fresh = PL_new_term_ref(), goals = PL_new_term_ref();

  now.answer_at = from->at;
  if ( !now.delays )
    return PL_unify_integer(delayed, 0);
  if ( !functor )
    functor = PL_new_functor(PL_new_atom("delayed"), 2);
  if ( !PL_unify_functor(delayed, functor) || !PL_get_arg(1, delayed, goals) )
    return FALSE;
  if ( from->at == from->end || *from->at != from->program->delayed )
    return PL_unify_nil(goals);
  if ( !unify_term(from, fresh) )
    return FALSE;
  now.answer_at = from->at;
  return PL_get_arg(1, fresh, fresh) && PL_unify(goals, fresh);
}

/* Unify the second argument of delayed with the variables of the answer term that have a term. */

static int
unify_kept(term_t delayed, term_t all)
{ term_t tail = PL_new_term_ref(), head = PL_new_term_ref(), variable = PL_new_term_ref();

  if ( !now.delays )
    return TRUE;
  if ( !PL_get_arg(2, delayed, tail) )
    return FALSE;
  for ( const int32_t *at = now.answer_at; at < now.end; )
  { int64_t k = *at - VARIABLE_BASE;

    if ( *at >= VARIABLE_BASE && *at < VARIABLE_END && k < now.n_read )
    { _PL_get_arg(k + 1, all, variable);
      if ( !PL_unify_list(tail, head, tail) || !PL_unify(head, variable) )
        return FALSE;
    }
    at += *at <= FUNCTOR_LITERAL ? literal_size(at) : 1;
  }
  return PL_unify_nil(tail);
}

/*  core_next(-Goal, -Rest, -Delayed, -Hidden, -Variables) is nondet: the states of the target, one by one.

    Variables holds the variables of the goal, of Rest and of delayed goals, see unify_delayed(). Without
    Rest (0) the goals behind stay tokens. The answer term always does.
*/

static int
unify_state(int64_t i, term_t goal, term_t rest, term_t delayed, term_t hidden, term_t all)
{ const expansion_target_t *t = now.target;
  int64_t row = t->rows[i];
  reading_t from = { program_of(t->program), t->tokens + t->offsets[row],
                     t->tokens + t->offsets[row + 1], 0 };

  now.end = from.end;
  now.n_rest = from.at < from.end ? count_of(*from.at++) - 1 : -1;
  now.rest_is_read = rest != 0;
  now.delays = rest && from.program->delayed;
  if ( now.n_rest < 0 || now.n_rest > from.end - from.at || !starts_goal(&from) )
    return malformed();
  if ( !RESERVE_ARRAY(now.rest_at, now.rest_capacity, rest ? now.n_rest + 1 : 1) )
    return PL_resource_error("memory");
  if ( !unify_term(&from, goal) )
    return FALSE;
  now.rest_at[0] = from.at;
  if ( rest && (!unify_rest(&from, rest) || !unify_delayed(&from, delayed)) )
    return FALSE;
  now.n_read = from.n_variables;
  return find_behind(from.at, now.n_read) && PL_unify_int64(hidden, t->hidden[i]) &&
         unify_variables(all, now.n_read) && (!rest || unify_kept(delayed, all));
}

static foreign_t
next_state(term_t goal, term_t rest, term_t delayed, term_t hidden, term_t all, control_t handle)
{ int control = PL_foreign_control(handle);

  if ( control == PL_PRUNED )
    return TRUE;
  int64_t i = resolve_from(control == PL_REDO ? PL_foreign_context(handle) : now.n_ahead);

  if ( i >= now.target->n || now.target->overflow || PL_handle_signals() < 0 )
    return FALSE;
  now.state = i;
  now.seen = 0;
  if ( !unify_state(i, goal, rest, delayed, hidden, all) )
    return FALSE;
  PL_retry(i + 1);
}

static foreign_t
core_next(term_t goal, term_t rest, term_t delayed, term_t hidden, term_t all, control_t handle)
{ return next_state(goal, rest, delayed, hidden, all, handle);
}

/* core_next_goal(-Goal, -Hidden, -Variables) is nondet: core_next() without Rest and Delayed. */

static foreign_t
core_next_goal(term_t goal, term_t hidden, term_t all, control_t handle)
{ return next_state(goal, 0, 0, hidden, all, handle);
}

/* ---- its candidates */

/* Write what variable k of the state is bound to now. */

static int
put_variable(writing_t *to, int64_t k, term_t all, term_t value)
{ int32_t token = now.resolved[k];

  if ( token > 0 )
    return put_token(to, token);
  if ( k >= now.n_read )                /* it occurs nowhere but behind: it has no term */
  { if ( VARIABLE_BASE + to->n_variables >= VARIABLE_END )
      return TOO_LARGE;
    return put_token(to, now.resolved[k] = VARIABLE_BASE + to->n_variables++);
  }
  int64_t start = to->target->n_tokens;

  _PL_get_arg(k + 1, all, value);
  if ( now.may_be_cyclic && !PL_is_acyclic(value) )
    return TOO_LARGE;
  int rc = put_swipl_term(&program_of(to->target->program)->symbols, to, value);

  if ( rc == WRITTEN )
    now.resolved[k] = to->target->n_tokens == start + 1 ? to->target->out[start] : NO_TOKEN;
  return rc;
}

/* Write '$delayed'(Goals), unless there are none. */

static int
put_delayed(writing_t *to, term_t delayed)
{ const program_t *program = program_of(to->target->program);

  if ( PL_get_nil(delayed) )
    return WRITTEN;
  int rc = put_token(to, program->delayed);

  return rc == WRITTEN ? put_swipl_term(&program->symbols, to, delayed) : rc;
}

/* Copy tokens of the state from at on, each variable replaced by what it is bound to now. */

static int
put_rest(writing_t *to, const int32_t *at, term_t all)
{ int rc = WRITTEN;
  term_t value = PL_new_term_ref();

  while ( rc == WRITTEN && at < now.end )
  { if ( *at >= VARIABLE_BASE && *at < VARIABLE_END )
      rc = put_variable(to, *at++ - VARIABLE_BASE, all, value);
    else if ( *at > FUNCTOR_LITERAL )
      rc = put_token(to, *at++);
    else
    { rc = put_codes(to, at, literal_size(at));
      at += literal_size(at);
    }
  }
  return rc;
}

/* Write a candidate: the new goals, those behind the selected goal, then the answer term. */

static int
put_candidate_of_prolog(writing_t *to, term_t goals, term_t delayed, term_t all)
{ size_t n_listed = 0;

  PL_skip_list(goals, 0, &n_listed);
  /* goals that are behind in the state too are copied from there; builtins in front were run */
  int64_t n = n_listed, n_kept = now.n_rest;

  if ( !now.rest_is_read )
    n += now.n_rest;
  else if ( n < n_kept )
    n_kept = n;
  if ( now.delays )                     /* goals that were woken may be in front of those behind */
    n_kept = 0;
  int rc = put_token(to, code_of(n));

  for ( int64_t k = 0; k < now.n_resolved; k++ )
    now.resolved[k] = UNKNOWN;
  if ( rc == WRITTEN )
    rc = put_swipl_list(&program_of(to->target->program)->symbols, to, goals, n - n_kept);
  if ( rc == WRITTEN && now.delays )
    rc = put_delayed(to, delayed);
  if ( rc == WRITTEN )
    rc = put_rest(to, now.delays ? now.answer_at
                                 : now.rest_at[now.rest_is_read ? now.n_rest - n_kept : 0], all);
  return rc;
}

/*  core_emit(+Goals, +Delayed, +Clause, +Variables): write a candidate of the state. Succeeds if the page is
    over, so that the caller stops; fails to ask for the next one. Goals is the resolvent, or where
    the goals behind were left alone the body of the clause.
*/

static foreign_t
core_emit(term_t goals, term_t delayed, term_t t_clause, term_t all)
{ expansion_target_t *t = now.target;
  int64_t clause, i = now.state, nth = now.seen++;

  if ( nth < t->first[i] )
    return FALSE;
  if ( nth >= t->first[i] + t->limit )
  { t->more[i] = 1;
    return TRUE;
  }
  if ( t->n_candidates >= t->candidate_capacity )
  { t->overflow = 1;
    return TRUE;
  }
  if ( !PL_get_int64_ex(t_clause, &clause) )
    return FALSE;
  fid_t frame = PL_open_foreign_frame();
  writing_t to = { t, t->n_tokens, now.max_tokens, 0 };
  int rc = now.may_be_cyclic && !PL_is_acyclic(goals) ? TOO_LARGE
                                                      : put_candidate_of_prolog(&to, goals, delayed, all);

  PL_discard_foreign_frame(frame);      /* unbinds the numbered variables */
  if ( rc == TOO_LARGE )
    PL_clear_exception();
  t->overflow = end_candidate(&to, rc, i, clause) == NO_SPACE;
  return t->overflow;
}

/* core_done(+Context): add the counters and steps of Context (constants.pl) to the state's. */

static foreign_t
core_done(term_t context)
{ static const int places[N_LOST] =
    { BUILTIN_ERRORS, INFERENCE_LIMITS, SUBPROOF_LIMITS, SIZE_LIMITS };
  term_t count = PL_new_term_ref();
  int64_t n;

  for ( int k = 0; k < N_LOST; k++ )
  { if ( !PL_get_arg(places[k], context, count) || !PL_get_int64(count, &n) )
      return FALSE;
    now.target->lost[N_LOST * now.state + k] += n;
  }
  if ( !PL_get_arg(STEPS, context, count) || !PL_get_int64(count, &n) )
    return FALSE;
  if ( now.target->steps )
    now.target->steps[now.state] += n;
  return TRUE;
}

/*  core_limits(+Engine, +Sound, +MaxTokens, +MaxSteps): set the limits of the calls of this thread that
    follow.
*/

static foreign_t
core_limits(term_t engine, term_t sound, term_t tokens, term_t steps)
{ char *mode;

  if ( !PL_get_int64_ex(engine, &now.limits_of) || !PL_get_atom_chars(sound, &mode) ||
       !PL_get_int64_ex(tokens, &now.max_tokens) || !PL_get_int64_ex(steps, &now.max_steps) )
    return FALSE;
  now.may_be_cyclic = !strcmp(mode, "finite");
  return TRUE;
}

const PL_extension crossing_predicates[] =
{ { "core_next", 5, core_next, PL_FA_NONDETERMINISTIC },
  { "core_next_goal", 3, core_next_goal, PL_FA_NONDETERMINISTIC },
  { "core_emit", 4, core_emit, 0 },
  { "core_limits", 4, core_limits, 0 },
  { "core_done", 1, core_done, 0 },
  { 0 }
};

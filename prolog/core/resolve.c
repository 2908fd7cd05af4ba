/*  Resolution in C: the candidates of a state, each by one clause, as resolution.pl finds them.

    The selected goal is unified with the head of each clause that its index leaves (SLD resolution:
    Kowalski 1974). Builtins in front of the new goals run in the same step, and then builtins in
    front of the goals behind. A clause with '$each' or '$until' has a candidate for each solution.
    A clause that commits is the last one.

    Invariant: a state is resolved whole or left whole to SWI-Prolog, the oracle, whose candidates these
    are, in its order.
*/
#include "resolve.h"
#include <stdlib.h>
#include <string.h>

static __thread step_t *own;

/* Behind a solution of '$until' that is a cut, drop the others. */

static void
end_until(step_t *s)
{ if ( !s->until || sign_of(s, s->heap[AT(s->until) + 2]) <= 0 )
    return;
  s->n_choices = s->each_base;
  s->each_base = -1;
  s->has_committed |= s->until_commits;
}

/*  Find the first solution of '$each' or '$until', and keep the variables of the clause for the others. */

static int
begin_each(step_t *s, const clause_t *clause, uint8_t kind, word_t goal, int commits)
{ if ( !RESERVE(s, s->each_variables, s->each_capacity, clause->n_variables + 1) )
    return 0;
  s->until = kind == UNTIL ? goal : 0;
  s->until_commits = commits;
  memcpy(s->each_variables, s->variables, clause->n_variables * sizeof(*s->variables));
  if ( !first_solution(s, s->heap[AT(goal) + (kind == UNTIL ? 1 : 2)]) )
  { s->each_base = -1;
    return 0;
  }
  end_until(s);
  return 1;
}

/*  Run the builtins in front of the goals left of the body, and then of the state's goals,
    and move front behind them. 1: they hold.
*/

static int
run_front(step_t *s, const clause_t *clause, front_t *front)
{ for ( ;; )
  { int is_of_body = front->n_done < clause->n_goals;

    if ( !is_of_body && front->behind == s->n_goals )
      return 1;
    const int32_t *at = is_of_body ? front->body : s->goal_at[front->behind];
    uint8_t kind = *at > FUNCTOR_LITERAL ? s->clauses->kind[*at] : USER;

    if ( kind == USER || kind == CALL )
      return 1;
    if ( kind == OTHER_BUILTIN )
      return leave(s);
    word_t goal = build_term(s, &at, is_of_body ? s->variables : 0);

    if ( is_of_body )
    { front->body = at;
      front->n_done++;
    } else
      s->goal_at[++front->behind] = at; /* new where only the first goal was read */
    if ( s->is_left )
      return 0;
    int commits = is_of_body && front->n_done == 1 && clause->cut == CUT_BEHIND;

    if ( kind == EACH || kind == UNTIL )
    { if ( s->each_base >= 0 || s->n_delays )   /* one of them is all that most clauses have */
        return leave(s);
      s->each_front = *front;
      if ( !begin_each(s, clause, kind, goal, commits) )
      { s->has_committed |= commits && s->is_over;      /* it may be that it commits */
        return 0;
      }
    } else
    { int holds = run_goal(s, kind, goal) && !s->is_left && (!s->n_delays || delays_hold(s));

      s->has_committed |= commits && (holds || s->is_over);
      if ( !holds )
        return 0;
    }
  }
}

/*  Go on with the next solution of the '$each' or '$until' of a clause, as run_front() does behind it. 1: a
    candidate; 0: see each_base, which is -1 when there are no more.
*/

static int
run_again(step_t *s, const clause_t *clause, front_t *front)
{ if ( !next_solution(s) )
  { s->each_base = -1;
    s->has_committed |= s->until && s->until_commits &&
                        (s->is_over || sign_of(s, s->heap[AT(s->until) + 2]) == 0);
    return 0;
  }
  end_until(s);
  memcpy(s->variables, s->each_variables, clause->n_variables * sizeof(*s->variables));
  *front = s->each_front;
  return run_front(s, clause, front);
}

/*  Find the constants and functors of the goal's first arguments, -1 where there is none; return how many
    arguments there are, at most MOST_INDEXED.
*/

static int32_t
keys_of(const step_t *s, word_t goal, int32_t *keys)
{ int32_t arity = TAG(goal) == COMPOUND ? s->clauses->arity[s->heap[AT(goal)]] : 0;
  int32_t n = arity < MOST_INDEXED ? arity : MOST_INDEXED;

  for ( int32_t k = 0; k < n; k++ )
  { word_t word = value_of(s, s->heap[AT(goal) + 1 + k]);

    keys[k] = TAG(word) == CONSTANT   ? (int32_t)AT(word)
              : TAG(word) == COMPOUND ? (int32_t)s->heap[AT(word)]
                                      : -1;
  }
  return n;
}

/*  Return whether a clause has another constant or functor in its head than one of n keys. This rules out most
    clauses of a long list, before anything is undone or bound.
*/

static inline int
differs(const clauses_t *clauses, const clause_t *clause, const int32_t *keys, int32_t n)
{ const int32_t *at = clauses->codes + clause->head;

  for ( int32_t k = 0; k < n; k++, at++ )
  { int32_t token = *at;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
      continue;
    if ( token <= FUNCTOR_LITERAL )
      return 0;
    if ( keys[k] >= 0 && keys[k] != token )
      return 1;
    if ( token < VARIABLE_END && clauses->arity[token] )
      return 0;                         /* where the next argument starts is not known */
  }
  return 0;
}

/* Resolve the goal with each clause. As core_emit(), count what comes before the page. */

static int
resolve_goal(step_t *s, word_t goal)
{ const clauses_t *clauses = s->clauses;
  expansion_target_t *t = s->target;
  int32_t token = (int32_t)(TAG(goal) == COMPOUND ? s->heap[AT(goal)] : AT(goal)), n;
  const definition_t *predicate = &clauses->predicates[token];

  if ( predicate->is_left || clauses->kind[token] != USER )
    return LEFT;
  const int32_t *list = clauses_for(s, predicate, goal, &n);
  const mark_t before = { 0, s->n_heap, 0 };
  int64_t first = t->first[s->i], seen = 0;
  int32_t keys[MOST_INDEXED], n_keys = keys_of(s, goal, keys);

  for ( int32_t k = 0; k < n; k++ )
  { const clause_t *clause = &clauses->clauses[list[k]];

    if ( is_hidden(s, clause) || differs(clauses, clause, keys, n_keys) )
      continue;
    front_t front = { clauses->codes + clause->body, 0, 1 };

    go_back(s, &before);
    s->all_steps += s->n_steps;
    s->n_choices = s->n_steps = s->n_walked = s->charged = s->n_copies = 0;
    s->each_base = -1;
    s->n_delays = s->n_state_delays;
    int holds = unify_head(s, clause, goal) && !s->is_left && (!s->n_delays || delays_hold(s));

    s->has_committed = holds && clause->cut == CUT_FRONT;
    holds = holds && run_front(s, clause, &front);

    for ( ;; )
    { if ( s->is_over )
      { holds = s->is_over = s->is_left = 0;
        t->lost[N_LOST * s->i + 2]++;   /* the column of sub-proofs */
      }
      if ( s->is_left )
        return LEFT;
      if ( holds && seen++ >= first )
      { if ( seen > first + t->limit )
        { t->more[s->i] = 1;
          return RESOLVED;
        }
        if ( t->n_candidates >= t->candidate_capacity )
          return NO_MORE;
        int rc = put_candidate(s, clause, &front);

        if ( s->is_left )
          return LEFT;
        if ( rc == NO_SPACE )
          return NO_MORE;
      }
      if ( s->each_base < 0 )
        break;
      holds = run_again(s, clause, &front);
    }
    if ( s->has_committed )
      break;
  }
  return RESOLVED;
}

/* Make cells for the variables of the state, build its first goal, and resolve that. */

static int
resolve_read(step_t *s)
{ if ( !RESERVE(s, s->variables, s->variable_capacity, s->clauses->most_variables) ||
       !RESERVE(s, s->inner_variables, s->inner_capacity, s->clauses->most_variables) )
    return LEFT;
  new_cells(s, s->n_variables);
  for ( int64_t k = 0; !s->is_left && k < s->n_variables; k++ )
    s->heap[k] = REFERENCE | (word_t)k;
  const int32_t *at = s->goal_at[0];
  word_t goal = s->is_left ? 0 : build_term(s, &at, 0);

  s->n_ground = s->n_variables ? 0 : s->n_heap;
  if ( s->is_left || (s->program->delayed && !read_delays(s)) )
    return LEFT;
  return resolve_goal(s, goal);
}

void
begin_state(expansion_target_t *t, int64_t i)
{ memset(t->lost + N_LOST * i, 0, N_LOST * sizeof(*t->lost));
  t->counts[i] = t->more[i] = 0;
}

int
resolve_state(const program_t *program, expansion_target_t *t, int64_t i, int64_t max_tokens,
              int64_t max_steps)
{ begin_state(t, i);
  if ( !own && !(own = calloc(1, sizeof(*own))) )
    return LEFT;
  step_t *s = own;
  int64_t n_candidates = t->n_candidates, n_tokens = t->n_tokens;

  s->program = program;
  s->clauses = program->clauses;
  s->target = t, s->i = i;
  s->max_tokens = max_tokens;
  s->hidden = t->hidden[i];
  s->at = t->tokens + t->offsets[t->rows[i]];
  s->end = t->tokens + t->offsets[t->rows[i] + 1];
  s->most_steps = max_steps;
  s->n_heap = s->n_trail = s->is_left = s->is_over = s->all_steps = s->n_steps = 0;
  s->is_read = program->delayed || !t->written || !t->written[i] || !read_first(s);
  s->n_delays = s->n_state_delays = 0;
  int rc = !s->is_read || read_state(s) ? resolve_read(s) : LEFT;

  if ( rc == NO_MORE )
    t->overflow = 1;
  if ( t->steps )
    t->steps[i] = rc == LEFT ? 0 : s->all_steps + s->n_steps;
  if ( rc == LEFT )
  { t->n_candidates = n_candidates;
    t->n_tokens = n_tokens;
    begin_state(t, i);
  }
  return rc;
}

/*  Candidates: the tokens of a state that C resolves, and of the states that come of it.

    A candidate is the body of a clause, then the tokens behind the selected goal, each variable replaced
    by its value, with variables numbered in the order in which they occur. Where few variables of the
    selected goal occur behind it, the tokens behind it are copied in pieces, or all with shifted
    numbers.

    Invariant: a candidate is canonical; variables that were numbered while it was written are in
    written, and are variables again behind it. A malformed state is left to SWI-Prolog, which
    raises the error.
*/
#include "resolve.h"
#include <string.h>

/*  Find the goals of the state and count its variables. 0: it is malformed, or its selected
    goal has a literal: Prolog then raises the error, or resolves it.
*/

int
read_state(step_t *s)
{ const clauses_t *clauses = s->clauses;
  const int32_t *at = s->at, *end = s->end;
  int64_t n = at < end ? count_of(*at++) : -1, most = 0, n_places = 0;

  if ( n < 1 || n > end - at || !RESERVE(s, s->goal_at, s->goal_capacity, n + 1) ||
       !RESERVE(s, s->places, s->place_capacity, end - at + 1) )
    return 0;
  for ( int64_t g = 0; g <= n; g++ )
  { int64_t open = 1;                   /* terms to come; behind the goals any number */

    s->goal_at[g] = at;
    if ( g < n && (at >= end || *at < ATOM_LITERAL || *at >= VARIABLE_BASE) )
      return 0;
    while ( g < n ? open > 0 : at < end )
    { if ( at >= end )
        return 0;
      int32_t token = *at++;

      if ( token >= VARIABLE_END )
      { if ( token < INTEGER_BASE + INTEGER_LEAST || token >= INTEGER_BASE + INTEGER_END )
          return 0;
        open--;
      } else if ( token >= VARIABLE_BASE )
      { most = token - VARIABLE_BASE >= most ? token - VARIABLE_BASE + 1 : most;
        s->places[n_places] = at - 1;
        n_places += g > 0;
        open--;
      } else if ( token > FUNCTOR_LITERAL )
      { if ( token >= clauses->n_tokens || clauses->arity[token] < 0 )
          return 0;
        open += clauses->arity[token] - 1;
      } else
      { int64_t arity, size = checked_literal(at - 1, end, &arity);

        if ( g == 0 || !size )
          return 0;
        open += arity - 1;
        at += size - 1;
      }
    }
  }
  s->places[n_places] = end;
  s->n_goals = n;
  s->n_variables = most;
  return 1;
}

/* Find the variables behind the first goal of a state of which no more is known. 0: there is no memory. */

int
find_places(step_t *s)
{ const int32_t *at = s->goal_at[1];
  int64_t n = 0;

  if ( !RESERVE(s, s->places, s->place_capacity, s->end - at + 1) )
    return 0;
  for ( ; at < s->end; at++ )
  { s->places[n] = at;
    n += *at >= VARIABLE_BASE && *at < VARIABLE_END;
  }
  s->places[n] = at;
  return s->is_read = 1;
}

CLONES static void
meet_tokens(const int32_t *at, int64_t n, int32_t *n_variables, int32_t *has_literal)
{ int32_t most = -1, is_literal = 0;

  for ( int64_t k = 0; k < n; k++ )
  { int32_t variable = at[k] - VARIABLE_BASE;

    variable = at[k] < VARIABLE_END ? variable : -1;
    most = variable > most ? variable : most;
    is_literal |= at[k] <= FUNCTOR_LITERAL;
  }
  *n_variables = most + 1;
  *has_literal = is_literal;
}

/*  Find the first goal of a state that was written as a candidate, so that it is known to be well
    formed. 0: read_state() must look at it: it has a literal, or a first goal that C does not know.
*/

int
read_first(step_t *s)
{ const int32_t *at = s->at + 1;
  int32_t has_literal, n;

  meet_tokens(at, s->end - at, &n, &has_literal);
  if ( has_literal || at == s->end || *at >= VARIABLE_BASE ||
       !RESERVE(s, s->goal_at, s->goal_capacity, count_of(*s->at) + 1) )
    return 0;
  s->goal_at[0] = at;
  s->n_selected = 0;
  for ( int64_t open = 1; open > 0; open-- )
  { int32_t token = at < s->end ? *at++ : s->clauses->n_tokens;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
    { int64_t met = token - VARIABLE_BASE + 1;

      s->n_selected = met > s->n_selected ? met : s->n_selected;
    } else if ( token < VARIABLE_BASE )
    { if ( token >= s->clauses->n_tokens || s->clauses->arity[token] < 0 )
        return 0;
      open += s->clauses->arity[token];
    }
  }
  s->goal_at[1] = at;
  s->n_goals = count_of(*s->at);
  s->n_variables = n;
  return 1;
}

/* ---- terms to tokens */

int
put_codes(writing_t *to, const int32_t *codes, int64_t n)
{ expansion_target_t *t = to->target;

  if ( t->n_tokens - to->start > to->most - n )
    return TOO_LARGE;
  if ( t->n_tokens > t->token_capacity - n )
    return NO_SPACE;
  memcpy(t->out + t->n_tokens, codes, n * sizeof(*codes));
  t->n_tokens += n;
  return WRITTEN;
}

static int
put_variable(step_t *s, writing_t *to, word_t variable)
{ if ( VARIABLE_BASE + to->n_variables >= VARIABLE_END )
    return TOO_LARGE;
  if ( !RESERVE(s, s->written, s->written_capacity, s->n_written + 1) )
    return WRITTEN;                     /* the state is left to Prolog */
  s->written[s->n_written++] = AT(variable);
  s->heap[AT(variable)] = NUMBERED | (word_t)to->n_variables;
  return put_token(to, VARIABLE_BASE + to->n_variables++);
}

static int
put_word(step_t *s, writing_t *to, word_t word, int depth)
{ for ( ;; )
  { word = value_of(s, word);
    switch ( TAG(word) )
    { case REFERENCE:
        return put_variable(s, to, word);
      case NUMBERED:
        return put_token(to, VARIABLE_BASE + (int32_t)AT(word));
      case CONSTANT:
        return put_token(to, (int32_t)AT(word));
      case LITERAL:
      { const int32_t *codes = s->clauses->codes + AT(word);

        return put_codes(to, codes, literal_size(codes));
      }
      case COMPOUND:
        break;
      default:
        leave(s);
        return WRITTEN;
    }
    if ( depth >= DEEPEST )
    { leave(s);
      return WRITTEN;
    }
    word_t at = AT(word);
    int32_t token = (int32_t)s->heap[at], arity = s->clauses->arity[token];
    int rc = put_token(to, token);

    for ( int32_t k = 1; rc == WRITTEN && k < arity; k++ )
      rc = put_word(s, to, s->heap[at + k], depth + 1);
    if ( rc != WRITTEN || s->is_left )
      return rc;
    word = s->heap[at + arity];
  }
}

/*  Write tokens from at to end, each variable replaced by its value: variable k is cell k where variables is
    0, as in the state, and else variables[k], as in a clause.
*/

static int
put_tokens(step_t *s, writing_t *to, const int32_t *at, const int32_t *end, word_t *variables)
{ int rc = WRITTEN;

  while ( rc == WRITTEN && at < end && !s->is_left )
  { int32_t token = *at, k = token - VARIABLE_BASE;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
    { if ( variables && variables[k] == UNSET )
        variables[k] = new_variable(s);
      if ( !s->is_left )
        rc = put_word(s, to, variables ? variables[k] : REFERENCE | (word_t)k, 0);
      at++;
    } else if ( token > FUNCTOR_LITERAL )
      rc = put_token(to, token), at++;
    else
    { rc = put_codes(to, at, literal_size(at));
      at += literal_size(at);
    }
  }
  return rc;
}

/* Write the functor of the left or right side of a constraint of n pairs. */

static int
put_side(step_t *s, writing_t *to, int32_t n)
{ static atom_t f;

  if ( !f )
    f = PL_new_atom("f");
  int32_t token = token_of(&s->program->symbols, f, n);
  const int32_t literal[] = { FUNCTOR_LITERAL, code_of(n), code_of(1), 'f' };

  return token ? put_token(to, token) : put_codes(to, literal, 4);
}

static int
put_delay(step_t *s, writing_t *to, const delay_t *one)
{ const word_t *pairs = s->pairs + one->first;
  int rc = put_token(to, s->clauses->dif);

  for ( int side = 0; rc == WRITTEN && side < 2; side++ )
  { if ( one->n_pairs > 1 )
      rc = put_side(s, to, (int32_t)one->n_pairs);
    for ( int64_t k = 0; rc == WRITTEN && !s->is_left && k < one->n_pairs; k++ )
      rc = put_word(s, to, pairs[2 * k + side], 0);
  }
  return rc;
}

/*  Write the goals of the state from behind on, the delayed goals of the candidate, and the answer term, for
    a program that may delay goals.
*/

static int
put_behind_with_delays(step_t *s, writing_t *to, int64_t behind)
{ int rc = put_tokens(s, to, s->goal_at[behind], s->goal_at[s->n_goals], 0);
  int64_t n = rc == WRITTEN && !s->is_left ? reach_delays(s) : 0;

  if ( n > 0 )
    rc = put_token(to, s->program->delayed);
  for ( int64_t k = 0; n > 0 && rc == WRITTEN && !s->is_left && k < s->n_delays; k++ )
  { if ( s->delays[k].is_reached && (rc = put_token(to, LIST_CELL)) == WRITTEN )
      rc = put_delay(s, to, &s->delays[k]);
  }
  if ( n > 0 && rc == WRITTEN )
    rc = put_token(to, EMPTY_LIST);
  return rc == WRITTEN ? put_tokens(s, to, s->answer_at, s->end, 0) : rc;
}

/*  Copy tokens, of which none is of a literal: the first variables become their values, the numbers
    of all others are shifted. values[n_values] is never used. */

CLONES static void
shift_variables(int32_t *restrict out, const int32_t *restrict at, int64_t n,
                const word_t *restrict values, uint32_t n_values, int32_t shift)
{ for ( int64_t k = 0; k < n; k++ )
  { int32_t token = at[k];
    uint32_t variable = (uint32_t)token - VARIABLE_BASE;
    int32_t value = (int32_t)values[variable < n_values ? variable : n_values];
    int32_t shifted = token + (variable < VARIABLE_END - VARIABLE_BASE ? shift : 0);

    out[k] = variable < n_values ? value : shifted;
  }
}

/*  Write the goals behind the first goal of a state that was not read. Its variables are numbered
    in the order in which they occur. So where each variable of the goal has become a constant, or
    was written before, the others keep their order. 0: this is not so, or there may be too little
    room.
*/

static int
shift_behind(step_t *s, writing_t *to)
{ expansion_target_t *t = to->target;
  const int32_t *at = s->goal_at[1];
  int64_t n = s->end - at, n_others = s->n_variables - s->n_selected;

  if ( n > t->token_capacity - t->n_tokens || n > to->most + to->start - t->n_tokens ||
       to->n_variables + n_others > VARIABLE_END - VARIABLE_BASE ||
       !RESERVE(s, s->values, s->value_capacity, s->n_selected + 1) )
    return 0;
  for ( int64_t k = 0; k < s->n_selected; k++ )
  { word_t word = value_of(s, REFERENCE | (word_t)k);

    if ( TAG(word) == CONSTANT )
      s->values[k] = AT(word);
    else if ( TAG(word) == NUMBERED )
      s->values[k] = VARIABLE_BASE + AT(word);
    else
      return 0;
  }
  shift_variables(t->out + t->n_tokens, at, n, s->values, (uint32_t)s->n_selected,
                  to->n_variables - (int32_t)s->n_selected);
  t->n_tokens += n;
  to->n_variables += (int32_t)n_others;
  return 1;
}

/*  Write the goals of the state from behind on, each variable replaced by its value. What is between
    two variables is copied as it is. Where all of it fits with a token for each variable, as
    behind a fact, nothing else is checked until the value of a variable is a term.
*/

static int
put_behind(step_t *s, writing_t *to, int64_t behind)
{ if ( !s->is_read && ((behind == 1 && shift_behind(s, to)) || s->is_left || !find_places(s)) )
    return WRITTEN;
  expansion_target_t *t = to->target;
  const int32_t *at = s->goal_at[behind], *end = s->end, **next = s->places;
  int rc = WRITTEN;

  while ( *next < at )                  /* the last one is the end of the state */
    next++;
  while ( rc == WRITTEN && !s->is_left )
  { int64_t n = end - at, most = to->most + to->start - t->n_tokens;

    if ( n <= t->token_capacity - t->n_tokens && n <= most &&
         to->n_variables + n <= VARIABLE_END - VARIABLE_BASE &&
         RESERVE(s, s->written, s->written_capacity, s->n_written + n) )
    { int32_t *out = t->out + t->n_tokens, n_variables = to->n_variables;

      for ( ;; at++, next++ )
      { while ( at < *next )
          *out++ = *at++;
        if ( at == end )
          break;
        word_t word = value_of(s, REFERENCE | (word_t)(*at - VARIABLE_BASE));

        if ( TAG(word) == CONSTANT )
          *out++ = (int32_t)AT(word);
        else if ( TAG(word) == NUMBERED )
          *out++ = VARIABLE_BASE + (int32_t)AT(word);
        else if ( TAG(word) == REFERENCE )
        { s->written[s->n_written++] = AT(word);
          s->heap[AT(word)] = NUMBERED | (word_t)n_variables;
          *out++ = VARIABLE_BASE + n_variables++;
        } else
          break;
      }
      t->n_tokens = out - t->out;
      to->n_variables = n_variables;
    }
    rc = put_codes(to, at, *next - at);
    at = *next++;
    if ( rc != WRITTEN || at == end )
      return rc;
    rc = put_word(s, to, REFERENCE | (word_t)(*at++ - VARIABLE_BASE), 0);
  }
  return rc;
}

/*  Note what was written as a candidate of state i, with this outcome. What is TOO_LARGE is lost. */

int
end_candidate(const writing_t *to, int rc, int64_t i, int64_t clause)
{ expansion_target_t *t = to->target;

  if ( rc == TOO_LARGE )
  { t->n_tokens = to->start;
    t->lost[N_LOST * i + N_LOST - 1]++; /* the last column: size limits */
  }
  if ( rc != WRITTEN )
    return rc;
  int64_t k = t->n_candidates++;

  t->clauses[k] = clause;
  t->ends[k] = t->n_tokens;
  hash_tokens(t->out + to->start, t->n_tokens - to->start, t->hashes + 2 * k);
  t->counts[i]++;
  return WRITTEN;
}

int
put_candidate(step_t *s, const clause_t *clause, const front_t *front)
{ writing_t to = { s->target, s->target->n_tokens, s->max_tokens, 0 };
  int64_t n = clause->n_goals - front->n_done + s->n_goals - front->behind;

  s->n_written = 0;
  if ( s->program->delayed && !reduce_delays(s) )
    return WRITTEN;
  int rc = put_token(&to, code_of(n));

  if ( rc == WRITTEN )
    rc = put_tokens(s, &to, front->body, s->clauses->codes + clause->end, s->variables);
  if ( rc == WRITTEN && !s->is_left )
    rc = s->program->delayed ? put_behind_with_delays(s, &to, front->behind)
                             : put_behind(s, &to, front->behind);
  while ( s->n_written > 0 )
  { int64_t at = s->written[--s->n_written];

    s->heap[at] = REFERENCE | (word_t)at;
  }
  return s->is_left ? rc : end_candidate(&to, rc, s->i, clause->id);
}

/*  Candidates of a state without SWI-Prolog: unification, builtins in front, and the tokens of what
    is left. Results are those of resolution.pl, which is the oracle and gets what is left to it.

    The goals behind the selected one stay tokens; a variable of theirs is the cell of its number.
*/
#include "resolve.h"
#include <stdlib.h>
#include <string.h>

static __thread step_t *own;

static int read_rest(step_t *s);

static int
reserve(step_t *s, void **memory, int64_t *room, int64_t wanted, size_t size)
{ if ( wanted <= *room )
    return 1;
  int64_t n = 2 * wanted + 1024;
  void *grown = realloc(*memory, n * size);

  if ( !grown )
    return leave(s);
  *memory = grown;
  *room = n;
  return 1;
}

#define RESERVE(s, array, room, wanted) \
  reserve((s), (void **)&(array), &(room), (wanted), sizeof(*(array)))

/* ---- the heap */

word_t
new_cells(step_t *s, int64_t n)
{ int64_t at = s->n_heap;

  if ( at + n > PAYLOAD || !RESERVE(s, s->heap, s->heap_room, at + n) )
  { s->is_left = 1;
    return 0;
  }
  s->n_heap += n;
  return (word_t)at;
}

static word_t
new_variable(step_t *s)
{ word_t at = new_cells(s, 1);

  if ( !s->is_left )
    s->heap[at] = REFERENCE | at;
  return REFERENCE | at;
}

word_t
new_compound(step_t *s, int32_t token, int32_t arity)
{ word_t at = new_cells(s, arity + 1);

  if ( !s->is_left )
    s->heap[at] = (word_t)token;
  return COMPOUND | at;
}

static int
bind(step_t *s, word_t variable, word_t word)
{ if ( !RESERVE(s, s->trail, s->trail_room, s->n_trail + 1) )
    return 0;
  s->trail[s->n_trail++] = AT(variable);
  s->heap[AT(variable)] = word;
  return 1;
}

void
undo(step_t *s, int64_t n_trail)
{ while ( s->n_trail > n_trail )
  { int64_t at = s->trail[--s->n_trail];

    s->heap[at] = REFERENCE | (word_t)at;
  }
}

/* ---- unification with the occurs check */

static int
occurs(step_t *s, word_t variable, word_t word, int depth)
{ for ( ;; )
  { word = value_of(s, word);
    if ( word == variable )
      return 1;
    if ( TAG(word) != COMPOUND )
      return 0;
    if ( is_too_much(s, depth) )
    { s->is_left = 1;
      return 1;
    }
    word_t at = AT(word);
    int32_t arity = s->clauses->arity[s->heap[at]];

    for ( int32_t k = 1; k < arity; k++ )
    { if ( occurs(s, variable, s->heap[at + k], depth + 1) )
        return 1;
    }
    word = s->heap[at + arity];
  }
}

static int
bind_checked(step_t *s, word_t variable, word_t word)
{ if ( TAG(word) == COMPOUND && occurs(s, variable, word, 0) )
    return 0;
  return bind(s, variable, word);
}

static int
same_literal(const step_t *s, word_t a, word_t b)
{ const int32_t *x = s->clauses->codes + AT(a), *y = s->clauses->codes + AT(b);

  return x[0] == y[0] && x[1] == y[1] && !memcmp(x + 2, y + 2, count_of(x[1]) * sizeof(*x));
}

static int
unify_deep(step_t *s, word_t a, word_t b, int depth)
{ for ( ;; )
  { a = value_of(s, a);
    b = value_of(s, b);
    if ( a == b )
      return 1;
    if ( TAG(a) == REFERENCE )
      return bind_checked(s, a, b);
    if ( TAG(b) == REFERENCE )
      return bind_checked(s, b, a);
    if ( TAG(a) != TAG(b) )
      return 0;
    if ( TAG(a) == LITERAL )
      return same_literal(s, a, b);
    if ( TAG(a) == NAME )
      return s->program->by_token[AT(a)].name == s->program->by_token[AT(b)].name;
    if ( TAG(a) != COMPOUND || s->heap[AT(a)] != s->heap[AT(b)] )
      return 0;
    if ( is_too_much(s, depth) )
      return leave(s);
    word_t x = AT(a), y = AT(b);
    int32_t arity = s->clauses->arity[s->heap[x]];

    for ( int32_t k = 1; k < arity; k++ )
    { if ( !unify_deep(s, s->heap[x + k], s->heap[y + k], depth + 1) )
        return 0;
    }
    a = s->heap[x + arity];
    b = s->heap[y + arity];
  }
}

int
unify(step_t *s, word_t a, word_t b)
{ return unify_deep(s, a, b, 0);
}

/* ---- tokens to terms */

/*  Build the term at *at. Variable k is cell k where variables is 0, and else variables[k]. A last
    argument is built in the same loop, so that the depth of a long list is 1.
*/

static word_t
build(step_t *s, const int32_t **at, word_t *variables, int depth)
{ word_t result = 0;
  int64_t slot = -1;                    /* cell that the term goes to; -1: result */

  for ( ;; )
  { int32_t token = *(*at)++, arity = 0;
    word_t word;

    if ( token >= VARIABLE_END )
      word = CONSTANT | (word_t)token;
    else if ( token >= VARIABLE_BASE )
    { int32_t k = token - VARIABLE_BASE;

      word = REFERENCE | (word_t)k;
      if ( variables )
      { if ( variables[k] == UNSET )
          variables[k] = new_variable(s);
        word = variables[k];
      }
    } else if ( token > FUNCTOR_LITERAL )
    { arity = s->clauses->arity[token];
      word = arity ? new_compound(s, token, arity) : CONSTANT | (word_t)token;
    } else                              /* only clauses have literals here */
    { if ( !variables )
        return leave(s);
      word = LITERAL | (word_t)(*at - 1 - s->clauses->codes);
      *at += 1 + count_of(**at);
    }
    if ( depth >= DEEPEST )
      s->is_left = 1;
    if ( s->is_left )
      return 0;
    if ( slot < 0 )
      result = word;
    else
      s->heap[slot] = word;
    if ( !arity )
      return result;
    for ( int32_t k = 1; k < arity; k++ )
    { word_t argument = build(s, at, variables, depth + 1);

      if ( s->is_left )
        return 0;
      s->heap[AT(word) + k] = argument;
    }
    slot = AT(word) + arity;
  }
}

word_t
build_term(step_t *s, const int32_t **at, word_t *variables)
{ return build(s, at, variables, 0);
}

/* Unify the term at *at of a clause with word; *at is behind the term if that succeeds. */

static int
unify_code(step_t *s, const int32_t **at, word_t word)
{ const clauses_t *clauses = s->clauses;

  for ( ;; )
  { int32_t token = **at;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
    { word_t *variable = &s->variables[token - VARIABLE_BASE];

      ++*at;
      if ( *variable != UNSET )
        return unify(s, *variable, word);
      *variable = word;
      return 1;
    }
    word = value_of(s, word);
    if ( TAG(word) == REFERENCE )
    { word_t built = build(s, at, s->variables, 0);

      return !s->is_left && bind_checked(s, word, built);
    }
    if ( token <= FUNCTOR_LITERAL )
    { word_t literal = LITERAL | (word_t)(*at - clauses->codes);

      if ( TAG(word) != LITERAL || !same_literal(s, word, literal) )
        return 0;
      *at += 2 + count_of((*at)[1]);
      return 1;
    }
    int32_t arity = token >= VARIABLE_END ? 0 : clauses->arity[token];

    ++*at;
    if ( !arity )
      return word == (CONSTANT | (word_t)token);
    if ( TAG(word) != COMPOUND || s->heap[AT(word)] != (word_t)token )
      return 0;
    for ( int32_t k = 1; k < arity; k++ )
    { if ( !unify_code(s, at, s->heap[AT(word) + k]) )
        return 0;
    }
    word = s->heap[AT(word) + arity];
  }
}

/* ---- terms to tokens */

typedef struct
{ expansion_target_t *target;
  int64_t start, most;                  /* of the candidate: its first token, and most behind it */
  int32_t n_variables;
} writing_t;

enum { WRITTEN, TOO_LARGE, NO_SPACE };

static inline int
put(writing_t *to, int32_t token)
{ expansion_target_t *t = to->target;

  if ( t->n_tokens - to->start >= to->most )
    return TOO_LARGE;
  if ( t->n_tokens >= t->token_room )
    return NO_SPACE;
  t->out[t->n_tokens++] = token;
  return WRITTEN;
}

static int
put_codes(writing_t *to, const int32_t *codes, int64_t n)
{ expansion_target_t *t = to->target;

  if ( t->n_tokens - to->start > to->most - n )
    return TOO_LARGE;
  if ( t->n_tokens > t->token_room - n )
    return NO_SPACE;
  memcpy(t->out + t->n_tokens, codes, n * sizeof(*codes));
  t->n_tokens += n;
  return WRITTEN;
}

static int
put_variable(step_t *s, writing_t *to, word_t variable)
{ if ( VARIABLE_BASE + to->n_variables >= VARIABLE_END )
    return TOO_LARGE;
  if ( !RESERVE(s, s->written, s->written_room, s->n_written + 1) )
    return WRITTEN;                     /* the state is left to Prolog */
  s->written[s->n_written++] = AT(variable);
  s->heap[AT(variable)] = NUMBERED | (word_t)to->n_variables;
  return put(to, VARIABLE_BASE + to->n_variables++);
}

static int
put_word(step_t *s, writing_t *to, word_t word, int depth)
{ for ( ;; )
  { word = value_of(s, word);
    switch ( TAG(word) )
    { case REFERENCE:
        return put_variable(s, to, word);
      case NUMBERED:
        return put(to, VARIABLE_BASE + (int32_t)AT(word));
      case CONSTANT:
        return put(to, (int32_t)AT(word));
      case LITERAL:
      { const int32_t *codes = s->clauses->codes + AT(word);

        return put_codes(to, codes, 2 + count_of(codes[1]));
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
    int rc = put(to, token);

    for ( int32_t k = 1; rc == WRITTEN && k < arity; k++ )
      rc = put_word(s, to, s->heap[at + k], depth + 1);
    if ( rc != WRITTEN || s->is_left )
      return rc;
    word = s->heap[at + arity];
  }
}

/* Write tokens of the clause from at to end, each variable replaced by its value. */

static int
put_body(step_t *s, writing_t *to, const int32_t *at, const int32_t *end)
{ int rc = WRITTEN;

  while ( rc == WRITTEN && at < end && !s->is_left )
  { int32_t token = *at;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
    { word_t *variable = &s->variables[token - VARIABLE_BASE];

      at++;
      if ( *variable == UNSET )
        *variable = new_variable(s);
      if ( !s->is_left )
        rc = put_word(s, to, *variable, 0);
    } else if ( token <= FUNCTOR_LITERAL )
    { int64_t n = 2 + count_of(at[1]);

      rc = put_codes(to, at, n);
      at += n;
    } else
    { rc = put(to, token);
      at++;
    }
  }
  return rc;
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

/*  Write what is behind the first goal of a state that was not read. Its variables are numbered in
    the order in which they occur. So where each variable of the goal has become a constant, or was
    written before, the others keep their order. 0: this is not so, or there may be too little room.
*/

static int
shift_behind(step_t *s, writing_t *to)
{ expansion_target_t *t = to->target;
  const int32_t *at = s->goal_at[1];
  int64_t n = s->end - at, n_others = s->n_variables - s->n_selected;

  if ( n > t->token_room - t->n_tokens || n > to->most + to->start - t->n_tokens ||
       to->n_variables + n_others > VARIABLE_END - VARIABLE_BASE ||
       !RESERVE(s, s->values, s->value_room, s->n_selected + 1) )
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

/*  Write tokens of the state from at to end, each variable replaced by its value. What is between
    two variables is copied as it is. Where all of it fits with a token for each variable, as
    behind a fact, nothing else is checked until the value of a variable is a term.
*/

static int
put_behind(step_t *s, writing_t *to, const int32_t *at, const int32_t *end)
{ if ( !s->is_read && (shift_behind(s, to) || s->is_left || !read_rest(s)) )
    return WRITTEN;
  expansion_target_t *t = to->target;
  const int32_t **next = s->places;
  int64_t room = t->token_room - t->n_tokens, most = to->most + to->start - t->n_tokens;
  int32_t n_variables = to->n_variables;
  int rc = WRITTEN;

  while ( *next < at )                  /* the last one is the end of the state */
    next++;
  if ( end - at <= room && end - at <= most &&
       n_variables + (end - at) <= VARIABLE_END - VARIABLE_BASE &&
       RESERVE(s, s->written, s->written_room, s->n_written + (end - at)) )
  { int32_t *out = t->out + t->n_tokens;

    for ( ;; )
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
      at++, next++;
    }
    t->n_tokens = out - t->out;
    to->n_variables = n_variables;
  }
  while ( rc == WRITTEN )
  { rc = put_codes(to, at, *next - at);
    at = *next++;
    if ( rc != WRITTEN || at == end )
      return rc;
    rc = put_word(s, to, REFERENCE | (word_t)(*at++ - VARIABLE_BASE), 0);
    if ( s->is_left )
      return rc;
  }
  return rc;
}

/* ---- states */

/*  Find the goals of a state [at, end) and count its variables. 0: it is malformed, or its selected
    goal has a literal: Prolog then says what is wrong, or resolves it.
*/

static int
read_state(step_t *s, const int32_t *at, const int32_t *end, int64_t *n_goals,
           int64_t *n_variables)
{ const clauses_t *clauses = s->clauses;
  int64_t n = at < end ? count_of(*at++) : -1, most = 0, n_places = 0;

  if ( n < 1 || n > end - at || !RESERVE(s, s->goal_at, s->goal_room, n + 1) ||
       !RESERVE(s, s->places, s->place_room, end - at + 1) )
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
      { int64_t has_arity = token == FUNCTOR_LITERAL;

        if ( g == 0 || token < NUMBER_LITERAL || end - at <= has_arity || at[has_arity] < 0 ||
             count_of(at[has_arity]) > end - at - 1 - has_arity || (has_arity && at[0] < 1) )
          return 0;
        open += has_arity ? count_of(at[0]) - 1 : -1;
        at += 1 + has_arity + count_of(at[has_arity]);
      }
    }
  }
  s->places[n_places] = end;
  *n_goals = n;
  *n_variables = most;
  return 1;
}

/* Read a state whose first goal alone is known. 0: there is no memory. */

static int
read_rest(step_t *s)
{ int64_t n_goals, n_variables;

  s->is_read = 1;
  return read_state(s, s->at, s->end, &n_goals, &n_variables) || leave(s);
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

static int
read_first(step_t *s, int64_t *n_goals, int64_t *n_variables)
{ const int32_t *at = s->at + 1;
  int32_t has_literal, n;

  meet_tokens(at, s->end - at, &n, &has_literal);
  if ( has_literal || at == s->end || *at >= VARIABLE_BASE ||
       !RESERVE(s, s->goal_at, s->goal_room, 2) )
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
  *n_goals = count_of(*s->at);
  *n_variables = n;
  s->n_variables = n;
  return 1;
}

/* Return the clauses that may match the goal, by the argument that leaves the fewest. */

const int32_t *
clauses_for(const step_t *s, const definition_t *predicate, word_t goal, int32_t *n)
{ const int32_t *best = predicate->clauses;

  *n = predicate->n;
  if ( TAG(goal) != COMPOUND )
    return best;
  int32_t arity = s->clauses->arity[s->heap[AT(goal)]];

  for ( int32_t k = 0; k < MOST_INDEXED && k < arity; k++ )
  { const index_t *index = &predicate->by_argument[k];

    if ( !index->n_keys )
      continue;
    word_t word = value_of(s, s->heap[AT(goal) + 1 + k]);
    int32_t key;

    if ( TAG(word) == CONSTANT )
      key = (int32_t)AT(word);
    else if ( TAG(word) == COMPOUND )
      key = (int32_t)s->heap[AT(word)];
    else
      continue;
    uint32_t at = (uint32_t)key * 0x9E3779B1u & index->mask;
    int32_t found;

    while ( (found = index->slots[at]) >= 0 && index->keys[found] != key )
      at = (at + 1) & index->mask;
    if ( found < 0 )
      found = index->n_keys;
    if ( index->starts[found + 1] - index->starts[found] < *n )
    { best = index->lists + index->starts[found];
      *n = index->starts[found + 1] - index->starts[found];
    }
  }
  return best;
}

/* Unify the head of a clause with the goal. */

int
unify_head(step_t *s, const clause_t *clause, word_t goal)
{ const int32_t *at = s->clauses->codes + clause->head;
  int32_t arity = TAG(goal) == COMPOUND ? s->clauses->arity[s->heap[AT(goal)]] : 0;

  for ( int32_t k = 0; k < clause->n_variables; k++ )
    s->variables[k] = UNSET;
  for ( int32_t k = 1; k <= arity; k++ )
  { if ( !unify_code(s, &at, s->heap[AT(goal) + k]) )
      return 0;
  }
  return 1;
}

/* Find the first solution of '$each', and keep the variables of the clause for the others. */

static int
begin_each(step_t *s, const clause_t *clause, word_t goal)
{ if ( !s->may_limit || !RESERVE(s, s->each_variables, s->each_room, clause->n_variables + 1) )
    return leave(s);
  memcpy(s->each_variables, s->variables, clause->n_variables * sizeof(*s->variables));
  if ( first_solution(s, s->heap[AT(goal) + 2]) )
    return 1;
  s->each_base = -1;
  return 0;
}

/*  Run the builtins in front of the goals of the body, from *body on, and then of those behind the
    selected goal, from *behind on. 1: they hold, and the two are behind them.
*/

static int
run_front(step_t *s, const clause_t *clause, const int32_t **body, int32_t *n_done,
          int64_t *behind, int64_t n_goals)
{ const clauses_t *clauses = s->clauses;

  for ( ;; )
  { word_t goal;
    uint8_t kind;

    if ( *n_done < clause->n_goals )
    { if ( !(kind = clauses->kind[**body]) )
        return 1;
      if ( kind == OTHER_BUILTIN )
        return leave(s);
      goal = build(s, body, s->variables, 0);
      ++*n_done;
    } else if ( *behind < n_goals )
    { const int32_t *at = s->goal_at[*behind];

      if ( *at <= FUNCTOR_LITERAL || !(kind = clauses->kind[*at]) )
        return 1;
      if ( kind == OTHER_BUILTIN )
        return leave(s);
      goal = build(s, &at, 0, 0);
      if ( !s->is_read && !read_rest(s) )
        return 0;
      ++*behind;
    } else
      return 1;
    if ( s->is_left )
      return 0;
    if ( kind == EACH )
    { if ( s->each_base >= 0 )          /* one of them, in the body, is all that processes have */
        return leave(s);
      if ( !begin_each(s, clause, goal) )
        return 0;
      s->each_body = *body, s->each_done = *n_done, s->each_behind = *behind;
    } else if ( !run_builtin(s, kind, goal) || s->is_left )
      return 0;
  }
}

/*  Go on with the next solution of the '$each' of a clause, as run_front() does behind it. 1: a
    candidate; 0: see each_base, which is -1 when there are no more.
*/

static int
run_again(step_t *s, const clause_t *clause, const int32_t **body, int32_t *n_done,
          int64_t *behind, int64_t n_goals)
{ if ( !next_solution(s) )
  { s->each_base = -1;
    return 0;
  }
  memcpy(s->variables, s->each_variables, clause->n_variables * sizeof(*s->variables));
  *body = s->each_body, *n_done = s->each_done, *behind = s->each_behind;
  return run_front(s, clause, body, n_done, behind, n_goals);
}

/* Write a candidate, as wire_emit() does. */

static int
put_candidate(step_t *s, expansion_target_t *t, int64_t i, const clause_t *clause,
              const int32_t *body, int32_t n_done, int64_t behind, int64_t n_goals,
              const int32_t *end, int64_t max_tokens)
{ writing_t to = { t, t->n_tokens, max_tokens, 0 };
  int64_t n = clause->n_goals - n_done + n_goals - behind;

  s->n_written = 0;
  int rc = put(&to, code_of(n));

  if ( rc == WRITTEN )
    rc = put_body(s, &to, body, s->clauses->codes + clause->end);
  if ( rc == WRITTEN && !s->is_left )
    rc = put_behind(s, &to, s->goal_at[behind], end);
  while ( s->n_written > 0 )
  { int64_t at = s->written[--s->n_written];

    s->heap[at] = REFERENCE | (word_t)at;
  }
  if ( s->is_left )
    return rc;
  if ( rc == TOO_LARGE )
  { t->n_tokens = to.start;
    t->lost[N_LOST * i + N_LOST - 1]++; /* the last column: size limits */
  }
  if ( rc != WRITTEN )
    return rc;
  int64_t k = t->n_candidates++;

  t->clauses[k] = clause->id;
  t->ends[k] = t->n_tokens;
  hash_tokens(t->out + to.start, t->n_tokens - to.start, t->hashes + 2 * k);
  t->counts[i]++;
  return WRITTEN;
}

/* Resolve the goal with each clause. As wire_emit(), count what comes before the page. */

static int
resolve_goal(step_t *s, expansion_target_t *t, int64_t i, word_t goal, int64_t n_goals,
             const int32_t *end, int64_t max_tokens)
{ const clauses_t *clauses = s->clauses;
  int32_t token = (int32_t)(TAG(goal) == COMPOUND ? s->heap[AT(goal)] : AT(goal)), n;
  const definition_t *predicate = &clauses->predicates[token];

  if ( predicate->is_left || predicate->has_cuts || clauses->kind[token] != USER )
    return LEFT;
  const int32_t *list = clauses_for(s, predicate, goal, &n);
  int64_t n_heap = s->n_heap, hidden = t->hidden[i], seen = 0;

  for ( int32_t k = 0; k < n; k++ )
  { const clause_t *clause = &clauses->clauses[list[k]];
    const int32_t *body = clauses->codes + clause->body;
    int64_t behind = 1;
    int32_t n_done = 0;

    if ( hidden && (clause->id == hidden || clause->twin == hidden) )
      continue;
    undo(s, 0);
    s->n_heap = n_heap;
    s->n_choices = s->n_agenda = s->n_steps = s->n_walked = 0;
    s->charged = s->is_limited = 0;
    s->each_base = -1;
    int holds = unify_head(s, clause, goal) && !s->is_left &&
                run_front(s, clause, &body, &n_done, &behind, n_goals);

    for ( ;; )
    { if ( s->is_left )
        return LEFT;
      if ( holds && seen++ >= t->first[i] )
      { if ( seen > t->first[i] + t->limit )
        { t->more[i] = 1;
          return RESOLVED;
        }
        if ( t->n_candidates >= t->candidate_room )
          return NO_MORE;
        int rc = put_candidate(s, t, i, clause, body, n_done, behind, n_goals, end, max_tokens);

        if ( s->is_left )
          return LEFT;
        if ( rc == NO_SPACE )
          return NO_MORE;
      }
      if ( s->each_base < 0 )
        break;
      holds = run_again(s, clause, &body, &n_done, &behind, n_goals);
    }
  }
  return RESOLVED;
}

int
resolve_state(const program_t *program, expansion_target_t *t, int64_t i, int64_t max_tokens,
              int64_t inferences)
{ if ( !own && !(own = calloc(1, sizeof(*own))) )
    return LEFT;
  step_t *s = own;
  const int32_t *at = t->tokens + t->offsets[t->rows[i]];
  const int32_t *end = t->tokens + t->offsets[t->rows[i] + 1];
  int64_t n_candidates = t->n_candidates, n_tokens = t->n_tokens, n_goals, n_variables;
  int rc = LEFT;

  s->program = program;
  s->clauses = program->clauses;
  s->is_left = 0;
  s->may_limit = inferences >= FAR_AWAY;
  s->most_steps = inferences / INFERENCES_PER_STEP;
  s->hidden = t->hidden[i];
  s->n_state = end - at;
  s->n_heap = s->n_trail = 0;
  s->at = at, s->end = end;
  s->is_read = !t->written || !t->written[i] || !read_first(s, &n_goals, &n_variables);
  if ( (!s->is_read || read_state(s, at, end, &n_goals, &n_variables)) &&
       RESERVE(s, s->variables, s->variable_room, s->clauses->most_variables) &&
       RESERVE(s, s->inner_variables, s->inner_room, s->clauses->most_variables) )
  { new_cells(s, n_variables);
    for ( int64_t k = 0; !s->is_left && k < n_variables; k++ )
      s->heap[k] = REFERENCE | (word_t)k;
    at = s->goal_at[0];
    word_t goal = s->is_left ? 0 : build(s, &at, 0, 0);

    if ( !s->is_left )
      rc = resolve_goal(s, t, i, goal, n_goals, end, max_tokens);
  }
  if ( rc == NO_MORE )
    t->overflow = 1;
  if ( rc == LEFT )
  { t->n_candidates = n_candidates;
    t->n_tokens = n_tokens;
    t->counts[i] = 0;
    t->more[i] = 0;
    memset(t->lost + N_LOST * i, 0, N_LOST * sizeof(*t->lost));
  }
  return rc;
}

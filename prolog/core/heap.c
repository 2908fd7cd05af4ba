/*  The heap of a step: terms in C, their unification, and their match with clauses.

    Cells and a trail as in Warren's abstract machine (1983), with structure copying: a clause is unified
    from its tokens, and its terms are built only where the goal has a variable. The occurs check is part
    of each binding, so that terms are finite. The goals behind the selected one stay tokens; a
    variable of theirs is the cell of its number.

    Invariant: undo() and a lower n_heap restore the heap; once is_left is set, results mean nothing, and
    the caller leaves the state to SWI-Prolog. Dimension key: none; all are terms of one state.
*/
#include "resolve.h"
#include <string.h>

/* ---- the heap */

word_t
new_cells(step_t *s, int64_t n)
{ int64_t at = s->n_heap;

  if ( at + n > MOST_CELLS || !RESERVE_ARRAY(s->heap, s->heap_capacity, at + n) )
    return (word_t)leave(s);
  s->n_heap += n;
  return (word_t)at;
}

word_t
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
{ if ( !RESERVE(s, s->trail, s->trail_capacity, s->n_trail + 1) )
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

mark_t
mark_of(const step_t *s)
{ return (mark_t){ s->n_trail, s->n_heap, s->n_agenda };
}

void
go_back(step_t *s, const mark_t *mark)
{ undo(s, mark->n_trail);
  s->n_heap = mark->n_heap;
  s->n_agenda = mark->n_agenda;
}

/* ---- unification with the occurs check */

static int
occurs(step_t *s, word_t variable, word_t compound, int depth)
{ for ( ;; )
  { if ( is_too_much(s, depth) )
    { s->is_left = 1;
      return 1;
    }
    word_t at = AT(compound), word;

    if ( at < s->n_ground )
      return 0;
    int32_t arity = s->clauses->arity[s->heap[at]];

    for ( int32_t k = 1; ; k++ )
    { word = value_of(s, s->heap[at + k]);
      if ( word == variable )
        return 1;
      if ( k >= arity )
        break;
      if ( TAG(word) == COMPOUND && occurs(s, variable, word, depth + 1) )
        return 1;
    }
    if ( TAG(word) != COMPOUND )
      return 0;
    compound = word;
  }
}

static int
bind_checked(step_t *s, word_t variable, word_t word)
{ if ( s->is_frozen || (TAG(word) == COMPOUND && occurs(s, variable, word, 0)) )
    return 0;
  return bind(s, variable, word);
}

/*  Bind the variable to a term built for it. The rest of that term is new, so the variable can occur in what it
    shares with others alone.
*/

static int
bind_built(step_t *s, word_t variable, word_t built)
{ if ( s->n_shared == MOST_SHARED )
    return bind_checked(s, variable, built);
  for ( int k = 0; k < s->n_shared; k++ )
  { word_t word = value_of(s, s->shared[k]);

    if ( word == variable || (TAG(word) == COMPOUND && occurs(s, variable, word, 0)) )
      return 0;
  }
  return bind(s, variable, built);
}

static int
same_literal(const step_t *s, word_t a, word_t b)
{ const int32_t *x = s->clauses->codes + AT(a), *y = s->clauses->codes + AT(b);

  return x[0] == y[0] && x[1] == y[1] && !memcmp(x, y, literal_size(x) * sizeof(*x));
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
      return s->program->symbols.by_token[AT(a)].name ==
             s->program->symbols.by_token[AT(b)].name;
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

/*  Read the token at *at, and return its term; UNSET: it is a functor, whose arguments follow, or what C
    leaves. Variable k is cell k where variables is 0, and else variables[k].
*/

static inline word_t
read_leaf(step_t *s, const int32_t **at, word_t *variables)
{ int32_t token = *(*at)++;

  if ( token >= VARIABLE_END )
    return CONSTANT | (word_t)token;
  if ( token >= VARIABLE_BASE )
  { int32_t k = token - VARIABLE_BASE;

    if ( !variables )
      return REFERENCE | (word_t)k;
    if ( variables[k] == UNSET )
      return variables[k] = new_variable(s);
    if ( !is_constant(variables[k]) && s->n_shared < MOST_SHARED )
      s->shared[s->n_shared++] = variables[k];
    return variables[k];
  }
  if ( token > FUNCTOR_LITERAL )
    return s->clauses->arity[token] ? UNSET : CONSTANT | (word_t)token;
  if ( !variables )                     /* only clauses have literals here */
  { leave(s);
    return UNSET;
  }
  const int32_t *literal = *at - 1;

  *at = literal + literal_size(literal);
  return LITERAL | (word_t)(literal - s->clauses->codes);
}

/*  Build the compound of a functor whose arguments are at next on, and leave in s->next where they end. A
    last argument is built in the same loop, so that the depth of a long list is 1.
*/

static word_t
build_compound(step_t *s, const int32_t *next, word_t *variables, int depth)
{ word_t result = 0;
  int64_t slot = -1;                    /* cell that the term goes to; -1: result */

  for ( ;; )
  { int32_t token = next[-1], arity = s->clauses->arity[token], k;
    word_t word = new_compound(s, token, arity), argument = 0;

    if ( depth >= DEEPEST )
      leave(s);
    if ( s->is_left )
      return 0;
    if ( slot < 0 )
      result = word;
    else
      s->heap[slot] = word;
    for ( k = 1; k <= arity; k++ )
    { argument = read_leaf(s, &next, variables);
      if ( argument == UNSET )
      { if ( k == arity )
          break;
        argument = build_compound(s, next, variables, depth + 1);
        if ( s->is_left )
          return 0;
        next = s->next;
      }
      s->heap[AT(word) + k] = argument;
    }
    s->next = next;
    if ( argument != UNSET || s->is_left )
      return result;
    slot = AT(word) + arity;
  }
}

word_t
build_term(step_t *s, const int32_t **at, word_t *variables)
{ word_t word = read_leaf(s, at, variables);

  if ( word == UNSET )
  { word = build_compound(s, *at, variables, 0);
    *at = s->next;
  }
  return word;
}

/* Do so where most terms are variables that are met first, which take no call. */

static inline int
unify_argument(step_t *s, const int32_t **at, word_t word)
{ int32_t k = **at - VARIABLE_BASE;

  if ( k < 0 || k >= VARIABLE_END - VARIABLE_BASE || s->variables[k] != UNSET )
    return unify_code(s, at, word);
  ++*at;
  s->variables[k] = word;
  return 1;
}

/* Unify the term at *at of a clause with word; *at is behind the term if that succeeds. */

int
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
    { s->n_shared = 0;
      word_t built = build_term(s, at, s->variables);

      return !s->is_left && bind_built(s, word, built);
    }
    if ( token <= FUNCTOR_LITERAL )
    { word_t literal = LITERAL | (word_t)(*at - clauses->codes);

      if ( TAG(word) != LITERAL || !same_literal(s, word, literal) )
        return 0;
      *at += literal_size(*at);
      return 1;
    }
    int32_t arity = token >= VARIABLE_END ? 0 : clauses->arity[token];

    ++*at;
    if ( !arity )
      return word == (CONSTANT | (word_t)token);
    if ( TAG(word) != COMPOUND || s->heap[AT(word)] != (word_t)token )
      return 0;
    for ( int32_t k = 1; k < arity; k++ )
    { if ( !unify_argument(s, at, s->heap[AT(word) + k]) )
        return 0;
    }
    word = s->heap[AT(word) + arity];
  }
}

/* ---- goals and clauses */

/* Return the clauses that may match the goal, by the argument that leaves the fewest. */

const int32_t *
clauses_for(const step_t *s, const definition_t *predicate, word_t goal, int32_t *n)
{ const int32_t *best = predicate->clauses;

  *n = (int32_t)predicate->n;
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
    uint32_t at = hash_of_key(key) & index->mask;
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
  { if ( !unify_argument(s, &at, s->heap[AT(goal) + k]) )
      return 0;
  }
  return 1;
}

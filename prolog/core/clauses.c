/*  Clauses of a program as tokens, with indexes by the symbols of their arguments.

    Each of the first arguments of a predicate has a hash table from the symbol there to the clauses that
    can match it, those with a variable in that place merged in; a step takes the shortest of these lists
    (as the just-in-time indexes of SWI-Prolog and YAP: Santos Costa, Sagonas and Lopes 2007).

    Invariant: a list is in program order, and no index has more than about four times the clauses, so
    that memory is linear. Read-only once index_clauses() has returned.
*/
#include "program.h"
#include <stdlib.h>
#include <string.h>

void
free_clauses(clauses_t *c)
{ if ( !c )
    return;
  for ( int32_t token = 0; c->predicates && token < c->n_tokens; token++ )
  { definition_t *predicate = &c->predicates[token];

    free(predicate->clauses);
    for ( int k = 0; k < MOST_INDEXED; k++ )
    { free(predicate->by_argument[k].slots);
      free(predicate->by_argument[k].keys);
      free(predicate->by_argument[k].starts);
      free(predicate->by_argument[k].lists);
    }
  }
  free(c->codes), free(c->clauses), free(c->predicates), free(c->arity), free(c->rank);
  free(c->kind), free(c->operation);
  free(c);
}

/* Make the tables by token; symbols give the names. 0: there is no memory. */

clauses_t *
open_clauses(const symbols_t *symbols)
{ clauses_t *c = calloc(1, sizeof(*c));
  int32_t n = symbols->n_tokens;

  if ( !c )
    return 0;
  c->n_tokens = n;
  c->predicates = calloc(n, sizeof(*c->predicates));
  c->arity = malloc(n * sizeof(*c->arity));
  c->rank = calloc(n, sizeof(*c->rank));
  c->kind = calloc(n, 1);
  c->operation = calloc(n, 1);
  if ( !c->predicates || !c->arity || !c->rank || !c->kind || !c->operation )
  { free_clauses(c);
    return 0;
  }
  for ( int32_t token = 0; token < n; token++ )
  { const symbol_t *symbol = &symbols->by_token[token];
    size_t length;
    const char *name;

    c->arity[token] = symbol->name ? (int32_t)symbol->arity : -1;
    if ( symbol->name && (name = PL_atom_nchars(symbol->name, &length)) && strlen(name) == length )
      c->operation[token] = operation_of(name, symbol->arity);
  }
  return c;
}

/*  Note a clause of tokens: its head, then the goals of its body. Where C cannot read it, the whole
    predicate is left to Prolog. 0: there is no memory.
*/

static int64_t
behind_term(const clauses_t *c, const int32_t *codes, int64_t at, int64_t n)
{ int64_t open = 1;

  while ( open > 0 && at >= 0 && at < n )
  { int32_t token = codes[at++];

    if ( token >= VARIABLE_BASE )
      open--;
    else if ( token > FUNCTOR_LITERAL )
      open += c->arity[token] - 1;
    else if ( token == NUMBER_LITERAL || token == STRING_LITERAL )
    { at += literal_size(codes + at - 1) - 1;
      open--;
    } else
      return -1;                        /* an atom without a token: only where there are too many */
  }
  return at;
}

/*  Whether a proof can run the goal at this place of the codes where it stands: a builtin with one solution at
    most, or '$once' or '$not' of such builtins.
*/

static int
is_simple(const clauses_t *c, const int32_t *codes, int64_t at, int64_t n)
{ uint8_t kind = c->kind[codes[at]];

  if ( kind != ONCE && kind != NOT )
    return kind >= FIRST_BUILTIN;
  for ( at++; codes[at] == LIST_CELL; at = behind_term(c, codes, at + 1, n) )
  { int32_t token = codes[at + 1];

    if ( token >= VARIABLE_BASE || token <= FUNCTOR_LITERAL || c->kind[token] < FIRST_BUILTIN )
      return 0;
  }
  return codes[at] == EMPTY_LIST;
}

/* Count such goals in front of a body; 0 where it commits with a goal of another kind. */

static int32_t
count_in_place(const clauses_t *c, const clause_t *clause, const int32_t *codes, int64_t at, int64_t n)
{ int32_t k = 0;

  if ( clause->cut == CUT_BEHIND && (at >= n || c->kind[codes[at]] != ONCE) )
    return 0;
  for ( ; at < n && is_simple(c, codes, at, n); k++ )
    at = behind_term(c, codes, at, n);
  return k;
}

int
store_clause(clauses_t *c, clause_t clause, const int32_t *codes, int64_t n)
{ int64_t ends, body, at, n_goals = 0;
  int32_t n_variables = 0, token = codes[0];
  definition_t *predicate = &c->predicates[token];

  body = behind_term(c, codes, 0, n);
  for ( at = body; at >= 0 && at < n; n_goals++ )
  { if ( codes[at] >= VARIABLE_BASE || codes[at] <= FUNCTOR_LITERAL )
      at = -1;
    else
      at = behind_term(c, codes, at, n);
  }
  if ( at < 0 )
    predicate->is_left = 1;
  if ( predicate->is_left )
    return 1;
  for ( at = 0; at < n; at++ )
  { int32_t k = codes[at] - VARIABLE_BASE;

    if ( codes[at] == NUMBER_LITERAL || codes[at] == STRING_LITERAL )
      at += literal_size(codes + at) - 1;
    else if ( k >= n_variables && codes[at] < VARIABLE_END )
      n_variables = k + 1;
  }
  ends = c->n_codes + n;
  if ( ends > PAYLOAD || !RESERVE_ARRAY(c->codes, c->code_capacity, ends) ||
       !RESERVE_ARRAY(c->clauses, c->clause_capacity, c->n_clauses + 1) ||
       !RESERVE_ARRAY(predicate->clauses, predicate->capacity, predicate->n + 1) )
    return 0;
  memcpy(c->codes + c->n_codes, codes, n * sizeof(*codes));
  clause.n_goals = (int32_t)n_goals;
  clause.n_variables = n_variables;
  clause.n_in_place = count_in_place(c, &clause, codes, body, n);
  clause.head = c->n_codes + 1;
  clause.body = c->n_codes + body;
  clause.end = ends;
  c->clauses[c->n_clauses] = clause;
  c->n_codes = ends;
  if ( n_variables > c->most_variables )
    c->most_variables = n_variables;
  predicate->clauses[predicate->n++] = (int32_t)c->n_clauses++;
  return 1;
}

/* ---- indexes */

typedef struct
{ int32_t key;                          /* token of the argument; ANY: a variable or a literal */
  int32_t place;                        /* of the clause in its predicate */
} entry_t;

#define ANY -1

static int
by_key(const void *a, const void *b)
{ const entry_t *x = a, *y = b;

  if ( x->key != y->key )
    return x->key < y->key ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/*  Merge the places [n] of a key with the places [n_any] of ANY, as numbers of clauses; return the
    end.
*/

static int32_t *
merge(int32_t *out, const definition_t *predicate, const entry_t *keyed, int32_t n,
      const entry_t *any, int32_t n_any)
{ int32_t i = 0, j = 0;

  while ( i < n || j < n_any )
  { int is_any = i == n || (j < n_any && any[j].place < keyed[i].place);

    *out++ = predicate->clauses[is_any ? any[j++].place : keyed[i++].place];
  }
  return out;
}

/* Index by one argument, unless most clauses have a variable there. 0: there is no memory. */

static int
index_argument(index_t *index, const definition_t *predicate, entry_t *entries)
{ int32_t n = (int32_t)predicate->n, n_any = 0, n_keys = 0;

  qsort(entries, n, sizeof(*entries), by_key);
  while ( n_any < n && entries[n_any].key == ANY )
    n_any++;
  for ( int32_t i = n_any; i < n; i++ )
    n_keys += i == n_any || entries[i].key != entries[i - 1].key;
  int64_t total = (int64_t)n - n_any + (int64_t)(n_keys + 1) * n_any;

  if ( !n_keys || total > 4 * (int64_t)n + 64 )
    return 1;
  uint32_t size = 4;

  while ( size < 2 * (uint32_t)n_keys )
    size *= 2;
  index->mask = size - 1;
  index->slots = malloc(size * sizeof(*index->slots));
  index->keys = malloc(n_keys * sizeof(*index->keys));
  index->starts = malloc((n_keys + 2) * sizeof(*index->starts));
  index->lists = malloc((total + 1) * sizeof(*index->lists));
  if ( !index->slots || !index->keys || !index->starts || !index->lists )
    return 0;
  memset(index->slots, 0xFF, size * sizeof(*index->slots));
  int32_t *end = index->lists, key = 0;

  for ( int32_t i = n_any, next; i < n; i = next, key++ )
  { uint32_t at = hash_of_key(entries[i].key) & index->mask;

    for ( next = i; next < n && entries[next].key == entries[i].key; )
      next++;
    while ( index->slots[at] >= 0 )
      at = (at + 1) & index->mask;
    index->slots[at] = key;
    index->keys[key] = entries[i].key;
    index->starts[key] = (int32_t)(end - index->lists);
    end = merge(end, predicate, entries + i, next - i, entries, n_any);
  }
  index->starts[n_keys] = (int32_t)(end - index->lists);
  end = merge(end, predicate, entries, 0, entries, n_any);
  index->starts[n_keys + 1] = (int32_t)(end - index->lists);
  index->n_keys = n_keys;
  return 1;
}

#define FEWEST_INDEXED 4                /* clauses of a predicate */

int
index_clauses(clauses_t *c)
{ entry_t *entries = malloc((c->n_clauses + 1) * sizeof(*entries));
  int rc = entries != 0;

  for ( int32_t token = 0; rc && token < c->n_tokens; token++ )
  { definition_t *predicate = &c->predicates[token];

    if ( predicate->n < FEWEST_INDEXED || predicate->is_left )
      continue;
    for ( int32_t k = 0; rc && k < MOST_INDEXED && k < c->arity[token]; k++ )
    { for ( int32_t place = 0; place < predicate->n; place++ )
      { const clause_t *clause = &c->clauses[predicate->clauses[place]];
        int64_t at = clause->head;

        for ( int32_t before = 0; before < k; before++ )
          at = behind_term(c, c->codes, at, clause->end);
        int32_t key = c->codes[at];
        int is_symbol = key >= VARIABLE_END || (key > FUNCTOR_LITERAL && key < VARIABLE_BASE);

        entries[place] = (entry_t){ is_symbol ? key : ANY, place };
      }
      rc = index_argument(&predicate->by_argument[k], predicate, entries);
    }
  }
  free(entries);
  return rc;
}

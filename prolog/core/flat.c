/*  Flat terms, for search from the facts: unification, instances, and a discrimination tree.

    A term is cells in pre-order, each with the size of the term that starts there, and its variables are
    numbered. A term under way is such cells and a base, which makes its variables different from all
    others: so premises and rules are never copied (structure sharing: Boyer and Moore, 1972).

    The tree has a branch for each cell of its terms, from the root on; terms that begin alike share
    branches (McCune, 1992). A look-up of more general terms gives variables of the tree their values on
    the way; one of unifiable terms takes each variable for any term, and the caller unifies.
*/
#include "flat.h"
#include <stdlib.h>
#include <string.h>

#define DEEPEST 1000                    /* values within values that are followed */
#define MANY 8                          /* symbols below a branch that are found by hash */
#define LONGEST_LOOKUP (1 << 16)

/* ---- values */

int
reserve_values(values_t *v, int64_t n)
{ if ( n <= v->n_values )
    return 1;
  if ( !RESERVE_ARRAY(v->values, v->value_capacity, n) ||
       !RESERVE_ARRAY(v->numbers, v->number_capacity, n) )
    return 0;
  memset(v->values + v->n_values, 0, (n - v->n_values) * sizeof(*v->values));
  memset(v->numbers + v->n_values, 0, (n - v->n_values) * sizeof(*v->numbers));
  v->n_values = n;
  return 1;
}

void
undo_values(values_t *v, int64_t n_trail)
{ while ( v->n_trail > n_trail )
    v->values[v->trail[--v->n_trail]].at = 0;
}

void
close_values(values_t *v)
{ free(v->values);
  free(v->trail);
  free(v->numbers);
  free(v->numbered);
}

static inline value_t
value_at(const values_t *v, const cell_t *at, int64_t base)
{ while ( is_variable(at->token) )
  { value_t value = v->values[base + at->token - VARIABLE_BASE];

    if ( !value.at )
      break;
    at = value.at;
    base = value.base;
  }
  return (value_t){ at, base };
}

static inline int64_t
variable_of(const value_t *value)
{ return value->base + value->at->token - VARIABLE_BASE;
}

static int
give_up(values_t *v)
{ v->is_over = 1;
  return 0;
}

/* Tell whether a variable is in a term. */

static int
occurs(values_t *v, int64_t variable, value_t in, int depth)
{ const cell_t *end = in.at + in.at->size;

  if ( depth > DEEPEST )
    return !give_up(v);
  for ( const cell_t *at = in.at; at < end; at++ )
  { if ( ++v->work > v->most_work )
      return !give_up(v);
    if ( !is_variable(at->token) )
      continue;
    value_t value = value_at(v, at, in.base);

    if ( is_variable(value.at->token) ? variable_of(&value) == variable
                                      : occurs(v, variable, value, depth + 1) )
      return 1;
  }
  return 0;
}

static int
bind(values_t *v, int64_t variable, value_t value)
{ if ( !is_variable(value.at->token) && value.at->size > 1 && occurs(v, variable, value, 0) )
    return 0;
  if ( !RESERVE_ARRAY(v->trail, v->trail_capacity, v->n_trail + 1) )
    return give_up(v);
  v->values[variable] = value;
  v->trail[v->n_trail++] = variable;
  return 1;
}

static int
unify(values_t *v, value_t a, value_t b, int depth)
{ const cell_t *end = a.at + a.at->size, *x = a.at, *y = b.at;

  if ( depth > DEEPEST )
    return give_up(v);
  while ( x < end )
  { if ( ++v->work > v->most_work )
      return give_up(v);
    if ( !is_variable(x->token) && !is_variable(y->token) )
    { if ( x->token != y->token )
        return 0;
      x++, y++;
      continue;
    }
    value_t left = value_at(v, x, a.base), right = value_at(v, y, b.base);

    if ( is_variable(left.at->token) )
    { int64_t variable = variable_of(&left);

      if ( !(is_variable(right.at->token) && variable_of(&right) == variable) &&
           !bind(v, variable, right) )
        return 0;
    } else if ( is_variable(right.at->token) )
    { if ( !bind(v, variable_of(&right), left) )
        return 0;
    } else if ( !(left.at == right.at && left.base == right.base) && !unify(v, left, right, depth + 1) )
      return 0;
    x += x->size;
    y += y->size;
  }
  return 1;
}

/*  Unify two terms, with the occurs check. 0: they do not unify, or with is_over it is not known. What was bound
    stays bound.
*/

int
unify_cells(values_t *v, const cell_t *a, int64_t a_base, const cell_t *b, int64_t b_base)
{ return unify(v, (value_t){ a, a_base }, (value_t){ b, b_base }, 0);
}

static int
put(values_t *v, cells_t *out, value_t term, int64_t end, int depth)
{ const cell_t *last = term.at + term.at->size;

  if ( depth > DEEPEST )
    return give_up(v);
  for ( const cell_t *at = term.at; at < last; at++ )
  { int32_t token = at->token;

    if ( is_variable(token) )
    { value_t value = value_at(v, at, term.base);

      if ( !is_variable(value.at->token) )
      { if ( !put(v, out, value, end, depth + 1) )
          return 0;
        continue;
      }
      int64_t variable = variable_of(&value);

      if ( !v->numbers[variable] )
      { if ( !RESERVE_ARRAY(v->numbered, v->numbered_capacity, v->n_numbered + 1) )
          return give_up(v);
        v->numbered[v->n_numbered++] = variable;
        v->numbers[variable] = (int32_t)v->n_numbered;
      }
      token = VARIABLE_BASE + v->numbers[variable] - 1;
    }
    if ( out->n >= end || !RESERVE_ARRAY(out->cells, out->capacity, out->n + 1) )
      return give_up(v);
    out->cells[out->n++].token = token;
  }
  return 1;
}

/*  Write an instance behind out; its variables go on being numbered until end_writing(). set_sizes() is due.
    0: it has more than `most` cells, or there is no memory.
*/

int
write_cells(values_t *v, cells_t *out, const cell_t *at, int64_t base, int64_t most)
{ int64_t start = out->n;
  int rc = put(v, out, (value_t){ at, base }, start + most, 0);

  v->work += out->n - start;
  return rc;
}

void
end_writing(values_t *v)
{ while ( v->n_numbered > 0 )
    v->numbers[v->numbered[--v->n_numbered]] = 0;
}

/* Set the sizes of terms that stand one behind the other. */

void
set_sizes(const arities_t *a, cell_t *cells, int64_t n)
{ for ( int64_t i = n; i-- > 0; )
  { int64_t end = i + 1;

    for ( int32_t left = arity_of(a, cells[i].token); left > 0; left-- )
      end += cells[end].size;
    cells[i].size = (int32_t)(end - i);
  }
}

/* ---- the tree */

static int64_t
slot_of(const index_tree_t *t, int32_t parent, int32_t token)
{ uint64_t key = (uint64_t)(uint32_t)parent << 32 | (uint32_t)token;
  int64_t at = (int64_t)splitmix64(key) & t->mask;

  while ( t->slots[at] && (t->parents[at] != parent || t->branches[t->slots[at]].token != token) )
    at = (at + 1) & t->mask;
  return at;
}

static int
grow_slots(index_tree_t *t)
{ index_tree_t grown = *t;

  grown.mask = t->slots ? 2 * t->mask + 1 : 255;
  grown.slots = calloc(grown.mask + 1, sizeof(*grown.slots));
  grown.parents = calloc(grown.mask + 1, sizeof(*grown.parents));
  if ( !grown.slots || !grown.parents )
  { free(grown.slots);
    free(grown.parents);
    return 0;
  }
  for ( int64_t i = 0; t->slots && i <= t->mask; i++ )
  { if ( t->slots[i] )
    { int64_t at = slot_of(&grown, t->parents[i], t->branches[t->slots[i]].token);

      grown.slots[at] = t->slots[i];
      grown.parents[at] = t->parents[i];
    }
  }
  free(t->slots);
  free(t->parents);
  t->slots = grown.slots;
  t->parents = grown.parents;
  t->mask = grown.mask;
  return 1;
}

static int
note_slot(index_tree_t *t, int32_t parent, int32_t branch)
{ if ( (!t->slots || 2 * (t->n_slots + 1) > t->mask) && !grow_slots(t) )
    return 0;
  int64_t at = slot_of(t, parent, t->branches[branch].token);

  t->slots[at] = branch;
  t->parents[at] = parent;
  t->n_slots++;
  return 1;
}

/* Return the branch of a symbol below another one; 0: there is none. */

static int32_t
symbol_below(const index_tree_t *t, int32_t parent, int32_t token)
{ const branch_t *above = &t->branches[parent];
  int32_t k;

  if ( above->n > MANY )
    return t->slots[slot_of(t, parent, token)];
  for ( k = above->first; k && t->branches[k].token != token; )
    k = t->branches[k].next;
  return k;
}

static int32_t
variable_below(const index_tree_t *t, int32_t parent, int32_t token)
{ int32_t k = t->branches[parent].first_variable;

  while ( k && t->branches[k].token != token )
    k = t->branches[k].next;
  return k;
}

static int32_t
add_branch(index_tree_t *t, int32_t parent, int32_t token)
{ int32_t added = (int32_t)t->n;

  if ( t->n >= INT32_MAX || !RESERVE_ARRAY(t->branches, t->capacity, t->n + 1) )
    return 0;
  branch_t *above = &t->branches[parent];
  int32_t *list = is_variable(token) ? &above->first_variable : &above->first;

  t->branches[added] = (branch_t){ .token = token, .next = *list };
  *list = added;
  t->n++;
  if ( is_variable(token) || ++above->n < MANY + 1 )
    return added;
  if ( above->n > MANY + 1 )
    return note_slot(t, parent, added) ? added : 0;
  for ( int32_t k = above->first; k; k = t->branches[k].next )
  { if ( !note_slot(t, parent, k) )
      return 0;
  }
  return added;
}

int
insert_term(index_tree_t *t, const cell_t *cells, void *item)
{ int32_t at = 0;
  int64_t n_variables = 0;

  if ( !t->n )
  { if ( !RESERVE_ARRAY(t->branches, t->capacity, 1) )
      return 0;
    t->branches[t->n++] = (branch_t){ 0 };
  }
  for ( const cell_t *cell = cells; cell < cells + cells->size; cell++ )
  { int32_t token = cell->token;
    int32_t below = is_variable(token) ? variable_below(t, at, token) : symbol_below(t, at, token);

    if ( is_variable(token) && token - VARIABLE_BASE >= n_variables )
      n_variables = token - VARIABLE_BASE + 1;
    if ( !below && !(below = add_branch(t, at, token)) )
      return 0;
    at = below;
  }
  t->branches[at].item = item;
  return RESERVE_ARRAY(t->values, t->value_capacity, n_variables);
}

static int
is_same(const cell_t *a, const cell_t *b)
{ return a->size == b->size && !memcmp(a, b, a->size * sizeof(*a));
}

static void *
general(index_tree_t *t, int32_t branch, const cell_t *at, const cell_t *end, int64_t n_values)
{ while ( at < end )
  { int32_t token = at->token, k;

    if ( ++t->work > t->last )
      return 0;
    for ( k = t->branches[branch].first_variable; k; k = t->branches[k].next )
    { int64_t variable = t->branches[k].token - VARIABLE_BASE;
      void *found;

      if ( variable < n_values && !is_same(t->values[variable], at) )
        continue;
      if ( variable == n_values )
        t->values[variable] = at;
      found = general(t, k, at + at->size, end, n_values + (variable == n_values));
      if ( found )
        return found;
    }
    if ( is_variable(token) || !(branch = symbol_below(t, branch, token)) )
      return 0;
    at++;
  }
  return t->branches[branch].item;
}

void *
more_general(index_tree_t *t, const cell_t *cells)
{ t->last = t->work + LONGEST_LOOKUP;
  return t->n ? general(t, 0, cells, cells + cells->size, 0) : 0;
}

/* Return the item of a term itself. */

void *
find_same(const index_tree_t *t, const cell_t *cells)
{ int32_t at = 0;

  for ( const cell_t *cell = cells; t->n && cell < cells + cells->size; cell++ )
  { at = is_variable(cell->token) ? variable_below(t, at, cell->token) : symbol_below(t, at, cell->token);
    if ( !at )
      return 0;
  }
  return t->n ? t->branches[at].item : 0;
}

static int unifiable(index_tree_t *t, int32_t branch, const cell_t *at, const cell_t *end);

/* Go on behind `open` terms of the tree. */

static int
skip(index_tree_t *t, int32_t branch, int64_t open, const cell_t *at, const cell_t *end)
{ if ( !open )
    return unifiable(t, branch, at, end);
  const int32_t lists[2] = { t->branches[branch].first_variable, t->branches[branch].first };

  for ( int i = 0; i < 2; i++ )
  { for ( int32_t k = lists[i]; k; k = t->branches[k].next )
    { t->work++;
      if ( !skip(t, k, open - 1 + arity_of(t->arities, t->branches[k].token), at, end) )
        return 0;
    }
  }
  return 1;
}

static int
unifiable(index_tree_t *t, int32_t branch, const cell_t *at, const cell_t *end)
{ while ( at < end )
  { t->work++;
    if ( is_variable(at->token) )
      return skip(t, branch, 1, at + 1, end);
    for ( int32_t k = t->branches[branch].first_variable; k; k = t->branches[k].next )
    { if ( !unifiable(t, k, at + at->size, end) )
        return 0;
    }
    if ( !(branch = symbol_below(t, branch, at->token)) )
      return 1;
    at++;
  }
  if ( !t->branches[branch].item )
    return 1;
  if ( !RESERVE_ARRAY(t->found, t->found_capacity, t->n_found + 1) )
    return 0;
  t->found[t->n_found++] = t->branches[branch].item;
  return 1;
}

int
find_unifiable(index_tree_t *t, const cell_t *cells)
{ return !t->n || unifiable(t, 0, cells, cells + cells->size);
}

int64_t
bytes_of_tree(const index_tree_t *t)
{ return t->capacity * sizeof(*t->branches) + t->found_capacity * sizeof(*t->found) +
         (t->slots ? t->mask + 1 : 0) * (sizeof(*t->slots) + sizeof(*t->parents));
}

void
close_index_tree(index_tree_t *t)
{ free(t->branches);
  free(t->slots);
  free(t->parents);
  free(t->values);
  free(t->found);
}

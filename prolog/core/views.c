/*  Views: goals as arrays of ids of a fixed size, for a policy.

    The tokens of a goal are read once, in pre-order. A prefix view keeps the first of them; a tree view
    has a slot for each place of a term down to some depth. What there is no slot for is cut, and the
    last slot then shows an ellipsis.

    Invariant: the array is zero before; a slot without a symbol stays 0.
    tests/oracles/views.py says the same in plain Python.
*/
#include "core.h"
#include <string.h>

/* Read a token that is no symbol of the program: its view id and its arity; return where it ends. */

static const int32_t *
view_other(const goal_view_t *view, const int32_t *at, int32_t *id, int64_t *arity)
{ int32_t token = *at++;

  *arity = 0;
  if ( token >= VARIABLE_END )
  { int32_t value = token - INTEGER_BASE;

    if ( value >= view->integer_least && value < view->integer_end )
      *id = view->integer_id + value - view->integer_least;
    else
    { int32_t bucket = value % view->n_buckets;

      *id = view->bucket_id + (bucket < 0 ? bucket + view->n_buckets : bucket);
    }
    return at;
  }
  if ( token > FUNCTOR_LITERAL )
  { *id = 0;
    return at;
  }
  if ( token == FUNCTOR_LITERAL )
    *arity = count_of(*at++);
  uint32_t hash = 0;

  for ( int64_t n = count_of(*at++); n > 0; n-- )
    hash = 31 * hash + (uint32_t)*at++;
  *id = view->literal_id + (token - NUMBER_LITERAL) * view->n_literal_buckets +
        (int32_t)(hash % (uint32_t)view->n_literal_buckets);
  return at;
}

/* Read a token. Nearly all are symbols or variables, which take no call. */

static inline const int32_t *
view_token(const goal_view_t *view, const int32_t *at, int32_t *id, int64_t *arity)
{ int32_t token = *at, role = token - VARIABLE_BASE, other;
  int64_t n;

  if ( token > FUNCTOR_LITERAL && token < view->n_symbols )
  { *id = view->view_id[token];
    *arity = view->arity[token];
    return at + 1;
  }
  if ( token >= VARIABLE_BASE && token < VARIABLE_END )
  { *id = view->variable_id +
          (role < view->n_variable_roles ? role : view->n_variable_roles - 1);
    *arity = 0;
    return at + 1;
  }
  at = view_other(view, at, &other, &n);        /* so that id and arity stay in registers */
  *id = other;
  *arity = n;
  return at;
}

static int
view_prefix(const goal_view_t *view, const int32_t **at, int32_t *out)
{ const int32_t *next = *at;
  int64_t open = 1, arity;

  for ( int32_t n = 0; open > 0 && n < view->width; n++ )
  { next = view_token(view, next, out + n, &arity);
    open += arity - 1;
  }
  *at = behind_terms(view, next, open);
  if ( !open )
    return 0;
  out[view->width - 1] = ELLIPSIS;
  return 1;
}

/* Fill the slots of a term and its arguments; the tree of slots bounds the depth. */

static int
view_subtree(const goal_view_t *view, const int32_t **at, int32_t *out, int32_t slot)
{ int64_t arity;
  int cut = 0;

  *at = view_token(view, *at, out + slot, &arity);
  for ( int64_t k = 0; k < arity; k++ )
  { if ( k < view->n_children[slot] )
      cut |= view_subtree(view, at, out, view->first_child[slot] + (int32_t)k);
    else
    { *at = behind_terms(view, *at, 1);
      cut = 1;
    }
  }
  return cut;
}

static int
view_goal(const goal_view_t *view, const int32_t **at, int32_t *goal)
{ if ( !view->is_tree )
    return view_prefix(view, at, goal);
  int cut = view_subtree(view, at, goal, 0);

  if ( cut )
    goal[view->width - 1] = ELLIPSIS;
  return cut;
}

/*  Lay out the observation of an MDP's state: the argument behind its reward; where the program has
    observe/2, each member of a list as a goal.
*/

static int
view_mdp(const goal_view_t *view, const int32_t *at, int32_t *goal)
{ int is_all = view->arity[*at++] < 3, cut = 0;

  at = behind_terms(view, at, 1);
  if ( is_all || (*at != LIST_CELL && *at != EMPTY_LIST) )
    return view_goal(view, &at, goal);
  for ( int64_t g = 0; *at == LIST_CELL; g++, goal += view->width )
  { at++;
    if ( g == view->n_goals - 1 && *behind_terms(view, at, 1) == LIST_CELL )
    { goal[0] = ELLIPSIS;
      return 1;
    }
    cut |= view_goal(view, &at, goal);
  }
  return cut;
}

/* Lay out one state into goal, which is zero; return 1 if it was cut. */

int
view_state(const goal_view_t *view, const int32_t *at, int32_t *goal)
{ int64_t n_goals = count_of(*at++);
  int too_many = n_goals > view->n_goals, cut = too_many;

  if ( n_goals == 1 && *at == view->state )
    return view_mdp(view, at, goal);
  for ( int64_t g = 0; g < n_goals && g < view->n_goals; g++, goal += view->width )
  { if ( too_many && g == view->n_goals - 1 )
      goal[0] = ELLIPSIS;
    else if ( view_goal(view, &at, goal) )
      cut = 1;
  }
  return cut;
}

/* Lay out a state and its candidates; return how many of them were cut. See core_show(). */

int64_t
view_row(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t at,
         const int64_t *slots, int64_t width, int32_t *goals, int32_t *candidates)
{ int64_t size = (int64_t)view->n_goals * view->width;
  int64_t cut = view_state(view, tokens + offsets[at], goals);

  for ( int64_t k = 0; candidates && k < width; k++ )
  { if ( slots[k] >= 0 )
      cut += view_state(view, tokens + offsets[slots[k]], candidates + k * size);
  }
  return cut;
}

/* Show the open page of a row in row i of an observation; return how many views were cut. */

int64_t
show_page(const goal_view_t *view, const moves_t *p, int64_t row, const observation_arrays_t *to,
          int64_t i)
{ const window_layout_t *layout = &p->layout;
  int64_t width = layout->width, size = (int64_t)view->n_goals * view->width, at = p->state_at[row];
  const int64_t *slots = layout->slots + row * width;
  int32_t *goals = to->goals + i * size;
  int32_t *candidates = to->candidates ? to->candidates + i * width * size : 0;

  memcpy(to->clauses + i * width, layout->clauses + row * width, width * sizeof(int32_t));
  memcpy(to->action_mask + i * width, layout->mask + row * width, width);
  to->inferences[i] = (int32_t)p->inferences[row];
  memset(goals, 0, size * sizeof(int32_t));
  if ( candidates )
    memset(candidates, 0, width * size * sizeof(int32_t));
  if ( to->structure )
  { int8_t *structure = to->structure + i * width * N_FEATURES;

    memset(structure, 0, width * N_FEATURES);
    describe_row(view, p->target.tokens, p->target.offsets, at, slots, width, structure);
  }
  return view_row(view, p->target.tokens, p->target.offsets, at, slots, width, goals, candidates);
}

/*  Lay out the states and the candidates of n rows into goals and candidates, and describe the
    candidates in structure [n][width][N_FEATURES]. All are zero; the last two may be 0. Leave in cut[i]
    how many of row i were cut.
*/

EXPORT void
core_show(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t n,
          int64_t width, const int64_t *state_at, const int64_t *slots, int32_t *goals,
          int32_t *candidates, int8_t *structure, int64_t *cut)
{ int64_t size = (int64_t)view->n_goals * view->width;

  for ( int64_t i = 0; i < n; i++ )
  { cut[i] = view_row(view, tokens, offsets, state_at[i], slots + i * width, width,
                      goals + i * size, candidates ? candidates + i * width * size : 0);
    if ( structure )
      describe_row(view, tokens, offsets, state_at[i], slots + i * width, width,
                   structure + i * width * N_FEATURES);
  }
}

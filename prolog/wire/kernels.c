/*  Views of goals and windows of candidates, on arrays that Python owns: no Prolog here.

    A view is filled while the tokens of a goal are read once, in pre-order. A window takes the
    candidates of a page in their order and leaves out those that repeat a state.
    tests/oracles/views.py and tests/oracles/step.py say the same in plain Python.
*/
#include "wire.h"
#include <string.h>

/* ---- views */

enum { ELLIPSIS = 1, LIST_TOKEN = 15, NIL_TOKEN = 16 };       /* tokens as in tokens.pl */

/* Return the view id of the token at *at and its arity, and move *at behind the token. */

static int32_t
view_token(const goal_view_t *view, const int32_t **at, int64_t *arity)
{ int32_t token = *(*at)++;

  *arity = 0;
  if ( token >= VARIABLE_END )
  { int32_t value = token - INTEGER_BASE;

    if ( value >= view->integer_least && value < view->integer_end )
      return view->integer_id + value - view->integer_least;
    int32_t bucket = value % view->n_buckets;
    return view->bucket_id + (bucket < 0 ? bucket + view->n_buckets : bucket);
  }
  if ( token >= VARIABLE_BASE )
  { int32_t role = token - VARIABLE_BASE;

    return view->variable_id +
           (role < view->n_variable_roles ? role : view->n_variable_roles - 1);
  }
  if ( token > FUNCTOR_LITERAL )
  { if ( token >= view->n_symbols )
      return 0;
    *arity = view->arity[token];
    return view->view_id[token];
  }
  if ( token == FUNCTOR_LITERAL )
    *arity = count_of(*(*at)++);
  int64_t n = count_of(*(*at)++);
  uint32_t bucket = 0;

  for ( int64_t i = 0; i < n; i++ )
    bucket = 31 * bucket + (uint32_t)*(*at)++;
  return view->literal_id + (token - NUMBER_LITERAL) * view->n_literal_buckets +
         (int32_t)(bucket % (uint32_t)view->n_literal_buckets);
}

static int
view_prefix(const goal_view_t *view, const int32_t **at, int32_t *out)
{ int64_t open = 1, arity, n = 0;

  while ( open > 0 )
  { int32_t id = view_token(view, at, &arity);

    if ( n < view->width )
      out[n] = id;
    n++;
    open += arity - 1;
  }
  if ( n <= view->width )
    return 0;
  out[view->width - 1] = ELLIPSIS;
  return 1;
}

#define MAX_DEPTH 64

static int
view_tree(const goal_view_t *view, const int32_t **at, int32_t *out)
{ struct { int32_t slot; int64_t next, arity; } stack[MAX_DEPTH];
  int depth = 0, cut = 0;
  int64_t arity;

  out[0] = view_token(view, at, &arity);
  stack[0].slot = 0, stack[0].next = 0, stack[0].arity = arity;
  while ( depth >= 0 )
  { if ( stack[depth].next == stack[depth].arity )
    { depth--;
      continue;
    }
    int32_t slot = stack[depth].slot;
    int64_t argument = stack[depth].next++;

    if ( argument < view->n_children[slot] )
    { int32_t child = view->first_child[slot] + (int32_t)argument;

      out[child] = view_token(view, at, &arity);
      depth++;
      stack[depth].slot = child, stack[depth].next = 0, stack[depth].arity = arity;
    } else
    { int64_t open = 1;

      cut = 1;
      while ( open > 0 )
      { view_token(view, at, &arity);
        open += arity - 1;
      }
    }
  }
  if ( cut )
    out[view->width - 1] = ELLIPSIS;
  return cut;
}

static int
view_goal(const goal_view_t *view, const int32_t **at, int32_t *goal)
{ return view->is_tree ? view_tree(view, at, goal) : view_prefix(view, at, goal);
}

static const int32_t *
behind(const goal_view_t *view, const int32_t *at)
{ int64_t open = 1, arity;

  while ( open > 0 )
  { view_token(view, &at, &arity);
    open += arity - 1;
  }
  return at;
}

/*  Lay out what is seen of a process's state: the argument behind its reward; where the process has
    observe/2, each member of a list as a goal.
*/

static int
view_process(const goal_view_t *view, const int32_t *at, int32_t *goal)
{ int is_all = view->arity[*at] < 3, cut = 0;

  at = behind(view, at + 1);
  if ( is_all || (*at != LIST_TOKEN && *at != NIL_TOKEN) )
    return view_goal(view, &at, goal);
  for ( int64_t g = 0; *at == LIST_TOKEN; g++, goal += view->width )
  { at++;
    if ( g == view->n_goals - 1 && *behind(view, at) == LIST_TOKEN )
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
    return view_process(view, at, goal);
  for ( int64_t g = 0; g < n_goals && g < view->n_goals; g++, goal += view->width )
  { if ( too_many && g == view->n_goals - 1 )
      goal[0] = ELLIPSIS;
    else if ( view_goal(view, &at, goal) )
      cut = 1;
  }
  return cut;
}

/* Lay out a state and its candidates; return how many of them were cut. See wire_show(). */

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

/*  Lay out the states and the candidates of n rows into goals and candidates, which are zero;
    candidates may be 0. Leave in cut[i] how many of row i were cut.
*/

EXPORT void
wire_show(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t n,
          int64_t width, const int64_t *state_at, const int64_t *slots, int32_t *goals,
          int32_t *candidates, int64_t *cut)
{ int64_t size = (int64_t)view->n_goals * view->width;

  for ( int64_t i = 0; i < n; i++ )
    cut[i] = view_row(view, tokens, offsets, state_at[i], slots + i * width, width,
                      goals + i * size, candidates ? candidates + i * width * size : 0);
}

/* ---- windows */

/*  Tokens are canonical, so that two states are variants if and only if their hashes are equal (but
    for chances of 2^-128). Pages and histories are short: looking at each is faster than a table.
*/

static int
contains(const uint64_t *hashes, int64_t n, const uint64_t *hash)
{ for ( int64_t j = 0; j < n; j++ )
  { if ( hashes[2 * j] == hash[0] && hashes[2 * j + 1] == hash[1] )
      return 1;
  }
  return 0;
}

void
clear_window(const window_layout_t *t, int64_t row)
{ for ( int64_t k = 0; k < t->width; k++ )
    t->slots[row * t->width + k] = -1;
  memset(t->clauses + row * t->width, 0, t->width * sizeof(*t->clauses));
  memset(t->mask + row * t->width, 0, t->width);
}

/*  Lay out one page for each of n rows. A candidate that repeats one before it on the page is
    merged with it. The loop check leaves out those that repeat a state of the derivation: history
    has all of these, the present one included.
*/

void
lay_out_windows(const window_layout_t *t)
{ int64_t first = 0;

  for ( int64_t i = 0; i < t->n; first += t->counts[i++] )
  { int64_t row = t->rows[i], n = 0;
    int64_t capacity = t->more[i] ? t->limit - 1 : t->limit;
    int64_t end = first + (t->counts[i] < capacity ? t->counts[i] : capacity);
    int64_t *slots = t->slots + row * t->width;
    int32_t *clauses = t->clauses + row * t->width;
    uint8_t *mask = t->mask + row * t->width;
    int64_t *counted = t->counted + row * t->n_counters;

    clear_window(t, row);
    for ( int64_t j = first; j < end; j++ )
    { const uint64_t *hash = t->hashes + 2 * j;

      if ( contains(t->hashes + 2 * first, j - first, hash) )
        counted[t->merged]++;
      else if ( t->loop_check &&
                contains(t->history + 2 * row * t->history_room, t->history_length[row], hash) )
        counted[t->looped]++;
      else
      { slots[n] = t->base + j;
        clauses[n] = (int32_t)t->candidate_clauses[j];
        mask[n++] = 1;
      }
    }
    if ( t->more[i] )
    { clauses[t->limit - 1] = MORE_CLAUSE;
      mask[t->limit - 1] = 1;
    }
    t->outcome[row] = n || t->more[i] ? OPEN : FAILED;
    if ( t->outcome[row] == FAILED )
      mask[0] = 1;
    else if ( t->refuse )
    { clauses[t->width - 1] = REFUSE_CLAUSE;
      mask[t->width - 1] = 1;
    }
    t->next_offset[row] = t->offset[row] + capacity;
    for ( int k = 0; k < N_LOST; k++ )
      counted[k] += t->lost[N_LOST * i + k];
  }
}

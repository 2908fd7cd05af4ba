/*  Moves and the forced moves behind them, stepped round by round without going back to Python.

    A round makes one move in each of some rows, expands the states that these have come to in one
    call, and lays out their windows. The next round has the rows with a single legal action.

    Invariant: each event is counted once, though a round that lacked capacity or history is
    repeated from where it was. tests/oracles/step.py says the same in plain Python.
*/
#include "core.h"
#include <string.h>

static void
close_row(moves_t *p, int64_t row)
{ clear_window(&p->layout, row);
  p->layout.mask[row * p->layout.width] = 1;
  p->layout.outcome[row] = PROVED;
}

/* Return the reward of the move that led to a state: the first argument of an MDP's state. */

static int64_t
reward_of(const moves_t *p, const int32_t *at)
{ return at[0] == 1 && at[1] == p->state && at[2] >= VARIABLE_END ? at[2] - INTEGER_BASE : 0;
}

static void
make_moves(moves_t *p)
{ const expansion_target_t *pool = &p->target;

  p->n_live = 0;
  for ( int64_t i = 0; i < p->n; i++ )
  { int64_t row = p->rows[i];
    int64_t slot = p->layout.slots[row * p->layout.width + p->actions[i]];

    if ( slot >= 0 )
    { p->state_at[row] = slot;
      p->inferences[row]++;
      p->turned[row] = 0;
      p->offset[row] = 0;
      p->gained[row] += reward_of(p, pool->tokens + pool->offsets[slot]);
    } else
    { p->turned[row]++;
      p->layout.counted[row * p->layout.n_counters + p->turned_column]++;
      p->offset[row] = p->layout.next_offset[row];
    }
    if ( pool->tokens[pool->offsets[p->state_at[row]]] == 0 )   /* no goal is left */
      close_row(p, row);
    else
    { p->stepped[p->n_live] = slot >= 0;
      p->live[p->n_live++] = row;
    }
  }
  p->is_open = 1;
}

/*  Add the states that rows have come to to their histories; 0: there is no room. All rows are
    looked at before one is changed, so that the call can be repeated.
*/

static int
remember(moves_t *p)
{ int64_t capacity = p->layout.history_capacity;

  for ( int64_t i = 0; i < p->n_live; i++ )
  { if ( p->stepped[i] && p->history_length[p->live[i]] >= capacity )
      return 0;
  }
  for ( int64_t i = 0; i < p->n_live; i++ )
  { int64_t row = p->live[i];

    if ( p->stepped[i] )
    { memcpy(p->history + 2 * (row * capacity + p->history_length[row]++),
             p->target.hashes + 2 * p->state_at[row], 2 * sizeof(uint64_t));
      p->stepped[i] = 0;                /* once, though the expansion may be repeated */
    }
  }
  return 1;
}

/* Expand the states of the live rows; the arena has them, and gets their candidates. */

static int
expand(moves_t *p, char *error)
{ expansion_target_t *t = &p->target;

  for ( int64_t i = 0; i < p->n_live; i++ )
  { int64_t row = p->live[i];

    p->live_at[i] = p->state_at[row];
    p->live_hidden[i] = p->hidden_of[p->query[row]];
    p->live_offset[i] = p->offset[row];
  }
  t->n = p->n_live;
  t->limit = p->layout.limit;
  t->rows = p->live_at;
  t->hidden = p->live_hidden;
  t->first = p->live_offset;
  t->n_candidates = p->n_states;
  t->n_tokens = t->offsets[p->n_states];
  return expand_target(t, p->engine, error);
}

static void
lay_out(moves_t *p)
{ window_layout_t *layout = &p->layout;

  layout->n = p->n_live;
  layout->rows = p->live;
  layout->counts = p->target.counts;
  layout->more = p->target.more;
  layout->lost = p->target.lost;
  layout->candidate_clauses = p->target.clauses + p->n_states;
  layout->hashes = p->target.hashes + 2 * p->n_states;
  layout->base = p->n_states;
  layout->history = p->history;
  layout->history_length = p->history_length;
  lay_out_windows(layout);
  p->n_states = p->target.n_candidates;
}

/* Truncate rows that have reached a limit; the forced moves become the moves of the next round. */

static void
next_moves(moves_t *p)
{ int64_t width = p->layout.width;

  p->n = 0;
  for ( int64_t i = 0; i < p->n_live; i++ )
  { int64_t row = p->live[i], legal = 0, action = 0;

    if ( p->layout.outcome[row] != OPEN )
      continue;
    if ( p->turned[row] > p->max_pages )
    { p->layout.counted[row * p->layout.n_counters + p->page_limits_column]++;
      p->layout.outcome[row] = TRUNCATED;
    } else if ( p->inferences[row] >= p->max_inferences )
      p->layout.outcome[row] = TRUNCATED;
    else if ( p->auto_advance )
    { for ( int64_t k = 0; k < width; k++ )
      { if ( p->layout.mask[row * width + k] )
          legal++, action = k;
      }
      if ( legal == 1 )
      { p->rows[p->n] = row;
        p->actions[p->n++] = action;
      }
    }
  }
}

/*  Play until nothing is forced. Not DONE: something is missing; call again when it is there. With
    is_open the moves of the round have been made and counted, and only their expansion is repeated.
*/

int
run_rounds(moves_t *p, char *error)
{ while ( p->n > 0 || p->is_open )
  { int rc;

    if ( !p->is_open )
      make_moves(p);
    if ( p->n_live > 0 )
    { if ( p->layout.loop_check && !remember(p) )
        return NO_HISTORY;
      if ( (rc = expand(p, error)) != DONE )
        return rc;
      lay_out(p);
    }
    p->is_open = 0;
    next_moves(p);
  }
  return DONE;
}

/*  Make moves for Python; with is_open only open the windows of the live rows. */

EXPORT int
core_make_moves(moves_t *p, char *error)
{ return run_rounds(p, error);
}

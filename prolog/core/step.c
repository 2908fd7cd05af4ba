/*  A step of a part of the rows: moves, what they led to, and the start of the next episodes.

    There are two halves, since between them the caller must know how many states are left in all
    parts: step_advance() resolves states and can be repeated, step_finish() copies.

    Invariant: parts share nothing that they write but arrays by row, so each can be done in a thread of
    its own. tests/oracles/step.py says in plain Python what a step is.
*/
#include "core.h"
#include <string.h>

/*  Stages of step_advance(). gather() overwrites slots, settle() counts and draws queries:
    each is done once, whatever is missing later. run_rounds() and measure() can be repeated.
*/
enum { NEW = 0, ADVANCING, ALONE, DRAWN };

static int
is_staying(const part_step_t *s, int64_t row)
{ return s->whole->stays && s->whole->stays[row];
}

static int
is_move(const part_step_t *s, int64_t row)
{ int64_t at = row * s->moves.layout.width + s->whole->actions[row];

  return is_staying(s, row) ? 0 : s->moves.layout.slots[at] >= 0 || s->moves.layout.clauses[at] == MORE_CLAUSE;
}

/* Return the first of n rows whose action is masked; -1: there is none. */

EXPORT int64_t
core_first_masked(const uint8_t *mask, const int64_t *actions, int64_t n, int64_t width)
{ for ( int64_t row = 0; row < n; row++ )
  { if ( actions[row] < 0 || actions[row] >= width || !mask[row * width + actions[row]] )
      return row;
  }
  return -1;
}

/* Return the first row of n parts whose action is masked, before anything is done; -1: none. */

EXPORT int64_t
core_masked(part_step_t *const *steps, int n)
{ for ( int i = 0; i < n; i++ )
  { const part_step_t *s = steps[i];
    int64_t width = s->moves.layout.width;
    int64_t row = core_first_masked(s->moves.layout.mask + s->first * width,
                                    s->whole->actions + s->first, s->end - s->first, width);

    if ( row >= 0 )
      return s->first + row;
  }
  return -1;
}

/* ---- the arena: states that moves lead to, in memory of the part itself; the states that are
   kept go to the pool that all parts share when the step is finished */

static int64_t
length_of(const state_pool_t *pool, int64_t at)
{ return pool->offsets[at + 1] - pool->offsets[at];
}

static int
has_capacity(const part_step_t *s)
{ const window_layout_t *layout = &s->moves.layout;
  const state_pool_t *pool = &s->whole->pool;
  int64_t n_states = 0, n_tokens = 0;

  for ( int64_t row = s->first; row < s->end; row++ )
  { const int64_t *slots = layout->slots + row * layout->width;
    int64_t slot = slots[s->whole->actions[row]];

    n_states++;
    if ( slot >= 0 && !is_staying(s, row) )
    { n_tokens += length_of(pool, slot);
      continue;
    }
    n_tokens += length_of(pool, s->moves.state_at[row]);
    for ( int64_t k = 0; !is_move(s, row) && k < layout->width; k++ )
    { if ( slots[k] >= 0 )
      { n_tokens += length_of(pool, slots[k]);
        n_states++;
      }
    }
  }
  return n_states <= s->moves.target.candidate_capacity && n_tokens <= s->moves.target.token_capacity;
}

static int64_t
take_in(part_step_t *s, int64_t at)
{ expansion_target_t *arena = &s->moves.target;
  const state_pool_t *pool = &s->whole->pool;
  int64_t i = s->moves.n_states++, start = arena->offsets[i], length = length_of(pool, at);

  memcpy(arena->out + start, pool->tokens + pool->offsets[at], length * sizeof(int32_t));
  memcpy(arena->hashes + 2 * i, pool->hashes + 2 * at, 2 * sizeof(uint64_t));
  arena->ends[i] = start + length;
  return i;
}

/* Rows that move need one state; the others are shown once more, with their candidates. */

static void
gather(part_step_t *s)
{ moves_t *p = &s->moves;
  int64_t width = p->layout.width;

  p->n = p->n_states = 0;
  for ( int64_t row = s->first; row < s->end; row++ )
  { int64_t *slots = p->layout.slots + row * width, *slot = slots + s->whole->actions[row];

    *s->n_inferences -= p->inferences[row];
    s->whole->frame->reward[row] = -(float)p->gained[row];
    if ( is_move(s, row) )
    { int64_t *at = *slot >= 0 ? slot : p->state_at + row;

      *at = take_in(s, *at);
      p->rows[p->n] = row;
      p->actions[p->n++] = s->whole->actions[row];
    } else
    { p->state_at[row] = take_in(s, p->state_at[row]);
      for ( int64_t k = 0; k < width; k++ )
      { if ( slots[k] >= 0 )
          slots[k] = take_in(s, slots[k]);
      }
      if ( !is_staying(s, row) )
        p->layout.outcome[row] = FAILED;
    }
  }
}

/* ---- what the moves led to */

static void
settle(part_step_t *s)
{ moves_t *p = &s->moves;
  const whole_step_t *whole = s->whole;
  const frame_arrays_t *f = whole->frame;

  for ( int64_t row = s->first; row < s->end; row++ )
  { int64_t outcome = p->layout.outcome[row];
    int64_t at = row * p->layout.width + whole->actions[row];
    int is_done = outcome != OPEN && !is_staying(s, row), is_refused = 0;

    /* only a row that made no move still has its window */
    if ( is_done && outcome == FAILED && p->layout.clauses[at] == REFUSE_CLAUSE )
      is_refused = !s->label[p->query[row]];
    int is_won = is_done && (outcome == PROVED || is_refused);

    if ( p->state < 0 )
      f->reward[row] = f->episode_return[row] = is_won ? 1.0f : 0.0f;
    else
    { f->reward[row] = (float)((f->reward[row] + (float)p->gained[row]) * s->reward_scale);
      f->episode_return[row] = is_done ? (float)((double)p->gained[row] * s->reward_scale) : 0.0f;
    }
    f->terminated[row] = is_done && outcome != TRUNCATED;
    f->truncated[row] = is_done && outcome == TRUNCATED;
    f->episode_inferences[row] = is_done ? (int32_t)p->inferences[row] : 0;
    *s->n_inferences += p->inferences[row];
    if ( is_done )
    { int64_t *tally = s->tallies + 2 * s->level_of[row];

      tally[0] += is_won;
      tally[1]++;
      if ( whole->restart )
      { s->level_of[row] = whole->level;
        p->query[row] = draw_query(s->draw, row, ++s->episode[row], s->level_of + row);
      }
    }
  }
}

static int
starts_anew(const part_step_t *s, int64_t row)
{ return s->whole->restart && !is_staying(s, row) && s->moves.layout.outcome[row] != OPEN;
}

static const episode_starts_t *
starts_of(const part_step_t *s, int64_t query)
{ return (const episode_starts_t *)(intptr_t)s->starts[query / s->chunk];
}

/* Count the states that are left and their tokens; not DONE: a start or room for one is missing. */

static int
measure(part_step_t *s)
{ const window_layout_t *layout = &s->moves.layout;

  s->n_states = s->n_tokens = 0;
  for ( int64_t row = s->first; row < s->end; row++ )
  { const int64_t *slots = layout->slots + row * layout->width;
    int64_t at = s->moves.state_at[row];
    state_pool_t pool = { s->moves.target.tokens, s->moves.target.offsets, s->moves.target.hashes };

    if ( starts_anew(s, row) )
    { const episode_starts_t *start = starts_of(s, s->moves.query[row]);
      int64_t i = s->moves.query[row] % s->chunk;

      if ( !start )
      { s->missing = s->moves.query[row] / s->chunk;
        return NO_START;
      }
      if ( start->numbers[HISTORY_LENGTH * start->n + i] > layout->history_capacity )
        return NO_HISTORY;
      pool = start->pool;
      slots = start->slots + i * layout->width;
      at = start->numbers[STATE_AT * start->n + i];
    }
    s->n_states++;
    s->n_tokens += length_of(&pool, at);
    for ( int64_t k = 0; k < layout->width; k++ )
    { if ( slots[k] >= 0 )
      { s->n_states++;
        s->n_tokens += length_of(&pool, slots[k]);
      }
    }
  }
  return DONE;
}

/*  Do the first half. Not DONE: something is missing; call again when it is there, and nothing is
    done twice.
*/

int
step_advance(part_step_t *s, char *error)
{ int rc;

  if ( s->stage == NEW )
  { if ( !has_capacity(s) )
      return NO_CAPACITY;
    gather(s);
    s->stage = ADVANCING;
  }
  if ( s->stage == ADVANCING )
  { if ( (rc = run_rounds(&s->moves, error)) != DONE )
      return rc;
    s->stage = ALONE;
  }
  if ( s->stage == ALONE )
  { settle(s);
    s->stage = DRAWN;
  }
  return measure(s);
}

/* ---- the second half: states that are kept, and how they are shown */

static int64_t
keep(part_step_t *s, const state_pool_t *pool, int64_t at)
{ const whole_step_t *to = s->whole;
  int64_t length = length_of(pool, at);

  memcpy(to->new_tokens + s->first_token, pool->tokens + pool->offsets[at],
         length * sizeof(int32_t));
  memcpy(to->new_hashes + 2 * s->first_state, pool->hashes + 2 * at, 2 * sizeof(uint64_t));
  to->new_offsets[s->first_state] = s->first_token;
  s->first_token += length;
  return s->first_state++;
}

static void
keep_row(part_step_t *s, const state_pool_t *pool, int64_t row)
{ int64_t width = s->moves.layout.width, *slots = s->moves.layout.slots + row * width;

  s->moves.state_at[row] = keep(s, pool, s->moves.state_at[row]);
  for ( int64_t k = 0; k < width; k++ )
  { if ( slots[k] >= 0 )
      slots[k] = keep(s, pool, slots[k]);
  }
}

static void
show_row(part_step_t *s, int64_t row)
{ const window_layout_t *layout = &s->moves.layout;
  int64_t n_cuts = show_page(s->view, &s->moves, row, &s->whole->frame->following, row);

  if ( !is_staying(s, row) )            /* else they were counted when it came here */
    layout->counted[row * layout->n_counters + s->view_cuts] += n_cuts;
}

static void
copy_shown(const part_step_t *s, const observation_arrays_t *to, int64_t row,
           const observation_arrays_t *from, int64_t i)
{ int64_t width = s->moves.layout.width, size = (int64_t)s->view->n_goals * s->view->width;

  memcpy(to->goals + row * size, from->goals + i * size, size * sizeof(int32_t));
  if ( to->candidates )
    memcpy(to->candidates + row * width * size, from->candidates + i * width * size,
           width * size * sizeof(int32_t));
  if ( to->structure )
    memcpy(to->structure + row * width * N_FEATURES, from->structure + i * width * N_FEATURES,
           width * N_FEATURES);
  memcpy(to->clauses + row * width, from->clauses + i * width, width * sizeof(int32_t));
  memcpy(to->action_mask + row * width, from->action_mask + i * width, width);
  to->inferences[row] = from->inferences[i];
}

/* Set a row to the start of its query. */

static void
start_row(part_step_t *s, int64_t row)
{ const window_layout_t *layout = &s->moves.layout;
  const episode_starts_t *start = starts_of(s, s->moves.query[row]);
  int64_t i = s->moves.query[row] % s->chunk, width = layout->width;

  for ( int64_t k = 0; k < s->n_numbers; k++ )
    s->numbers[k * s->n_rows + row] = start->numbers[k * start->n + i];
  memcpy(layout->slots + row * width, start->slots + i * width, width * sizeof(int64_t));
  memcpy(layout->clauses + row * width, start->clauses + i * width, width * sizeof(int32_t));
  memcpy(layout->mask + row * width, start->mask + i * width, width);
  memcpy(s->moves.history + 2 * row * layout->history_capacity,
         start->history + 2 * i * start->history_capacity,
         2 * s->moves.history_length[row] * sizeof(uint64_t));
  for ( int64_t k = 0; k < layout->n_counters; k++ )
    s->counted[k] += start->counted[i * layout->n_counters + k];
  copy_shown(s, &s->whole->frame->current, row, &start->shown, i);
  keep_row(s, &start->pool, row);
}

void
step_finish(part_step_t *s)
{ const window_layout_t *layout = &s->moves.layout;
  const frame_arrays_t *frame = s->whole->frame;
  state_pool_t arena = { s->moves.target.tokens, s->moves.target.offsets, s->moves.target.hashes };

  for ( int64_t row = s->first; row < s->end; row++ )
  { int64_t *counted = layout->counted + row * layout->n_counters;

    show_row(s, row);
    for ( int64_t k = 0; k < layout->n_counters; k++ )
    { s->counted[k] += counted[k];
      counted[k] = 0;
    }
    if ( starts_anew(s, row) )
      start_row(s, row);
    else
    { copy_shown(s, &frame->current, row, &frame->following, row);
      keep_row(s, &arena, row);
    }
  }
  s->stage = NEW;
}

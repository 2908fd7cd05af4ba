/*  Frames of proofs: what an environment would show at each decision of a derivation that a search found.

    A proof is followed to its end before the next one is, so the arena has the states of all starts,
    then the present state, then the candidates of its page.

    Invariant: a frame is added before its move is made, so that a call which lacked history, capacity or
    room for a frame is repeated from where it was.
*/
#include "core.h"
#include <string.h>

static int64_t
n_steps(const framing_t *f)
{ return f->begins[f->row + 1] - f->begins[f->row];
}

/* Return the action that leads to the next chosen candidate; -1: there is none. */

static int64_t
next_action(const framing_t *f)
{ const window_layout_t *layout = &f->moves.layout;
  const uint64_t *hashes = f->moves.target.hashes;
  const int64_t *slots = layout->slots + f->row * layout->width;
  int64_t more = layout->limit - 1, place = f->choices[f->begins[f->row] + f->step];
  int64_t at = f->base + place - layout->offset[f->row];

  if ( place >= layout->next_offset[f->row] &&
       layout->clauses[f->row * layout->width + more] == MORE_CLAUSE )
    return more;
  if ( at < f->base || at >= f->moves.n_states )
    return -1;
  for ( int64_t k = 0; k < layout->width; k++ )
  { /* a merged candidate has no slot; the variant that was kept has the same hash */
    if ( slots[k] >= 0 && has_hash(hashes + 2 * slots[k], 1, hashes + 2 * at) )
      return k;
  }
  return -1;
}

static int
is_decision(const framing_t *f)
{ const uint8_t *mask = f->moves.layout.mask + f->row * f->moves.layout.width;
  int64_t n = 0;

  for ( int64_t k = 0; k < f->moves.layout.width; k++ )
    n += mask[k];
  return n > 1;
}

static void
add_frame(framing_t *f, int64_t action)
{ int64_t i = f->n_frames++;

  show_page(f->view, &f->moves, f->row, &f->shown, i);
  f->row_of[i] = f->row;
  f->action[i] = action;
  f->to_go[i] = n_steps(f) - f->step;
  f->decisions++;
}

/* Let the arena have the starts, and behind them the state from which the next page is opened. */

static void
drop_others(framing_t *f, int64_t *at)
{ expansion_target_t *arena = &f->moves.target;
  int64_t to = f->n_starts, from = *at, size = arena->offsets[from + 1] - arena->offsets[from];

  f->moves.n_states = to;
  if ( from < to )
    return;
  memmove(arena->out + arena->offsets[to], arena->out + arena->offsets[from], size * sizeof(*arena->out));
  memmove(arena->hashes + 2 * to, arena->hashes + 2 * from, 2 * sizeof(*arena->hashes));
  arena->ends[to] = arena->offsets[to] + size;
  f->moves.n_states = to + 1;
  *at = to;
}

static void
choose(framing_t *f, int64_t action)
{ moves_t *p = &f->moves;
  int64_t *slot = p->layout.slots + f->row * p->layout.width + action;

  f->step += *slot >= 0;               /* to turn a page is no step of a proof */
  drop_others(f, *slot >= 0 ? slot : p->state_at + f->row);
  p->rows[0] = f->row;
  p->actions[0] = action;
  p->n = 1;
}

static void
next_row(framing_t *f)
{ f->row++;
  f->step = f->decisions = 0;
  f->base = f->row < f->n ? f->first[f->row] : 0;
}

/*  Follow the proofs from row on. Not DONE: something is missing, NO_FRAME with all frames taken; call again
    when it is there.
*/

EXPORT int
core_frame_proofs(framing_t *f, char *error)
{ moves_t *p = &f->moves;

  while ( f->row < f->n )
  { if ( !p->is_open )
    { int64_t action = f->step < n_steps(f) ? next_action(f) : -1;

      if ( action < 0 )
      { next_row(f);
        continue;
      }
      if ( is_decision(f) )
      { if ( f->n_frames == f->capacity )
          return NO_FRAME;
        add_frame(f, action);
      }
      choose(f, action);
    }
    int rc = run_rounds(p, error);

    if ( rc != DONE )
      return rc;
    f->base = p->layout.base;
    int64_t outcome = p->layout.outcome[f->row];
    int is_end = f->step == n_steps(f), is_most = f->decisions == f->most;

    if ( outcome != OPEN || is_end || is_most )
    { f->is_proved[f->row] = outcome == PROVED ? is_end : outcome == OPEN && is_most;
      next_row(f);
    }
  }
  return DONE;
}

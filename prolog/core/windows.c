/*  Windows: the candidates of a page among which a policy chooses, on arrays that Python owns.

    A window takes the candidates of a page in their order and leaves out those that repeat a state:
    one of the page (they are merged), or one of the derivation (the loop check). Tokens are canonical,
    so two states are variants if and only if their hashes are equal, but for chances of 2^-128.

    Invariant: slots, clauses and mask of a row agree, an action is legal if and only if its mask is 1,
    and every row has a legal action. tests/oracles/step.py says the same in plain Python.
*/
#include "core.h"
#include <string.h>

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

      if ( has_hash(t->hashes + 2 * first, j - first, hash) )
        counted[t->merged]++;
      else if ( t->loop_check &&
                has_hash(t->history + 2 * row * t->history_capacity, t->history_length[row], hash) )
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

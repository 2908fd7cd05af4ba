/*  The queue of Levin tree search: a binary heap of entries (Williams 1964), by cost and then age.

    Most of a search's memory are entries, and most of its time goes into touching fresh memory where
    states have many candidates: so tokens take two bytes each where they can.

    Invariant: heap[k] comes before heap[2 k + 1] and heap[2 k + 2]; an entry is in the queue or in the
    batch that was taken from it, and its memory is of this queue's pool.
*/
#include "levin.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED_VARIABLE = 0x8000, PACKED_INTEGER = 0xC000, PACKED_END = 0x10000 };
enum { FIRST_PACKED_INTEGER = INTEGER_BASE - (PACKED_END - PACKED_INTEGER) / 2 };

/* ---- entries */

static int64_t
entry_bytes(int64_t n_tokens, int is_wide)
{ return offsetof(entry_t, tokens) + n_tokens * (is_wide ? sizeof(int32_t) : sizeof(uint16_t));
}

/*  Write tokens in two bytes each: the first symbols, variables and small integers have such a code.
    0: another one is among them. */

CLONES static int
compress(uint16_t *restrict packed, const int32_t *restrict tokens, int64_t n)
{ uint32_t all = 0;

  for ( int64_t k = 0; k < n; k++ )
  { uint32_t symbol = tokens[k], variable = symbol - VARIABLE_BASE;
    uint32_t integer = symbol - FIRST_PACKED_INTEGER;
    uint32_t code = symbol < PACKED_VARIABLE          ? symbol
                  : variable < PACKED_INTEGER - PACKED_VARIABLE ? PACKED_VARIABLE + variable
                  : integer < PACKED_END - PACKED_INTEGER       ? PACKED_INTEGER + integer
                                                                : PACKED_END;

    all |= code;
    packed[k] = (uint16_t)code;
  }
  return all < PACKED_END;
}

CLONES static void
decompress(int32_t *restrict tokens, const uint16_t *restrict packed, int64_t n)
{ for ( int64_t k = 0; k < n; k++ )
  { int32_t code = packed[k];

    tokens[k] = code < PACKED_VARIABLE  ? code
              : code < PACKED_INTEGER ? code + (VARIABLE_BASE - PACKED_VARIABLE)
                                      : code + (FIRST_PACKED_INTEGER - PACKED_INTEGER);
  }
}

entry_t *
new_entry(queue_t *q, const int32_t *tokens, int64_t n)
{ entry_t *entry = take_piece(&q->entries, entry_bytes(n, 0));

  if ( !entry )
    return 0;
  *entry = (entry_t){ .n_tokens = n };
  if ( compress(entry->tokens, tokens, n) )
    return entry;
  give_piece(&q->entries, entry, entry_bytes(n, 0));
  if ( (entry = take_piece(&q->entries, entry_bytes(n, 1))) )
  { *entry = (entry_t){ .n_tokens = n, .is_wide = 1 };
    memcpy(entry->tokens, tokens, n * sizeof(*tokens));
  }
  return entry;
}

void
copy_tokens(const entry_t *entry, int32_t *tokens)
{ if ( entry->is_wide )
    memcpy(tokens, entry->tokens, entry->n_tokens * sizeof(*tokens));
  else
    decompress(tokens, entry->tokens, entry->n_tokens);
}

void
drop_entry(queue_t *q, entry_t *entry)
{ if ( entry )
    give_piece(&q->entries, entry, entry_bytes(entry->n_tokens, entry->is_wide));
}

/* ---- the heap */

static int
is_before(const waiting_t *a, const waiting_t *b)
{ return a->cost < b->cost || (a->cost == b->cost && a->age < b->age);
}

/* Put an entry at a place or above it, where the ones on the way are moved down. */

static void
rise(queue_t *q, int64_t at, waiting_t last)
{ for ( ; at > 0 && is_before(&last, &q->heap[(at - 1) / 2]); at = (at - 1) / 2 )
    q->heap[at] = q->heap[(at - 1) / 2];
  q->heap[at] = last;
}

int
push(queue_t *q, double cost, entry_t *entry)
{ if ( !RESERVE_ARRAY(q->heap, q->capacity, q->n + 1) )
    return 0;
  q->n++;
  rise(q, q->n - 1, (waiting_t){ cost, q->next_age++, entry });
  return 1;
}

void
put_first(queue_t *q, int64_t at, double cost)
{ rise(q, at, (waiting_t){ cost, q->heap[at].age, q->heap[at].entry });
}

entry_t *
pop(queue_t *q)
{ entry_t *first = q->heap[0].entry;
  waiting_t last = q->heap[--q->n];
  int64_t at = 0;

  for ( int64_t child; (child = 2 * at + 1) < q->n; at = child )
  { if ( child + 1 < q->n && is_before(&q->heap[child + 1], &q->heap[child]) )
      child++;
    if ( !is_before(&q->heap[child], &last) )
      break;
    q->heap[at] = q->heap[child];
  }
  q->heap[at] = last;
  return first;
}

void
close_queue(queue_t *q)
{ close_pool(&q->entries);
  free(q->heap);
}

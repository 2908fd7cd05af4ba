/*  Priority queues: binary heaps (Williams 1964) of what waits, by cost and then by a tie.

    Invariant: heap[k] comes before heap[2 k + 1] and heap[2 k + 2].
*/
#include "search.h"

static int
is_before(const waiting_t *a, const waiting_t *b)
{ return a->cost < b->cost || (a->cost == b->cost && a->tie < b->tie);
}

/* Put one at a place or above it, where those on the way are moved down. */

static void
rise(queue_t *q, int64_t at, waiting_t one)
{ for ( ; at > 0 && is_before(&one, &q->heap[(at - 1) / 2]); at = (at - 1) / 2 )
    q->heap[at] = q->heap[(at - 1) / 2];
  q->heap[at] = one;
}

int
enqueue(queue_t *q, waiting_t one)
{ if ( !RESERVE_ARRAY(q->heap, q->capacity, q->n + 1) )
    return 0;
  rise(q, q->n++, one);
  return 1;
}

void
put_first(queue_t *q, int64_t at, double cost)
{ rise(q, at, (waiting_t){ cost, q->heap[at].tie, q->heap[at].item });
}

waiting_t
dequeue(queue_t *q)
{ waiting_t first = q->heap[0], last = q->heap[--q->n];
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

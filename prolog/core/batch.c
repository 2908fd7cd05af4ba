/*  Expansion of a batch of states that searches have taken from their queues and stacks.

    All states of a batch are resolved in one call, and each gets a page of candidates from its own
    offset on. Prolog is called once, for the states that C does not resolve.

    Invariant: the candidates of a batch are next to each other, from first_candidate[i] on for
    state i; their tokens are in one array, without gaps. Buffers are of one thread and used again.
*/
#include "search.h"
#include <stdlib.h>
#include <string.h>

#define BATCH_CANDIDATES 32768
#define NARROWEST 128
#define FIRST_WIDTH 256
#define WIDEST 4096

int
add_to_batch(batch_t *b, const int32_t *tokens, int64_t n, int64_t hidden, int64_t offset,
             int is_written)
{ int64_t i = b->n;

  if ( !RESERVE_ARRAY(b->offsets, b->offset_capacity, i + 2) || !RESERVE_ARRAY(b->rows, b->row_capacity, i + 1) ||
       !RESERVE_ARRAY(b->hidden, b->hidden_capacity, i + 1) || !RESERVE_ARRAY(b->first, b->first_capacity, i + 1) ||
       !RESERVE_ARRAY(b->counts, b->count_capacity, i + 1) || !RESERVE_ARRAY(b->lost, b->lost_capacity, N_LOST * (i + 1)) ||
       !RESERVE_ARRAY(b->steps, b->step_capacity, i + 1) ||
       !RESERVE_ARRAY(b->next_offset, b->next_capacity, i + 1) || !RESERVE_ARRAY(b->more, b->more_capacity, i + 1) ||
       !RESERVE_ARRAY(b->written, b->written_capacity, i + 1) )
    return 0;
  if ( i == 0 )
    b->offsets[0] = 0;
  if ( !RESERVE_ARRAY(b->tokens, b->token_capacity, b->offsets[i] + n) )
    return 0;
  memcpy(b->tokens + b->offsets[i], tokens, n * sizeof(*tokens));
  b->offsets[i + 1] = b->offsets[i] + n;
  b->rows[i] = i;
  b->hidden[i] = hidden;
  b->first[i] = offset;
  b->written[i] = is_written;
  b->n++;
  return 1;
}

/*  Return the width of the pages of the batch. Where it is free, the pages of all states have room for
    BATCH_CANDIDATES, about, and each page is about as wide as all before it, between limits.
*/

static int64_t
width_of(const batch_t *b, const searches_t *t)
{ int64_t furthest = 0, width, widest;

  if ( t->width )
    return t->width;
  for ( int64_t i = 0; i < b->n; i++ )
    furthest = b->first[i] > furthest ? b->first[i] : furthest;
  widest = furthest > FIRST_WIDTH ? furthest : FIRST_WIDTH;
  widest = widest < WIDEST ? widest : WIDEST;
  width = BATCH_CANDIDATES / b->n;
  width = width > NARROWEST ? width : NARROWEST;
  return width < widest ? width : widest;
}

static int
grow_target(expansion_target_t *t)
{ int64_t n = t->candidate_capacity ? 2 * t->candidate_capacity : 4096;
  int64_t tokens = t->token_capacity ? 2 * t->token_capacity : 65536;

  free((void *)t->clauses), free((void *)t->ends), free((void *)t->hashes), free((void *)t->out);
  t->clauses = malloc(n * sizeof(*t->clauses));
  t->ends = malloc(n * sizeof(*t->ends));
  t->hashes = malloc(2 * n * sizeof(*t->hashes));
  t->out = malloc(tokens * sizeof(*t->out));
  t->candidate_capacity = n;
  t->token_capacity = tokens;
  return t->clauses && t->ends && t->hashes && t->out;
}

/* Expand the states, with more room as long as there is too little: expansion is pure. */

static int
expand_states(batch_t *b, const searches_t *t, int64_t limit)
{ expansion_target_t *target = &b->target;
  int rc;

  target->program = t->program;
  target->n = b->n;
  target->limit = limit;
  target->tokens = b->tokens, target->offsets = b->offsets;
  target->rows = b->rows, target->hidden = b->hidden, target->first = b->first;
  target->counts = b->counts, target->more = b->more, target->lost = b->lost;
  target->steps = b->steps;
  target->written = b->written;
  do
  { target->n_candidates = target->n_tokens = 0;
    rc = target->candidate_capacity ? expand_target(target, t->engine, t->error) : NO_CAPACITY;
  } while ( rc == NO_CAPACITY && grow_target(target) );
  return rc;
}

/*  Expand the states of the batch. A page that is not the last keeps one of its places for the
    action *more*: its last candidate is dropped, and is the first of the next page.
*/

int
expand_batch(batch_t *b, const searches_t *t)
{ expansion_target_t *target = &b->target;
  int64_t limit = width_of(b, t), from = 0, m = 0, n_tokens = 0;
  int rc = expand_states(b, t, limit);

  if ( rc != DONE )
    return rc;
  if ( !RESERVE_ARRAY(b->owner, b->owner_capacity, target->n_candidates) ||
       !RESERVE_ARRAY(b->ordinal, b->ordinal_capacity, target->n_candidates) ||
       !RESERVE_ARRAY(b->ends, b->end_capacity, target->n_candidates + 1) ||
       !RESERVE_ARRAY(b->shown, b->shown_capacity, target->n_candidates) ||
       !RESERVE_ARRAY(b->first_candidate, b->first_candidate_capacity, b->n + 1) )
    return NO_CAPACITY;
  b->ends[0] = 0;
  for ( int64_t i = 0; i < b->n; i++ )
  { int64_t capacity = b->more[i] ? limit - 1 : limit, n = b->counts[i];

    b->first_candidate[i] = m;
    b->next_offset[i] = b->first[i] + capacity;
    for ( int64_t k = 0; k < n; k++, from++ )
    { int64_t start = from ? target->ends[from - 1] : 0, size = target->ends[from] - start;

      if ( k >= capacity )
        continue;
      if ( m < from )                   /* close the gaps of those that were dropped */
      { memmove(target->out + n_tokens, target->out + start, size * sizeof(*target->out));
        memcpy(target->hashes + 2 * m, target->hashes + 2 * from, 2 * sizeof(*target->hashes));
        target->clauses[m] = target->clauses[from];
      }
      b->owner[m] = i;
      b->ordinal[m] = k;
      b->ends[++m] = n_tokens += size;
    }
  }
  b->first_candidate[b->n] = m;
  b->n_candidates = m;
  return DONE;
}

/* ---- what the network says of the batch */

/* Ask about the choices of state i, as PolicyOrder does, unless it has no choice. Without a network all are alike. */

static int
ask_about(batch_t *b, const network_t *network, int64_t i)
{ int64_t first = b->first_candidate[i], end = b->first_candidate[i + 1], n = end - first + 1, k = 0;

  if ( !RESERVE_ARRAY(b->choices, b->choice_capacity, n) || !RESERVE_ARRAY(b->choice_clauses, b->clause_capacity, n) ||
       !RESERVE_ARRAY(b->choice_logs, b->choice_log_capacity, n) ||
       !RESERVE_ARRAY(b->choice_structure, b->choice_structure_capacity, n) )
    return 0;
  b->more_logs[i] = b->more_structure[i] = 0;
  b->to_go[i] = NOT_ASKED;
  for ( int64_t j = first; j < end; j++ )
  { b->logs[j] = b->structure[j] = 0;
    if ( b->shown[j] )
    { b->choices[k] = b->target.out + b->ends[j];
      b->choice_clauses[k++] = b->target.clauses[j];
    }
  }
  if ( b->more[i] )
  { b->choices[k] = 0;
    b->choice_clauses[k++] = MORE_CLAUSE;
  }
  if ( k < 2 || !network )
    return 1;
  if ( !network_logs(network, b->cache, b->tokens + b->offsets[i], k, b->choices, b->target.out + b->ends[end],
                     b->choice_clauses, b->choice_logs, b->choice_structure, &b->to_go[i]) )
    return 0;
  k = 0;
  for ( int64_t j = first; j < end; j++ )
  { if ( b->shown[j] )
    { b->logs[j] = b->choice_logs[k];
      b->structure[j] = b->choice_structure[k++];
    }
  }
  if ( b->more[i] )
  { b->more_logs[i] = b->choice_logs[k];
    b->more_structure[i] = b->choice_structure[k];
  }
  return 1;
}

int
ask_network(batch_t *b, const network_t *network)
{ int rc = (b->cache || (b->cache = open_cache())) && RESERVE_ARRAY(b->logs, b->log_capacity, b->n_candidates) &&
           RESERVE_ARRAY(b->structure, b->structure_capacity, b->n_candidates) &&
           RESERVE_ARRAY(b->more_logs, b->more_log_capacity, b->n) &&
           RESERVE_ARRAY(b->more_structure, b->more_structure_capacity, b->n) &&
           RESERVE_ARRAY(b->to_go, b->to_go_capacity, b->n);

  for ( int64_t i = 0; rc && i < b->n; i++ )
    rc = ask_about(b, network, i);
  return rc;
}

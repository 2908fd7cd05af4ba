/*  Levin tree search (Orseau, Lelis, Lattimore and Weber, 2018): likely derivations first.

    The cost of a state is depth / probability. The depth counts the steps and turned pages that lead
    to it; the probability is the product of the choices on the way. At each state these are the
    policy's, at a temperature and mixed with a uniform share. A candidate that loops back to a state
    on its own way is not shown to the policy, as in training; one that was met elsewhere keeps its
    probability, though it is not followed again. Breadth-first search is the same search by level, to
    which a page adds one each time that the number of pages doubles.

    Complete. The uniform share is above 0, so every state has a finite cost; a page is finite and
    every step adds to the depth, so only finitely many states cost less than any given number.

    Bounded. A derivation of cost C = d / p is found after at most C steps: the leaves of what was
    expanded until then exclude each other, so their probabilities sum to at most 1, and a leaf of
    depth d that costs at most C has a probability of at least d / C. A batch takes only states at
    most twice as dear as its cheapest, and so at most doubles this bound.

    A search is run alone by core_levin_run(), where its probabilities need nothing from Python.
    Otherwise core_levin_expand() takes a batch of states of each search, expands all of them in one
    crossing, and leaves what it found for Python, whose log-probabilities core_levin_queue() reads.

    Invariant: a state waits once, at the least cost of its variants so far, or was expanded and waits no
    more. chances.c says how the policy is read, entries.c keeps what waits.
    tests/oracles/best_first.py has the plain forms that tests compare it with, expansion by expansion.
*/
#include "levin.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_BATCH 256
#define ANSWER_COST -1.0
#define PREFERRED_COST -2.0
#define SLACK 0.69314718055994531       /* log 2: a state of a batch is at most twice as dear */
#define SHORT_PAGE 32

typedef struct
{ search_t base;
  queue_t queue;                        /* of entries; the tie is their age */
  pool_t entries;
  int64_t n_queued;                     /* so far */
} levin_t;

/* Buffers of a thread that searches: the batch, and where its states come from. */

typedef struct
{ batch_t batch;
  entry_t **entries;                    /* [n], as the next two */
  levin_t **searches;
  int64_t *at;                          /* node of each */
  double (*weights)[N_WAYS];            /* of the choices of one state */
  int64_t entry_capacity, search_capacity, at_capacity, weight_capacity;
  int32_t *tokens;                      /* of an entry, [token_capacity] */
  int64_t token_capacity;
  reading_t reading;
} buffers_t;

static __thread buffers_t *own;

static int
have_buffers(const searches_t *t)
{ if ( !own && !(own = calloc(1, sizeof(*own))) )
    return 0;
  own->reading = reading_of(t);
  return 1;
}

/* ---- a search */

static void
count_bytes(search_t *search)
{ levin_t *s = (levin_t *)search;

  search->outcome.is_exhausted = s->queue.n == 0;
  search->outcome.n_bytes = s->entries.n_bytes + s->queue.capacity * sizeof(waiting_t);
}

static void
close_levin(search_t *search)
{ levin_t *s = (levin_t *)search;

  close_pool(&s->entries);
  free(s->queue.heap);
}

static int
wait(levin_t *s, double cost, entry_t *entry)
{ return enqueue(&s->queue, (waiting_t){ cost, (double)s->n_queued++, { .pointer = entry } });
}

EXPORT void *
core_levin_open(const int32_t *tokens, int64_t n, int64_t hidden)
{ levin_t *s = calloc(1, sizeof(levin_t));
  entry_t *root = s ? new_entry(&s->entries, tokens, n) : 0;

  if ( !root || !wait(s, 0.0, root) )
  { if ( s )
      close_levin(&s->base);
    free(s);
    return 0;
  }
  root->parent = ROOT_PARENT;
  s->base.hidden = hidden;
  s->base.count_bytes = count_bytes;
  s->base.close = close_levin;
  return s;
}

static int
is_answer(const entry_t *entry)
{ int32_t first = entry->tokens[0];     /* the count of goals: 0 is 0 when packed too */

  if ( entry->is_wide )
    memcpy(&first, entry->tokens, sizeof(first));
  return !entry->page && first == 0;
}

/* Tell whether the table of states knows an entry: neither the root nor a page. */

static int
is_keyed(const entry_t *entry)
{ return !entry->page && entry->parent != ROOT_PARENT;
}

/* Return the tokens of an entry until the next call of this thread; 0: there is no memory. */

static const int32_t *
tokens_of(const entry_t *entry)
{ if ( !RESERVE_ARRAY(own->tokens, own->token_capacity, entry->n_tokens) )
    return 0;
  copy_tokens(entry, own->tokens);
  return own->tokens;
}

/* ---- selection */

static int
join(levin_t *s, entry_t *entry)
{ buffers_t *b = own;
  int64_t i = b->batch.n;
  const int32_t *tokens = tokens_of(entry);

  if ( !tokens || !RESERVE_ARRAY(b->entries, b->entry_capacity, i + 1) || !RESERVE_ARRAY(b->searches, b->search_capacity, i + 1) ||
       !RESERVE_ARRAY(b->at, b->at_capacity, i + 1) ||
       !add_to_batch(&b->batch, tokens, entry->n_tokens, s->base.hidden,
                     entry->page ? entry->offset : 0, entry->is_candidate) )
    return 0;
  b->searches[i] = s;
  b->entries[i] = entry;
  return 1;
}

/*  Take the answer on top of the queue, or a batch of states from there. A batch is at most a
    sixteenth of the steps taken, and of states that cost little more than the first.
*/

static int
select_batch(const searches_t *t, levin_t *s, int64_t most)
{ search_outcome_t *outcome = &s->base.outcome;
  int64_t wanted = outcome->inferences / 16, n = 0;
  double dearest = INFINITY;

  wanted = wanted < 1 ? 1 : wanted > LARGEST_BATCH ? LARGEST_BATCH : wanted;
  wanted = wanted < most ? wanted : most;
  while ( s->queue.n && n < wanted && s->queue.heap[0].cost <= dearest )
  { double cost = s->queue.heap[0].cost;
    entry_t *entry = s->queue.heap[0].item.pointer;
    state_t *state = is_keyed(entry) ? find_state(&s->base.tree, entry->key) : 0;

    if ( state && state->cheapest < cost )      /* a variant came later and was cheaper */
    { outcome->variants++;
      drop_entry(&s->entries, dequeue(&s->queue).item.pointer);
    } else if ( is_answer(entry) )      /* it is returned alone, after the states before it */
    { if ( n > 0 )
        return 1;
      const int32_t *tokens = tokens_of(entry);

      if ( !tokens || !keep_answer(&s->base, tokens, entry->n_tokens, entry->parent, entry->offset,
                                   entry->ordinal) )
        return 0;
      state->cheapest = -INFINITY;
      outcome->inferences++;
      outcome->log_probability = mixed(&own->reading, entry->logs);
      drop_entry(&s->entries, dequeue(&s->queue).item.pointer);
      return 1;
    } else
    { if ( !join(s, entry) )
        return 0;
      if ( state )
        state->cheapest = -INFINITY;    /* no variant of an expanded state is cheaper */
      if ( n++ == 0 )
        dearest = t->by_level ? cost : cost + SLACK;
      dequeue(&s->queue);
    }
  }
  return 1;
}

/* Count the steps that lead to the states of the batch, and give each a node. */

static int
follow(void)
{ buffers_t *b = own;

  for ( int64_t i = 0; i < b->batch.n; i++ )
  { const entry_t *entry = b->entries[i];
    search_t *s = &b->searches[i]->base;

    s->outcome.n_tokens += entry->n_tokens;
    s->outcome.page_steps += SIZE_STEPS(entry->n_tokens);
    if ( entry->page )
    { s->outcome.pages_turned++;
      s->outcome.page_steps += PAGE_STEPS(entry->page, entry->offset);
      b->at[i] = entry->parent;
      continue;
    }
    s->outcome.inferences += entry->parent != ROOT_PARENT;
    b->at[i] = add_node(&s->tree, entry->parent, entry->offset, entry->ordinal);
    if ( b->at[i] < 0 )
      return 0;
    if ( is_keyed(entry) )
      find_state(&s->tree, entry->key)->mark = b->at[i] + FIRST_NODE;
  }
  return 1;
}

/* ---- candidates that are shown */

/*  Mark the candidates that neither loop back to a state on their own way nor repeat another of
    their page. A long page is compared by a table of its own.
*/

static int
mark_shown(void)
{ batch_t *b = &own->batch;
  const uint64_t *hashes = b->target.hashes;
  int rc = 1;

  for ( int64_t i = 0; rc && i < b->n; i++ )
  { int64_t first = b->first_candidate[i], end = b->first_candidate[i + 1];
    tree_t page = { 0 };

    for ( int64_t j = first; rc && j < end; j++ )
    { int repeats = end - first <= SHORT_PAGE ? has_hash(hashes + 2 * first, j - first, hashes + 2 * j)
                                              : find_state(&page, hashes + 2 * j) != 0;

      b->shown[j] = !repeats && !is_ancestor(&own->searches[i]->base.tree, hashes + 2 * j, own->at[i]);
      rc = end - first <= SHORT_PAGE || meet_state(&page, hashes + 2 * j);
    }
    close_tree(&page);
  }
  return rc;
}

/* ---- the queue */

/* Put a candidate into the queue if it costs less than any variant of it so far. */

static int
queue_candidate(const searches_t *t, int64_t i, int64_t j, const double *logs, double to_go)
{ buffers_t *b = own;
  levin_t *s = b->searches[i];
  const int32_t *tokens = b->batch.target.out + b->batch.ends[j];
  const uint64_t *key = b->batch.target.hashes + 2 * j;
  double depth = b->entries[i]->depth + 1, cost = cost_of(&b->reading, depth, logs, to_go);

  if ( !t->by_level && count_of(tokens[0]) == 0 )
    cost = ANSWER_COST;                 /* it is the next to be emitted */
  state_t *state = find_state(&s->base.tree, key);

  if ( !(cost < (state ? state->cheapest : INFINITY)) )
  { s->base.outcome.variants++;
    return 1;
  }
  entry_t *entry = new_entry(&s->entries, tokens, b->batch.ends[j + 1] - b->batch.ends[j]);

  if ( !entry || (!state && !(state = meet_state(&s->base.tree, key))) )
  { drop_entry(&s->entries, entry);
    return 0;
  }
  state->cheapest = cost;
  memcpy(entry->key, key, sizeof(entry->key));
  entry->is_candidate = 1;
  entry->depth = depth;
  entry->to_go = to_go;
  memcpy(entry->logs, logs, sizeof(entry->logs));
  entry->parent = b->at[i];
  entry->offset = b->batch.first[i];
  entry->ordinal = b->batch.ordinal[j];
  return wait(s, cost, entry);
}

/*  Put the next page into the queue: the entry of the state becomes the page's. In
    breadth-first search a page is a level deeper each time that their number doubles.
*/

static int
queue_page(const searches_t *t, int64_t i)
{ entry_t *entry = own->entries[i];
  int64_t number = ++entry->page;

  entry->depth += !t->by_level || (number & (number - 1)) == 0;
  entry->parent = own->at[i];
  entry->offset = own->batch.next_offset[i];
  entry->ordinal = 0;
  own->entries[i] = 0;
  return wait(own->searches[i], cost_of(&own->reading, entry->depth, entry->logs, entry->to_go), entry);
}

static void
free_batch(void)
{ for ( int64_t i = 0; i < own->batch.n; i++ )
    drop_entry(&own->searches[i]->entries, own->entries[i]);
  own->batch.n = 0;
}

/* Queue the candidates of the batch, and behind all of them the next pages. */

static int
queue_all(const searches_t *t, const float *logs, const float *more_logs, const float *structure,
          const float *more_structure, const float *to_go)
{ buffers_t *b = own;
  int rc = 1, has_logs = t->has_order || t->network, has_structure = t->structure_share && structure;

  for ( int64_t i = 0; rc && i < b->batch.n; i++ )
  { search_outcome_t *outcome = &b->searches[i]->base.outcome;
    int64_t first = b->batch.first_candidate[i], end = b->batch.first_candidate[i + 1];
    double *above = b->entries[i]->logs, left = 0, left_below = 0;
    choices_t choices = { has_logs ? logs + first : 0, has_structure ? structure + first : 0,
                          b->batch.shown + first, end - first, b->batch.more[i],
                          has_logs ? more_logs[i] : 0, has_structure ? more_structure[i] : 0,
                          b->entries[i]->depth, 0 };
    mixture_t mix = { .share = 1 };

    if ( t->steps_to_go )
    { left = to_go[i] >= 0 ? to_go[i] : b->entries[i]->to_go;
      left_below = left > 1 ? left - 1 : 0;
      b->entries[i]->to_go = left;
    }
    if ( !RESERVE_ARRAY(b->weights, b->weight_capacity, end - first + 1) )
      return 0;
    choices.weights = b->weights;
    if ( !t->by_level )
      mix = mixture_of(t, &choices);
    for ( int64_t j = first; rc && j < end; j++ )
    { double below[N_WAYS];

      for ( int r = 0; r < N_WAYS; r++ )
        below[r] = t->by_level || b->batch.shown[j] ? above[r] : -INFINITY;
      if ( !t->by_level && b->batch.shown[j] )
        add_chance(t, &mix, b->weights[j - first], below);
      if ( t->chances )
        t->chances[j] = b->batch.shown[j] ? exp(mixed(&b->reading, below) - mixed(&b->reading, above)) : 0;
      rc = queue_candidate(t, i, j, below, left_below);
    }
    if ( b->batch.more[i] && !t->by_level )
      add_chance(t, &mix, b->weights[choices.n], above);
    outcome->page_steps += SUBPROOF_STEPS(b->batch.steps[i]);
    for ( int64_t k = 0; k < N_LOST; k++ )
      (&outcome->lost_0)[k] += b->batch.lost[N_LOST * i + k];
  }
  for ( int64_t i = 0; rc && i < b->batch.n; i++ )
  { if ( b->batch.more[i] )
      rc = queue_page(t, i);
  }
  free_batch();
  return rc;
}

/* ---- calls from Python */

static int
drop(const searches_t *t, int rc)
{ free_batch();
  return fail(t, rc);
}

static int
expand(const searches_t *t)
{ int rc = follow() ? expand_batch(&own->batch, t) : NO_CAPACITY;

  if ( rc == DONE && !mark_shown() )
    rc = NO_CAPACITY;
  return rc;
}

/*  Expand one batch of each search, and leave what was found for Python. A search whose answer
    came to the top of its queue takes part no further.
*/

EXPORT int
core_levin_expand(searches_t *t)
{ if ( !have_buffers(t) )
    return fail(t, NO_CAPACITY);
  batch_t *b = &own->batch;
  int rc;

  b->n = t->n_states = t->n_candidates = 0;
  for ( int64_t i = 0; i < t->n; i++ )
  { if ( !select_batch(t, t->searches[i], t->most[i]) )
      return drop(t, NO_CAPACITY);
  }
  if ( !b->n )
    return DONE;
  if ( (rc = expand(t)) != DONE )
    return drop(t, rc);
  t->n_states = b->n;
  t->tokens = b->tokens, t->offsets = b->offsets;
  t->nodes = own->at, t->first = b->first, t->next_offset = b->next_offset;
  t->more = b->more, t->lost = b->lost;
  t->n_candidates = b->n_candidates;
  t->owner = b->owner, t->ordinal = b->ordinal, t->clauses = b->target.clauses;
  t->candidate_tokens = b->target.out, t->candidate_offsets = b->ends;
  t->hashes = b->target.hashes, t->shown = b->shown;
  return DONE;
}

EXPORT int
core_levin_queue(const searches_t *t)
{ return queue_all(t, t->candidate_logs, t->more_logs, t->candidate_structure, t->more_structure,
                   t->to_go) ? DONE : fail(t, NO_CAPACITY);
}

/*  Let a state that waits be expanded next, alone. Return its node if it was expanded already, -1 if
    it now is the next, -2 if it neither waits nor was expanded.
*/

EXPORT int64_t
core_levin_prefer(levin_t *s, const uint64_t *key)
{ state_t *state = find_state(&s->base.tree, key);
  int64_t at = 0;

  if ( state && state->mark >= FIRST_NODE )
    return state->mark - FIRST_NODE;
  for ( ; at < s->queue.n; at++ )
  { const entry_t *entry = s->queue.heap[at].item.pointer;

    if ( state && is_keyed(entry) && s->queue.heap[at].cost == state->cheapest &&
         !memcmp(entry->key, key, sizeof(entry->key)) )
      break;
  }
  if ( at == s->queue.n )
    return -2;
  put_first(&s->queue, at, state->cheapest = PREFERRED_COST);
  return -1;
}

/* Write the network's log-probabilities for what was expanded: a test compares them with torch. */

EXPORT int
core_levin_ask(const searches_t *t, float *logs, float *more_logs, float *structure,
               float *more_structure, float *to_go)
{ const batch_t *b = &own->batch;

  if ( !ask_network(&own->batch, t->network) )
    return fail(t, NO_CAPACITY);
  memcpy(logs, b->logs, b->n_candidates * sizeof(*logs));
  memcpy(more_logs, b->more_logs, b->n * sizeof(*more_logs));
  memcpy(structure, b->structure, b->n_candidates * sizeof(*structure));
  memcpy(more_structure, b->more_structure, b->n * sizeof(*more_structure));
  memcpy(to_go, b->to_go, b->n * sizeof(*to_go));
  return DONE;
}

/* Run one search until it has an answer, is exhausted, or has used its slice. */

static int
run(const searches_t *t, levin_t *s, int64_t most)
{ batch_t *b = &own->batch;
  search_outcome_t *outcome = &s->base.outcome;
  int64_t start = spent(&s->base), end = start + (most < t->slice ? most : t->slice);
  int64_t until = now_ns() + t->slice_ns;

  while ( s->queue.n && spent(&s->base) < end )
  { int rc;

    if ( !select_batch(t, s, start + most - spent(&s->base)) )
      return NO_CAPACITY;
    if ( outcome->has_answer )
      return DONE;
    if ( !b->n )
      continue;
    if ( (rc = expand(t)) != DONE )
      return rc;
    if ( (t->network && !ask_network(b, t->network)) ||
         !queue_all(t, b->logs, b->more_logs, b->structure, b->more_structure, b->to_go) )
      return NO_CAPACITY;
    if ( now_ns() > until )
      return DONE;
  }
  return DONE;
}

EXPORT int
core_levin_run(const searches_t *t)
{ int rc = DONE;

  if ( !have_buffers(t) )
    return fail(t, NO_CAPACITY);
  own->batch.n = 0;
  for ( int64_t i = 0; rc == DONE && i < t->n; i++ )
    rc = run(t, t->searches[i], t->most[i]);
  return rc == DONE ? DONE : drop(t, rc);
}

/*  Iterative deepening: depth-first searches with a growing bound.

    It is complete, as breadth-first search is, with the memory of depth-first search. The level of a
    state is the number of steps that lead to it, plus one for every doubling of the pages that were
    turned on the way: so neither an infinite branch nor an infinite list of candidates keeps the
    search from anything else. Variants of a state met at the same or a lower level of this iteration,
    loops among them, are left out; a state carries its answer, so no answer is lost.

    The search is exhausted only after an iteration in which no open state stood at the bound, and a
    variant left out at its level or below was itself searched as deep or deeper.

    The stack has the next entry last. Entries are expanded in batches, but what comes of each stands
    where it stood: so answers come in the order in which one state at a time would give them. A batch
    is at most a sixteenth of the steps of its iteration, so it wastes little where the answer is near.
    tests/oracles/deepening.py is the plain form that tests compare it with.
*/
#include "search.h"
#include <stdlib.h>
#include <string.h>

#define LARGEST_BATCH 256
#define FIRST_BOUND 4
#define MOST_SEEN 2000000

typedef struct
{ int64_t level;
  int64_t node;                         /* parent; of a page: the node whose page it is */
  int64_t offset;                       /* of the page that shows it; of a page: its own */
  int64_t ordinal;
  int64_t page;                         /* number, from 1; 0: a state */
  uint64_t key[2];
  int32_t is_candidate;                 /* or the page of one: the state is not from outside */
  int32_t n_tokens;
  int32_t tokens[];
} entry_t;

typedef struct
{ search_t base;                        /* its tree has the nodes, and the states by their level */
  tree_t met;                           /* answers, of all iterations */
  entry_t **stack;
  int64_t n_stack, stack_capacity, n_stack_bytes;
  int64_t bound;                        /* level at which states are not expanded */
  int64_t done_below;                   /* bound of the iteration before: it counted the losses,
                                           pages and variants below it */
  int64_t started_at;                   /* inferences before this iteration */
  int64_t is_cut;                       /* an open state stood at the bound */
  int64_t *by_level;                    /* [bound + 1] steps of this iteration */
  int64_t level_capacity;
  int32_t *root;
  int64_t n_root;
} deepening_t;

/* Buffers of a thread that searches. */

typedef struct
{ batch_t batch;
  entry_t **taken;                      /* the entries of the top of the stack, next first */
  int64_t *nodes;                       /* [n] of those that are expanded */
  entry_t **following;                  /* what comes of them, next first */
  int64_t n_taken, n_following, taken_capacity, node_capacity, following_capacity;
} buffers_t;

static __thread buffers_t *own;

static int
have_buffers(void)
{ return own || (own = calloc(1, sizeof(*own)));
}

/* ---- the stack */

static int64_t
entry_bytes(const entry_t *entry)
{ return sizeof(entry_t) + entry->n_tokens * sizeof(int32_t);
}

static entry_t *
new_entry(const int32_t *tokens, int64_t n, int64_t level, int64_t node)
{ entry_t *entry = malloc(sizeof(entry_t) + n * sizeof(int32_t));

  if ( entry )
  { *entry = (entry_t){ .level = level, .node = node, .n_tokens = (int32_t)n };
    memcpy(entry->tokens, tokens, n * sizeof(int32_t));
  }
  return entry;
}

static int
push(deepening_t *s, entry_t *entry)
{ if ( !entry || !RESERVE_ARRAY(s->stack, s->stack_capacity, s->n_stack + 1) )
    return 0;
  s->stack[s->n_stack++] = entry;
  s->n_stack_bytes += entry_bytes(entry);
  return 1;
}

static entry_t *
pop(deepening_t *s)
{ entry_t *entry = s->stack[--s->n_stack];

  s->n_stack_bytes -= entry_bytes(entry);
  return entry;
}

static int
is_answer(const entry_t *entry)
{ return count_of(entry->tokens[0]) == 0;
}

/* ---- iterations */

static int
start(deepening_t *s, int64_t bound, int64_t done_below)
{ s->bound = bound;
  s->done_below = done_below;
  s->is_cut = 0;
  s->started_at = s->base.outcome.inferences;
  s->base.tree.n_nodes = 0;
  clear_states(&s->base.tree);
  if ( !RESERVE_ARRAY(s->by_level, s->level_capacity, bound + 1) )
    return 0;
  memset(s->by_level, 0, (bound + 1) * sizeof(*s->by_level));
  return push(s, new_entry(s->root, s->n_root, 0, ROOT_PARENT));
}

/*  Return by how much to raise the bound, so that the next iteration doubles the work: the levels
    to come are extrapolated from the growth of the last one.
*/

static int64_t
growth(const deepening_t *s)
{ double total = 0, last = s->by_level[s->bound], before = s->by_level[s->bound - 1];

  for ( int64_t level = 0; level <= s->bound; level++ )
    total += s->by_level[level];
  double rate = last / (before > 1 ? before : 1);

  rate = rate > 1 ? rate : 1;
  double level = last * rate, added = level;
  int64_t step = 1;

  for ( ; step < s->bound && added + level * rate <= total; step++ )
  { level *= rate;
    added += level;
  }
  return step;
}

static void
count_step(deepening_t *s, const entry_t *entry)
{ if ( entry->node == ROOT_PARENT )
    return;
  s->base.outcome.inferences++;
  s->by_level[entry->level]++;
}

/* ---- a batch */

/* Take the entries that are expanded together from the stack. */

static int
take(deepening_t *s, int64_t most)
{ int64_t wanted = (s->base.outcome.inferences - s->started_at) / 16;

  wanted = wanted < 1 ? 1 : wanted > LARGEST_BATCH ? LARGEST_BATCH : wanted;
  wanted = wanted < most ? wanted : most;
  wanted = wanted < s->n_stack ? wanted : s->n_stack;
  if ( !RESERVE_ARRAY(own->taken, own->taken_capacity, wanted) || !RESERVE_ARRAY(own->nodes, own->node_capacity, wanted) )
    return 0;
  for ( own->n_taken = 0; own->n_taken < wanted; own->n_taken++ )
    own->taken[own->n_taken] = pop(s);
  return 1;
}

/* Put entries back from number first on, so that this one is the next again. */

static int
put_back(deepening_t *s, int64_t first)
{ int rc = 1;

  for ( int64_t i = own->n_taken; rc && i-- > first; )
  { if ( own->taken[i] )
      rc = push(s, own->taken[i]);
  }
  own->n_taken = 0;
  return rc;
}

/*  Emit the first new answer in front of all open states, and leave the entries behind it on the
    stack. Return 1 if there was one; *front is the number of answers in front.
*/

static int
emit(deepening_t *s, int64_t *front, int *rc)
{ for ( int64_t i = 0; i < own->n_taken && is_answer(own->taken[i]); i++, ++*front )
  { entry_t *entry = own->taken[i];

    count_step(s, entry);
    if ( !find_state(&s->met, entry->key) )
    { *rc = meet_state(&s->met, entry->key) &&
            keep_answer(&s->base, entry->tokens, entry->n_tokens, entry->node, entry->offset,
                        entry->ordinal);
      free(entry);
      *rc = put_back(s, i + 1) && *rc;
      return 1;
    }
    free(entry);
    own->taken[i] = 0;
  }
  return 0;
}

/*  Count the steps that lead to open states; drop those at the bound, and batch the others. An
    answer behind an open state stays: what comes of that state is before it.
*/

static int
batch_open(deepening_t *s, int64_t front)
{ own->batch.n = 0;
  for ( int64_t i = front; i < own->n_taken; i++ )
  { entry_t *entry = own->taken[i];

    if ( is_answer(entry) )
      continue;
    if ( !entry->page )
      count_step(s, entry);
    if ( entry->level >= s->bound )
    { s->is_cut = 1;
      free(entry);
      own->taken[i] = 0;
      continue;
    }
    own->nodes[own->batch.n] = entry->node;
    if ( !entry->page &&
         (own->nodes[own->batch.n] = add_node(&s->base.tree, entry->node, entry->offset,
                                            entry->ordinal)) < 0 )
      return 0;
    if ( !add_to_batch(&own->batch, entry->tokens, entry->n_tokens, s->base.hidden,
                       entry->page ? entry->offset : 0, entry->is_candidate) )
      return 0;
  }
  return 1;
}

/*  Tell whether no variant of a state was met at its level or a lower one, and note the
    level. Clearing the whole table bounds the memory; some states are then searched again.
*/

static int
is_unseen(deepening_t *s, const uint64_t *key, int64_t level, int *rc)
{ state_t *state = meet_state(&s->base.tree, key);

  if ( !state )
    *rc = 0;
  if ( !state || state->cheapest <= level )
    return 0;
  state->cheapest = level;
  return 1;
}

static int
follow(entry_t *entry)
{ if ( !entry || !RESERVE_ARRAY(own->following, own->following_capacity, own->n_following + 1) )
    return 0;
  own->following[own->n_following++] = entry;
  return 1;
}

/* Make the entries that come of state k of the batch: its candidates, then its next page. */

static int
replace(deepening_t *s, entry_t *entry, int64_t k)
{ const batch_t *b = &own->batch;
  search_outcome_t *outcome = &s->base.outcome;
  int is_first_time = entry->level >= s->done_below, rc = 1;

  for ( int64_t cause = 0; is_first_time && cause < N_LOST; cause++ )
    (&outcome->lost_0)[cause] += b->lost[N_LOST * k + cause];
  outcome->pages_turned += is_first_time && entry->page;
  outcome->n_tokens += entry->n_tokens;
  outcome->page_steps += SIZE_STEPS(entry->n_tokens) + SUBPROOF_STEPS(b->steps[k]);
  if ( is_first_time && entry->page )
    outcome->page_steps += PAGE_STEPS(entry->page, entry->offset);
  for ( int64_t j = b->first_candidate[k]; rc && j < b->first_candidate[k + 1]; j++ )
  { const uint64_t *key = b->target.hashes + 2 * j;

    if ( !is_unseen(s, key, entry->level + 1, &rc) )
    { outcome->variants += is_first_time;
      continue;
    }
    entry_t *below = new_entry(b->target.out + b->ends[j], b->ends[j + 1] - b->ends[j],
                               entry->level + 1, own->nodes[k]);

    if ( (rc = follow(below)) )
    { below->is_candidate = 1;
      below->offset = b->first[k];
      below->ordinal = b->ordinal[j];
      memcpy(below->key, key, sizeof(below->key));
    }
  }
  if ( !rc || !b->more[k] )
  { free(entry);
    return rc;
  }
  entry->page++;                        /* the entry becomes the page's */
  entry->level += (entry->page & (entry->page - 1)) == 0;
  entry->node = own->nodes[k];
  entry->offset = b->next_offset[k];
  entry->ordinal = 0;
  return follow(entry);
}

/* Put what comes of the entries on the stack, in their places. */

static int
replace_all(deepening_t *s, int64_t front)
{ int rc = 1;

  own->n_following = 0;
  if ( s->base.tree.n_states > MOST_SEEN )
    clear_states(&s->base.tree);
  for ( int64_t i = front, k = 0; i < own->n_taken; i++ )
  { entry_t *entry = own->taken[i];

    if ( entry )
      rc = is_answer(entry) ? follow(entry) && rc : replace(s, entry, k++) && rc;
  }
  own->n_taken = 0;
  while ( own->n_following > 0 )
    rc = push(s, own->following[--own->n_following]) && rc;
  return rc;
}

/* Return the answer on top of the stack, or expand a batch of entries from there. */

static int
advance(const searches_t *t, deepening_t *s, int64_t most)
{ int64_t front = 0;
  int rc = 1;

  if ( !take(s, most) )
    return NO_CAPACITY;
  if ( !emit(s, &front, &rc) )
  { if ( !batch_open(s, front) )
      return NO_CAPACITY;
    if ( own->batch.n && (rc = expand_batch(&own->batch, t)) != DONE )
      return rc;
    rc = replace_all(s, front);
  }
  if ( !rc )
    return NO_CAPACITY;
  if ( s->n_stack )
    return DONE;
  if ( !s->is_cut )
  { s->base.outcome.is_exhausted = 1;
    return DONE;
  }
  return start(s, s->bound + growth(s), s->bound) ? DONE : NO_CAPACITY;
}

/* ---- calls from Python */

static void
count_bytes(search_t *search)
{ deepening_t *s = (deepening_t *)search;

  search->outcome.n_bytes = s->n_stack_bytes + s->stack_capacity * sizeof(entry_t *) +
                           (s->met.states ? s->met.mask + 1 : 0) * sizeof(state_t);
}

static void
close_stack(search_t *search)
{ deepening_t *s = (deepening_t *)search;

  while ( s->n_stack > 0 )
    free(s->stack[--s->n_stack]);
  free(s->stack);
  free(s->by_level);
  free(s->root);
  close_tree(&s->met);
}

EXPORT void *
core_deepening_open(const int32_t *tokens, int64_t n, int64_t hidden)
{ deepening_t *s = calloc(1, sizeof(deepening_t));

  if ( !s || !(s->root = malloc(n * sizeof(*tokens))) )
  { free(s);
    return 0;
  }
  memcpy(s->root, tokens, n * sizeof(*tokens));
  s->n_root = n;
  s->base.hidden = hidden;
  s->base.count_bytes = count_bytes;
  s->base.close = close_stack;
  if ( !start(s, FIRST_BOUND, 0) )
  { close_stack(&s->base);
    free(s);
    return 0;
  }
  return s;
}

/* Run each search until it has an answer, is exhausted, or has used its slice. */

EXPORT int
core_deepening_run(const searches_t *t)
{ int rc = have_buffers() ? DONE : NO_CAPACITY;

  for ( int64_t i = 0; rc == DONE && i < t->n; i++ )
  { deepening_t *s = t->searches[i];
    search_outcome_t *outcome = &s->base.outcome;
    int64_t begin = spent(&s->base), most = t->most[i];
    int64_t end = begin + (most < t->slice ? most : t->slice), until = now_ns() + t->slice_ns;

    do
      rc = advance(t, s, begin + most - spent(&s->base));
    while ( rc == DONE && !outcome->is_exhausted && !outcome->has_answer &&
            spent(&s->base) < end && now_ns() < until );
  }
  return rc == DONE ? DONE : fail(t, rc);
}

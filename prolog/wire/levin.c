/*  Levin tree search (Orseau, Lelis, Lattimore and Weber, 2018): likely derivations first.

    The cost of a state is depth / probability. The depth counts the steps and turned pages that lead
    to it; the probability is the product of the choices on the way. At each state these are the
    policy's, raised to a power and mixed with a uniform share. A candidate that loops back to a state
    on its own way is not shown to the policy, as in training; one that was met elsewhere keeps its
    probability, though it is not followed again. Breadth-first search is the same search by level, to
    which a page adds one each time that the number of pages doubles.

    Two readings. A great power costs little along a derivation of many steps that the policy knows,
    and much at each step where it is wrong. So a second reading, ten times as sharp, can have a share
    w of the probability of each derivation: what either finds cheaply, the mixture finds for at most
    1 / (1 - w) and 1 / w times the cost.

    Complete. The uniform share is above 0, so every state has a finite cost; a page is finite and
    every step adds to the depth, so only finitely many states cost less than any given number.

    Bounded. A derivation of cost C = d / p is found after at most C steps: the leaves of what was
    expanded until then exclude each other, so their probabilities sum to at most 1, and a leaf of
    depth d that costs at most C has a probability of at least d / C. A batch takes only states at
    most twice as dear as its cheapest, and so at most doubles this bound.

    Estimates. A policy that imitated proofs also estimates the inferences h that are left. Where the
    settings say so, states are ordered much as by PHS* (Orseau and Lelis 2021): by
    (d + h) / p^(1 + h / (d + 10)), what the whole derivation would cost if the steps left were as
    likely as those behind. PHS* itself has no 10, ten sure steps before the query: without them the
    first two or three steps say too much about all that are left. The estimate of a state is made
    when it is expanded; a candidate waits with that of its parent less one (deferred evaluation:
    Richter and Helmert 2009). No estimate makes a state cost less than d / p, so searches stay
    complete, and the bound above holds for the greatest cost along a derivation whose states are
    reached in no other way.

    A search is run alone by wire_levin_run(), where its probabilities need nothing from Python.
    Otherwise wire_levin_expand() takes a batch of states of each search, expands all of them in one
    crossing, and leaves what it found for Python, whose log-probabilities wire_levin_queue() reads.

    Numbers are computed in the order in which numpy does, and costs are rounded to 32 bits, so that
    the last bit of a logarithm does not decide which of two equal states comes first.
    tests/oracles/best_first.py has the plain forms that tests compare it with, expansion by expansion.
*/
#include "search.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_BATCH 256
#define LEAST_LOG -1e6                  /* below all logarithms of a policy */
#define ANSWER_COST -1.0
#define PREFERRED_COST -2.0
#define SLACK 0.69314718055994531       /* log 2: a state of a batch is at most twice as dear */
#define SURE_STEPS 10.0                 /* of probability 1, behind every state with an estimate */
#define FALLING_SHARE 0.1               /* more would find proofs far from the policy's habits */
#define N_READINGS 2                    /* of the policy: by a power, and by ten times this power */
#define NOT_ASKED -1.0f                 /* estimate of a state without a choice */
#define SHORT_PAGE 32

enum { PACKED_VARIABLE = 0x8000, PACKED_INTEGER = 0xC000, PACKED_END = 0x10000 };
enum { FIRST_PACKED_INTEGER = INTEGER_BASE - (PACKED_END - PACKED_INTEGER) / 2 };

/*  Most of a search's memory are entries, and most of its time goes into touching fresh memory where
    states have many candidates: so tokens take two bytes each where they can. */

typedef struct
{ double logs[N_READINGS];              /* the weights: log-probabilities by each reading */
  double to_go;                         /* inferences left, as estimated at its parent */
  uint64_t key[2];
  int64_t parent;                       /* node; of a page: the node whose page it is */
  int32_t depth;
  int32_t offset;                       /* of the page that shows it; of a page: its own */
  int32_t ordinal;
  int32_t page;                         /* number, from 1; 0: a state */
  uint32_t n_tokens : 30, is_wide : 1;  /* int32_t, else uint16_t */
  uint32_t is_candidate : 1;            /* or the page of one: the state is not from outside */
  uint16_t tokens[];
} entry_t;

typedef struct
{ double cost;
  int64_t age;                          /* of equal costs, the oldest comes first */
  entry_t *entry;
} waiting_t;

typedef struct
{ search_t base;
  waiting_t *heap;
  int64_t n_heap, heap_room, next_age;
  pool_t entries;
} levin_t;

/* Buffers of a thread that searches: the batch, and where its states come from. */

typedef struct
{ batch_t batch;
  entry_t **entries;                    /* [n], as the next two */
  levin_t **searches;
  int64_t *at;                          /* node of each */
  uint8_t *shown;                       /* [n_candidates] */
  float *logs, *more_logs, *to_go;      /* [n_candidates], [n], [n] */
  const int32_t **choices;              /* of one state, as the next two */
  int64_t *choice_clauses;
  float *choice_logs;
  int64_t entry_room, search_room, at_room, shown_room, log_room, more_log_room, to_go_room,
          choice_room, clause_room, choice_log_room;
  int32_t *tokens;                      /* of an entry, [token_room] */
  int64_t token_room;
  network_cache_t *cache;
} buffers_t;

static __thread buffers_t *own;

static int
have_buffers(void)
{ return own || (own = calloc(1, sizeof(*own)));
}

/* ---- the queue: a binary heap */

static int
is_before(const waiting_t *a, const waiting_t *b)
{ return a->cost < b->cost || (a->cost == b->cost && a->age < b->age);
}

static int
push(levin_t *s, double cost, entry_t *entry)
{ if ( !ROOM(s->heap, s->heap_room, s->n_heap + 1) )
    return 0;
  waiting_t last = { cost, s->next_age++, entry };
  int64_t at = s->n_heap++;

  for ( ; at > 0 && is_before(&last, &s->heap[(at - 1) / 2]); at = (at - 1) / 2 )
    s->heap[at] = s->heap[(at - 1) / 2];
  s->heap[at] = last;
  return 1;
}

static entry_t *
pop(levin_t *s)
{ entry_t *first = s->heap[0].entry;
  waiting_t last = s->heap[--s->n_heap];
  int64_t at = 0;

  for ( int64_t child; (child = 2 * at + 1) < s->n_heap; at = child )
  { if ( child + 1 < s->n_heap && is_before(&s->heap[child + 1], &s->heap[child]) )
      child++;
    if ( !is_before(&s->heap[child], &last) )
      break;
    s->heap[at] = s->heap[child];
  }
  s->heap[at] = last;
  return first;
}

static int64_t
entry_bytes(int64_t n_tokens, int is_wide)
{ return offsetof(entry_t, tokens) + n_tokens * (is_wide ? sizeof(int32_t) : sizeof(uint16_t));
}

/*  Write tokens in two bytes each: the first symbols, variables and small integers have such a code.
    0: another one is among them. */

CLONES static int
pack(uint16_t *restrict packed, const int32_t *restrict tokens, int64_t n)
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
unpack(int32_t *restrict tokens, const uint16_t *restrict packed, int64_t n)
{ for ( int64_t k = 0; k < n; k++ )
  { int32_t code = packed[k];

    tokens[k] = code < PACKED_VARIABLE  ? code
              : code < PACKED_INTEGER ? code + (VARIABLE_BASE - PACKED_VARIABLE)
                                      : code + (FIRST_PACKED_INTEGER - PACKED_INTEGER);
  }
}

static entry_t *
new_entry(levin_t *s, const int32_t *tokens, int64_t n)
{ entry_t *entry = take_piece(&s->entries, entry_bytes(n, 0));

  if ( !entry )
    return 0;
  *entry = (entry_t){ .n_tokens = n };
  if ( pack(entry->tokens, tokens, n) )
    return entry;
  give_piece(&s->entries, entry, entry_bytes(n, 0));
  if ( (entry = take_piece(&s->entries, entry_bytes(n, 1))) )
  { *entry = (entry_t){ .n_tokens = n, .is_wide = 1 };
    memcpy(entry->tokens, tokens, n * sizeof(*tokens));
  }
  return entry;
}

/* Return the tokens of an entry until the next call of this thread; 0: there is no memory. */

static const int32_t *
tokens_of(const entry_t *entry)
{ buffers_t *b = own;

  if ( !ROOM(b->tokens, b->token_room, entry->n_tokens) )
    return 0;
  if ( entry->is_wide )
    memcpy(b->tokens, entry->tokens, entry->n_tokens * sizeof(*b->tokens));
  else
    unpack(b->tokens, entry->tokens, entry->n_tokens);
  return b->tokens;
}

static void
drop_entry(levin_t *s, entry_t *entry)
{ if ( entry )
    give_piece(&s->entries, entry, entry_bytes(entry->n_tokens, entry->is_wide));
}

/* ---- costs */

/* The log-probability of a state whose derivation is read both ways. */

static double
mixed(const searches_t *t, const double *logs)
{ if ( !t->sharper_share )
    return logs[0];
  double a = log1p(-t->sharper_share) + logs[0], b = log(t->sharper_share) + logs[1];
  double most = a > b ? a : b;

  return most == -INFINITY ? most : most + log1p(exp((a > b ? b : a) - most));
}

/*  Of a state at a depth of at least 1, or in breadth-first search, the depth. Without estimates
    to_go is 0. */

static double
cost_of(const searches_t *t, double depth, const double *logs, double to_go)
{ if ( t->by_level )
    return depth;
  return (double)(float)(log(depth + to_go) - mixed(t, logs) * (1 + to_go / (depth + SURE_STEPS)));
}

/* ---- a search */

static void
count_bytes(search_t *search)
{ levin_t *s = (levin_t *)search;

  search->report.is_exhausted = s->n_heap == 0;
  search->report.n_bytes = s->entries.n_bytes + s->heap_room * sizeof(waiting_t);
}

static void
close_queue(search_t *search)
{ levin_t *s = (levin_t *)search;

  close_pool(&s->entries);
  free(s->heap);
}

EXPORT void *
wire_levin_open(const int32_t *tokens, int64_t n, int64_t hidden)
{ levin_t *s = calloc(1, sizeof(levin_t));
  entry_t *root = s ? new_entry(s, tokens, n) : 0;

  if ( !root )
  { free(s);
    return 0;
  }
  s->base.hidden = hidden;
  s->base.count_bytes = count_bytes;
  s->base.close = close_queue;
  root->parent = ROOT_PARENT;
  if ( !push(s, 0.0, root) )
  { drop_entry(s, root);
    close_pool(&s->entries);
    free(s);
    return 0;
  }
  return s;
}

static int
is_answer(const entry_t *entry)
{ int32_t first = entry->tokens[0];

  if ( entry->is_wide )
    memcpy(&first, entry->tokens, sizeof(first));
  return !entry->page && count_of(first) == 0;
}

/* Tell whether the table of states knows an entry: neither the root nor a page. */

static int
is_keyed(const entry_t *entry)
{ return !entry->page && entry->parent != ROOT_PARENT;
}

/* ---- selection */

static int
join(levin_t *s, entry_t *entry)
{ buffers_t *b = own;
  int64_t i = b->batch.n;
  const int32_t *tokens = tokens_of(entry);

  if ( !tokens || !ROOM(b->entries, b->entry_room, i + 1) || !ROOM(b->searches, b->search_room, i + 1) ||
       !ROOM(b->at, b->at_room, i + 1) || !ROOM(b->more_logs, b->more_log_room, i + 1) ||
       !ROOM(b->to_go, b->to_go_room, i + 1) ||
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
{ search_report_t *report = &s->base.report;
  int64_t wanted = report->inferences / 16, n = 0;
  double dearest = INFINITY;

  wanted = wanted < 1 ? 1 : wanted > LARGEST_BATCH ? LARGEST_BATCH : wanted;
  wanted = wanted < most ? wanted : most;
  while ( s->n_heap && n < wanted && s->heap[0].cost <= dearest )
  { double cost = s->heap[0].cost;
    entry_t *entry = s->heap[0].entry;
    state_t *state = is_keyed(entry) ? find_state(&s->base.tree, entry->key) : 0;

    if ( state && state->cheapest < cost )      /* a variant came later and was cheaper */
    { report->variants++;
      drop_entry(s, pop(s));
    } else if ( is_answer(entry) )      /* it is returned alone, after the states before it */
    { if ( n > 0 )
        return 1;
      const int32_t *tokens = tokens_of(entry);

      if ( !tokens || !keep_answer(&s->base, tokens, entry->n_tokens, entry->parent, entry->offset,
                                   entry->ordinal) )
        return 0;
      state->cheapest = -INFINITY;
      report->inferences++;
      report->log_probability = mixed(t, entry->logs);
      drop_entry(s, pop(s));
      return 1;
    } else
    { if ( !join(s, entry) )
        return 0;
      if ( state )
        state->cheapest = -INFINITY;    /* no variant of an expanded state is cheaper */
      if ( n++ == 0 )
        dearest = t->by_level ? cost : cost + SLACK;
      pop(s);
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

    s->report.page_steps += SIZE_STEPS(entry->n_tokens);
    if ( entry->page )
    { s->report.pages_turned++;
      s->report.page_steps += PAGE_STEPS(entry->page, entry->offset);
      b->at[i] = entry->parent;
      continue;
    }
    s->report.inferences += entry->parent != ROOT_PARENT;
    b->at[i] = add_node(&s->tree, entry->parent, entry->offset, entry->ordinal);
    if ( b->at[i] < 0 )
      return 0;
    if ( is_keyed(entry) )
      find_state(&s->tree, entry->key)->mark = b->at[i] + FIRST_NODE;
  }
  return 1;
}

/* ---- candidates that are shown */

static int
is_repeated(const uint64_t *hashes, int64_t first, int64_t j)
{ for ( int64_t k = first; k < j; k++ )
  { if ( hashes[2 * k] == hashes[2 * j] && hashes[2 * k + 1] == hashes[2 * j + 1] )
      return 1;
  }
  return 0;
}

/*  Mark the candidates that neither loop back to a state on their own way nor repeat another of
    their page. A long page is compared by a table of its own.
*/

static int
mark_shown(void)
{ buffers_t *b = own;
  const uint64_t *hashes = b->batch.target.hashes;
  int rc = 1;

  if ( !ROOM(b->shown, b->shown_room, b->batch.n_candidates) ||
       !ROOM(b->logs, b->log_room, b->batch.n_candidates) )
    return 0;
  for ( int64_t i = 0; rc && i < b->batch.n; i++ )
  { int64_t first = b->batch.first_candidate[i], end = b->batch.first_candidate[i + 1];
    tree_t page = { 0 };

    for ( int64_t j = first; rc && j < end; j++ )
    { int repeats = end - first <= SHORT_PAGE ? is_repeated(hashes, first, j)
                                              : find_state(&page, hashes + 2 * j) != 0;

      b->shown[j] = !repeats && !is_ancestor(&b->searches[i]->base.tree, hashes + 2 * j, b->at[i]);
      rc = end - first <= SHORT_PAGE || meet_state(&page, hashes + 2 * j);
    }
    close_tree(&page);
  }
  return rc;
}

/* ---- log-probabilities by the network */

/* Ask for those of state i, as PolicyOrder does: not where there is no choice. */

static int
ask_for_state(const network_t *network, int64_t i)
{ buffers_t *b = own;
  int64_t first = b->batch.first_candidate[i], end = b->batch.first_candidate[i + 1], k = 0;

  if ( !ROOM(b->choices, b->choice_room, end - first + 1) ||
       !ROOM(b->choice_clauses, b->clause_room, end - first + 1) ||
       !ROOM(b->choice_logs, b->choice_log_room, end - first + 1) )
    return 0;
  b->more_logs[i] = 0;
  b->to_go[i] = NOT_ASKED;
  for ( int64_t j = first; j < end; j++ )
  { b->logs[j] = 0;
    if ( b->shown[j] )
    { b->choices[k] = b->batch.target.out + b->batch.ends[j];
      b->choice_clauses[k++] = b->batch.target.clauses[j];
    }
  }
  if ( b->batch.more[i] )
  { b->choices[k] = 0;
    b->choice_clauses[k++] = MORE_CLAUSE;
  }
  if ( k < 2 )
    return 1;
  if ( !network_logs(network, b->cache, b->batch.tokens + b->batch.offsets[i], k, b->choices,
                     b->choice_clauses, b->choice_logs, &b->to_go[i]) )
    return 0;
  k = 0;
  for ( int64_t j = first; j < end; j++ )
  { if ( b->shown[j] )
      b->logs[j] = b->choice_logs[k++];
  }
  if ( b->batch.more[i] )
    b->more_logs[i] = b->choice_logs[k];
  return 1;
}

static int
ask_network(const network_t *network)
{ int rc = own->cache || (own->cache = open_cache());

  for ( int64_t i = 0; rc && i < own->batch.n; i++ )
    rc = ask_for_state(network, i);
  return rc;
}

/* Put a candidate into the queue if it costs less than any variant of it so far. */

static int
queue_candidate(const searches_t *t, int64_t i, int64_t j, const double *logs, double to_go)
{ buffers_t *b = own;
  levin_t *s = b->searches[i];
  const int32_t *tokens = b->batch.target.out + b->batch.ends[j];
  const uint64_t *key = b->batch.target.hashes + 2 * j;
  double depth = b->entries[i]->depth + 1, cost = cost_of(t, depth, logs, to_go);

  if ( !t->by_level && count_of(tokens[0]) == 0 )
    cost = ANSWER_COST;                 /* it is emitted at once */
  state_t *state = find_state(&s->base.tree, key);

  if ( !(cost < (state ? state->cheapest : INFINITY)) )
  { s->base.report.variants++;
    return 1;
  }
  entry_t *entry = new_entry(s, tokens, b->batch.ends[j + 1] - b->batch.ends[j]);

  if ( !entry || (!state && !(state = meet_state(&s->base.tree, key))) )
  { drop_entry(s, entry);
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
  return push(s, cost, entry);
}

/*  Put the next page into the queue: the entry of the state becomes that of the page. In
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
  return push(own->searches[i], cost_of(t, entry->depth, entry->logs, entry->to_go), entry);
}

/*  The powers of the policy's probabilities, of one state: relative to the likeliest choice, as a power
    of 30 would be 0 for all where a policy spreads its probability over many candidates.

    A uniform share that falls with depth is c (1 - log(d + 3) / log(d + 4)). As 1 - c x is at least
    (1 - x)^c, along a derivation of any depth the policy's probabilities lose no more than a factor of
    (log(d + 4) / log(3))^c: at depth 300 1.2, where a constant share of 0.02 costs 400.
*/

typedef struct
{ double most, totals[N_READINGS], share, uniform;
} mixture_t;

static int
n_readings(const searches_t *t)
{ return t->sharper_share ? N_READINGS : 1;
}

static void
sharpen(const searches_t *t, const mixture_t *mix, float logarithm, double *sharp)
{ double x = exp(t->sharpness * (logarithm - mix->most)), square = x * x;

  sharp[0] = x;
  sharp[1] = square * square * (square * square) * square;
}

static void
add_sharp(const searches_t *t, mixture_t *mix, float logarithm)
{ double sharp[N_READINGS];

  sharpen(t, mix, logarithm, sharp);
  for ( int r = 0; r < N_READINGS; r++ )
    mix->totals[r] += sharp[r];
}

static mixture_t
mixture_of(const searches_t *t, const float *logs, const float *more_logs, int64_t i)
{ const buffers_t *b = own;
  int64_t first = b->batch.first_candidate[i], end = b->batch.first_candidate[i + 1];
  int64_t n = b->batch.more[i];
  double depth = b->entries[i]->depth;
  mixture_t mix = { .share = 1 };

  for ( int64_t j = first; j < end; j++ )
    n += b->shown[j];
  mix.uniform = 1 / (double)(n > 1 ? n : 1);
  if ( !t->has_order && !t->network )
    return mix;
  mix.share = t->uniform_share ? t->uniform_share
                               : FALLING_SHARE * (1 - log(depth + 3) / log(depth + 4));
  mix.most = b->batch.more[i] && more_logs[i] > LEAST_LOG ? more_logs[i] : LEAST_LOG;
  for ( int64_t j = first; j < end; j++ )
  { if ( b->shown[j] && logs[j] > mix.most )
      mix.most = logs[j];
  }
  for ( int64_t j = first; j < end; j++ )
  { if ( b->shown[j] )
      add_sharp(t, &mix, logs[j]);
  }
  if ( b->batch.more[i] )
    add_sharp(t, &mix, more_logs[i]);
  for ( int r = 0; r < N_READINGS; r++ )
    mix.totals[r] = mix.totals[r] > 1 ? mix.totals[r] : 1;
  return mix;
}

/* Add the logarithms of a choice's probability to those of its state. */

static void
add_chance(const searches_t *t, const mixture_t *mix, const float *logarithm, double *logs)
{ double sharp[N_READINGS];

  if ( mix->share == 1 )                /* there is no policy, or it says nothing */
  { for ( int r = 0; r < N_READINGS; r++ )
      logs[r] += log(mix->uniform);
    return;
  }
  sharpen(t, mix, *logarithm, sharp);
  for ( int r = 0; r < n_readings(t); r++ )
    logs[r] += log((1 - mix->share) * (sharp[r] / mix->totals[r]) + mix->share * mix->uniform);
}

static void
free_batch(void)
{ for ( int64_t i = 0; i < own->batch.n; i++ )
    drop_entry(own->searches[i], own->entries[i]);
  own->batch.n = 0;
}

/* Queue the candidates of the batch, and behind all of them the next pages. */

static int
queue_all(const searches_t *t, const float *logs, const float *more_logs, const float *to_go)
{ buffers_t *b = own;
  int rc = 1;

  for ( int64_t i = 0; rc && i < b->batch.n; i++ )
  { search_report_t *report = &b->searches[i]->base.report;
    double *above = b->entries[i]->logs;
    mixture_t mix = { .share = 1 };
    double left = 0, left_below = 0;

    if ( t->steps_to_go )
    { left = to_go[i] >= 0 ? to_go[i] : b->entries[i]->to_go;
      left_below = left > 1 ? left - 1 : 0;
      b->entries[i]->to_go = left;
    }
    if ( !t->by_level )
      mix = mixture_of(t, logs, more_logs, i);
    for ( int64_t j = b->batch.first_candidate[i]; rc && j < b->batch.first_candidate[i + 1]; j++ )
    { double below[N_READINGS] = { above[0], above[1] };

      if ( !t->by_level && b->shown[j] )
        add_chance(t, &mix, &logs[j], below);
      else if ( !t->by_level )
        below[0] = below[1] = -INFINITY;
      if ( t->chances )
        t->chances[j] = b->shown[j] ? exp(mixed(t, below) - mixed(t, above)) : 0;
      rc = queue_candidate(t, i, j, below, left_below);
    }
    if ( b->batch.more[i] && !t->by_level )
      add_chance(t, &mix, &more_logs[i], above);
    for ( int64_t k = 0; k < N_LOST; k++ )
      (&report->lost_0)[k] += b->batch.lost[N_LOST * i + k];
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
{ int rc = follow() ? expand_batch(&own->batch, t) : NO_ROOM;

  if ( rc == DONE && !mark_shown() )
    rc = NO_ROOM;
  return rc;
}

/*  Expand one batch of each search, and leave what was found for Python. A search whose answer
    came to the top of its queue takes part no further.
*/

EXPORT int
wire_levin_expand(searches_t *t)
{ if ( !have_buffers() )
    return fail(t, NO_ROOM);
  batch_t *b = &own->batch;
  int rc;

  b->n = t->n_states = t->n_candidates = 0;
  for ( int64_t i = 0; i < t->n; i++ )
  { if ( !select_batch(t, t->searches[i], t->most[i]) )
      return drop(t, NO_ROOM);
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
  t->hashes = b->target.hashes, t->shown = own->shown;
  return DONE;
}

EXPORT int
wire_levin_queue(const searches_t *t)
{ return queue_all(t, t->candidate_logs, t->more_logs, t->to_go) ? DONE : fail(t, NO_ROOM);
}

/*  Let a state that waits be expanded next, alone. Return its node if it was expanded already, -1 if
    it now is the next, -2 if it neither waits nor was expanded.
*/

EXPORT int64_t
wire_levin_prefer(levin_t *s, const uint64_t *key)
{ state_t *state = find_state(&s->base.tree, key);
  int64_t at = 0;

  if ( state && state->mark >= FIRST_NODE )
    return state->mark - FIRST_NODE;
  for ( ; at < s->n_heap; at++ )
  { const entry_t *entry = s->heap[at].entry;

    if ( state && is_keyed(entry) && s->heap[at].cost == state->cheapest &&
         !memcmp(entry->key, key, sizeof(entry->key)) )
      break;
  }
  if ( at == s->n_heap )
    return -2;
  waiting_t first = { state->cheapest = PREFERRED_COST, s->heap[at].age, s->heap[at].entry };

  for ( ; at > 0; at = (at - 1) / 2 )
    s->heap[at] = s->heap[(at - 1) / 2];
  s->heap[0] = first;
  return -1;
}

/* Write the network's log-probabilities for what was expanded: a test compares them with torch. */

EXPORT int
wire_levin_ask(const searches_t *t, float *logs, float *more_logs, float *to_go)
{ if ( !ask_network(t->network) )
    return fail(t, NO_ROOM);
  memcpy(logs, own->logs, own->batch.n_candidates * sizeof(*logs));
  memcpy(more_logs, own->more_logs, own->batch.n * sizeof(*more_logs));
  memcpy(to_go, own->to_go, own->batch.n * sizeof(*to_go));
  return DONE;
}

/* Run one search until it has an answer, is exhausted, or has used its slice. */

static int
run(const searches_t *t, levin_t *s, int64_t most)
{ search_report_t *report = &s->base.report;
  int64_t start = spent(&s->base), end = start + (most < t->slice ? most : t->slice);
  int64_t until = now_ns() + t->slice_ns;

  while ( s->n_heap && spent(&s->base) < end )
  { int rc;

    if ( !select_batch(t, s, start + most - spent(&s->base)) )
      return NO_ROOM;
    if ( report->has_answer )
      return DONE;
    if ( !own->batch.n )
      continue;
    if ( (rc = expand(t)) != DONE )
      return rc;
    if ( (t->network && !ask_network(t->network)) || !queue_all(t, own->logs, own->more_logs, own->to_go) )
      return NO_ROOM;
    if ( now_ns() > until )
      return DONE;
  }
  return DONE;
}

EXPORT int
wire_levin_run(const searches_t *t)
{ int rc = DONE;

  if ( !have_buffers() )
    return fail(t, NO_ROOM);
  own->batch.n = 0;
  for ( int64_t i = 0; rc == DONE && i < t->n; i++ )
    rc = run(t, t->searches[i], t->most[i]);
  return rc == DONE ? DONE : drop(t, rc);
}

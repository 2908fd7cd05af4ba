/*  The policy's log-probabilities of the choices in one state, in the thread of the search that
    asks.

    A search alone asks for one state at a time: a call of torch takes a hundred times as long as
    the few thousand multiplications. Encodings of goals are kept, as states of a search share most
    of theirs. Results equal those in symbolic_rl/policy/clause.py and resolvent.py but for
    rounding; a test compares them.

    Dimension key: symbolic_rl/policy/batch.py.
*/
#include "search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELLIPSIS 1
#define CACHE_CAPACITY 8192                 /* goals; a power of two */
#define WIDEST_DIM 1024
#define MOST_VALUE 12                   /* log(1 + inferences); symbolic_rl/search/policy_order.py */

struct network_cache_s
{ int32_t *ids;                         /* [CACHE_CAPACITY][W] */
  float *encoded;                       /* [CACHE_CAPACITY][2][D] as selected goal, and as one behind */
  uint8_t *is_used;                     /* [CACHE_CAPACITY] bit k: encoded[k] is there */
  int64_t n, version, width, dim, n_goals;
  int32_t *goals;                       /* [G][W] the view of a state */
  structure_t *shapes;
  int8_t *structure;                    /* [n][N_FEATURES], as the next two: the choices of a state */
  int8_t **rows;                        /* of the candidates among them */
  const int32_t **candidates;
  int64_t structure_capacity, row_capacity, candidate_capacity;
};

network_cache_t *
open_cache(void)
{ return calloc(1, sizeof(network_cache_t));
}

static void
clear_cache(network_cache_t *cache)
{ cache->n = 0;
  if ( cache->is_used )
    memset(cache->is_used, 0, CACHE_CAPACITY);
}

static void
free_tables(network_cache_t *cache)
{ free(cache->ids);
  free(cache->encoded);
  free(cache->is_used);
  free(cache->goals);
  free(cache->shapes);
  free(cache->structure);
  free(cache->rows);
  free(cache->candidates);
  memset(cache, 0, sizeof(*cache));
}

void
close_cache(network_cache_t *cache)
{ free_tables(cache);
  free(cache);
}

static int
fit_cache(network_cache_t *cache, const network_t *net)
{ int64_t width = net->view->width, n_goals = net->view->n_goals;

  if ( cache->is_used && cache->width == width && cache->dim == net->dim &&
       cache->n_goals == n_goals )
  { if ( cache->version != net->version )
      clear_cache(cache);
    cache->version = net->version;
    return 1;
  }
  free_tables(cache);
  cache->version = net->version;
  cache->width = width;
  cache->dim = net->dim;
  cache->n_goals = n_goals;
  cache->ids = malloc(CACHE_CAPACITY * width * sizeof(int32_t));
  cache->encoded = malloc(CACHE_CAPACITY * 2 * net->dim * sizeof(float));
  cache->is_used = calloc(CACHE_CAPACITY, 1);
  cache->goals = malloc(n_goals * width * sizeof(int32_t));
  return cache->ids && cache->encoded && cache->is_used && cache->goals;
}

/* Add to out [n_out] the product of in [n_in] and weights [n_in][n_out]. */

CLONES static void
add_product(float *restrict out, const float *restrict in, const float *restrict weights,
            int64_t n_in, int64_t n_out)
{ for ( int64_t i = 0; i < n_in; i++ )
  { float x = in[i];

    if ( x == 0 )                       /* half of what a ReLU leaves */
      continue;
    for ( int64_t k = 0; k < n_out; k++ )
      out[k] += x * weights[i * n_out + k];
  }
}

CLONES static void
add(float *restrict out, const float *restrict in, int64_t n)
{ for ( int64_t k = 0; k < n; k++ )
    out[k] += in[k];
}

CLONES static float
product(const float *restrict a, const float *restrict b, int64_t n)
{ float sums[16] = { 0 };
  int64_t k = 0;

  for ( ; k + 16 <= n; k += 16 )
  { for ( int64_t j = 0; j < 16; j++ )
      sums[j] += a[k + j] * b[k + j];
  }
  for ( ; k < n; k++ )
    sums[0] += a[k] * b[k];
  float sum = 0;

  for ( int64_t j = 0; j < 16; j++ )
    sum += sums[j];
  return sum;
}

static void
cut_below_0(float *x, int64_t n)
{ for ( int64_t k = 0; k < n; k++ )
    x[k] = x[k] > 0 ? x[k] : 0;
}

/* ---- goals */

static int32_t
nameless(const network_t *net, int32_t id)
{ int is_name = id >= net->first_name ||
                (id >= net->first_new_name && id < net->end_new_names);

  return net->compares && net->first_name < net->n_symbols && is_name ? (int32_t)net->first_name
                                                                      : id;
}

/*  The clause heads leave out empty slots and have no bias; the resolvent head has a weight for an
    empty slot too, and a bias and a ReLU behind the sum. */

static void
sum_slots(const network_t *net, const int32_t *goal, float *sum)
{ int64_t width = net->view->width, dim = net->dim;

  memset(sum, 0, dim * sizeof(*sum));
  for ( int64_t slot = 0; slot < width; slot++ )
  { int32_t id = goal[slot];

    if ( !id && !net->reads_candidates )
      continue;
    int64_t row = net->reads_candidates ? id * width + slot
                                        : slot * net->n_symbols + nameless(net, id);

    add(sum, net->places + row * dim, dim);
    if ( !net->compares )
      continue;
    for ( int64_t earlier = slot - 1; earlier >= 0; earlier-- )
    { if ( goal[earlier] == id )
      { add(sum, net->places + ((net->n_symbols + earlier) * width + slot) * dim, dim);
        break;
      }
    }
  }
  if ( net->goal_bias )
  { add(sum, net->goal_bias, dim);
    cut_below_0(sum, dim);
  }
}

/*  Return the encoding [D] of a goal of view ids [W]: as the selected goal (place 0), or as one
    behind it (1). Most goals are met in one of the two only, so each is made when asked for.
*/

static const float *
encode_goal(const network_t *net, network_cache_t *cache, const int32_t *goal, int place)
{ int64_t width = net->view->width, dim = net->dim;
  uint64_t hash = 0;

  for ( int64_t k = 0; k < width; k++ )
    hash = (hash ^ (uint32_t)goal[k]) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29;
  int64_t at = hash & (CACHE_CAPACITY - 1);

  while ( cache->is_used[at] && memcmp(cache->ids + at * width, goal, width * sizeof(*goal)) )
    at = (at + 1) & (CACHE_CAPACITY - 1);
  float *encoded = cache->encoded + (at * 2 + place) * dim;

  if ( cache->is_used[at] & 1 << place )
    return encoded;
  if ( !cache->is_used[at] )
  { if ( 2 * cache->n >= CACHE_CAPACITY )   /* clear all: goals in use come back */
    { clear_cache(cache);
      at = hash & (CACHE_CAPACITY - 1);
      encoded = cache->encoded + (at * 2 + place) * dim;
    }
    cache->n++;
    memcpy(cache->ids + at * width, goal, width * sizeof(*goal));
  }
  float sum[WIDEST_DIM];

  cache->is_used[at] |= 1 << place;
  sum_slots(net, goal, sum);
  memset(encoded, 0, dim * sizeof(*encoded));
  add_product(encoded, sum, place ? net->behind : net->selected, dim, dim);
  return encoded;
}

/* Encode a state or candidate: the linear layer over its goals. 0 tokens: it has none. */

static void
encode_resolvent(const network_t *net, network_cache_t *cache, const int32_t *tokens, float *out)
{ int64_t width = net->view->width, n_goals = net->view->n_goals, dim = net->dim;

  memcpy(out, net->resolvent_bias, dim * sizeof(*out));
  if ( !tokens )
    return;
  memset(cache->goals, 0, n_goals * width * sizeof(*cache->goals));
  view_state(net->view, tokens, cache->goals);
  for ( int64_t k = 0; k < n_goals * width; k++ )
  { if ( cache->goals[k] >= net->n_symbols )
      cache->goals[k] = ELLIPSIS;
  }
  for ( int64_t g = 0; g < n_goals; g++ )
  { const int32_t *goal = cache->goals + g * width;

    if ( goal[0] )
      add(out, encode_goal(net, cache, goal, g > 0), dim);
  }
}

/* ---- choices */

static int64_t
clause_id(const network_t *net, int64_t clause)
{ int64_t id = clause < net->n_program_clauses ? net->clause_ids[clause] : 0;

  return id < net->n_clauses ? id : 0;
}

static void
to_log_probabilities(float *logits, int64_t n)
{ double most = -INFINITY, sum = 0;

  for ( int64_t i = 0; i < n; i++ )
    most = logits[i] > most ? logits[i] : most;
  for ( int64_t i = 0; i < n; i++ )
    sum += exp(logits[i] - most);
  for ( int64_t i = 0; i < n; i++ )
    logits[i] = (float)(logits[i] - most - log(sum));
}

/*  Return the value of a state, the logarithm of 1 + inferences left: a layer over what the logits
    are computed from (clause heads), or two over the encoding of the state. */

static float
value_of(const network_t *net, const float *resolvent, const float *layer)
{ int64_t dim = net->dim;
  float hidden[WIDEST_DIM];

  if ( net->value_hidden )
  { memcpy(hidden, net->value_hidden_bias, dim * sizeof(*hidden));
    add_product(hidden, resolvent, net->value_hidden, dim, dim);
    cut_below_0(hidden, dim);
    layer = hidden;
  }
  return product(layer, net->value, dim) + net->value_bias[0];
}

/* ---- structure */

#define LANES 8                         /* floats of a register; GCC keeps wider vectors in memory */
#define N_PARTS (STRUCTURE_WIDTH / LANES)

typedef float lanes_t __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));

_Static_assert(N_FEATURES % 2 == 0, "features are read in pairs");
_Static_assert(STRUCTURE_WIDTH % LANES == 0 && !(STRUCTURE_WIDTH & (STRUCTURE_WIDTH - 1)), "a sum is made in pairs");

/*  Return the score of a row of features: a layer with a ReLU, and a product. The layer has two sums for
    the even and odd features, in registers: a loop over memory would wait for each sum before the next. */

CLONES static float
score_of(const network_t *net, const int8_t *row)
{ const lanes_t *w = (const lanes_t *)net->structure;
  lanes_t even[N_PARTS], odd[N_PARTS] = { 0 };
  float features[N_FEATURES], hidden[STRUCTURE_WIDTH];

  for ( int64_t k = 0; k < N_FEATURES; k++ )
    features[k] = row[k];
  for ( int k = 0; k < N_PARTS; k++ )
    even[k] = ((const lanes_t *)net->structure_bias)[k];
  for ( int64_t i = 0; i < N_FEATURES; i += 2, w += 2 * N_PARTS )
  { for ( int k = 0; k < N_PARTS; k++ )
    { even[k] += features[i] * w[k];
      odd[k] += features[i + 1] * w[N_PARTS + k];
    }
  }
  for ( int k = 0; k < N_PARTS; k++ )
    ((lanes_t *)hidden)[k] = even[k] + odd[k];
  for ( int64_t k = 0; k < STRUCTURE_WIDTH; k++ )
    hidden[k] = (hidden[k] > 0 ? hidden[k] : 0) * net->structure_out[k];
  for ( int64_t n = STRUCTURE_WIDTH / 2; n > 0; n /= 2 )
  { for ( int64_t k = 0; k < n; k++ )
      hidden[k] += hidden[k + n];
  }
  return hidden[0];
}

/* Return what the features of n choices add to the value of their state. */

CLONES static float
value_by_structure(const network_t *net, const int8_t *features, int64_t n)
{ int32_t sums[N_FEATURES] = { 0 };
  float value = 0;

  for ( int64_t i = 0; i < n; i++ )
  { for ( int64_t k = 0; k < N_FEATURES; k++ )
      sums[k] += features[i * N_FEATURES + k];
  }
  for ( int64_t k = 0; k < N_FEATURES; k++ )
    value += net->structure_value[k] * (float)sums[k] / (float)n;
  return value;
}

/* Add to the logits of n choices the scores of their structure, and to the value what it says; the next
   page has no features. Leave in of_structure the log-probabilities by these scores alone. */

static int
add_structure(const network_t *net, network_cache_t *cache, const int32_t *state, int64_t n,
              const int32_t *const *candidates, const int32_t *end, float *logits, float *of_structure, float *value)
{ int64_t m = 0;

  if ( !cache->shapes && !(cache->shapes = open_structure()) )
    return 0;
  if ( !RESERVE_ARRAY(cache->structure, cache->structure_capacity, n * N_FEATURES) ||
       !RESERVE_ARRAY(cache->rows, cache->row_capacity, n) ||
       !RESERVE_ARRAY(cache->candidates, cache->candidate_capacity, n) )
    return 0;
  memset(cache->structure, 0, n * N_FEATURES);
  for ( int64_t i = 0; i < n; i++ )
  { if ( candidates[i] )
    { cache->rows[m] = cache->structure + i * N_FEATURES;
      cache->candidates[m++] = candidates[i];
    }
  }
  describe_candidates(cache->shapes, net->view, state, m, cache->candidates, end, cache->rows);
  for ( int64_t i = 0; i < n; i++ )
  { of_structure[i] = score_of(net, cache->structure + i * N_FEATURES);
    logits[i] += (float)net->structure_factor * of_structure[i];
  }
  to_log_probabilities(of_structure, n);
  if ( net->structure_value )
    *value += value_by_structure(net, cache->structure, n);
  return 1;
}

int
network_logs(const network_t *net, network_cache_t *cache, const int32_t *state, int64_t n,
             const int32_t *const *candidates, const int32_t *end, const int64_t *clauses, float *logs,
             float *of_structure, float *to_go)
{ int64_t dim = net->dim;
  float resolvent[WIDEST_DIM], layer[WIDEST_DIM];

  if ( !fit_cache(cache, net) )
    return 0;
  encode_resolvent(net, cache, state, resolvent);
  cut_below_0(resolvent, dim);
  memcpy(layer, net->state_bias, dim * sizeof(*layer));
  add_product(layer, resolvent, net->state, dim, dim);
  if ( !net->reads_candidates )
    cut_below_0(layer, dim);
  float value = value_of(net, resolvent, layer);

  for ( int64_t i = 0; i < n; i++ )
  { int64_t id = clause_id(net, clauses[i]);
    const float *of_clause = net->clauses + id * dim;

    if ( net->reads_candidates )
    { encode_resolvent(net, cache, candidates[i], resolvent);
      add(resolvent, of_clause, dim);
      cut_below_0(resolvent, dim);
      logs[i] = product(layer, resolvent, dim) / sqrtf((float)dim);
    } else
      logs[i] = product(layer, of_clause, dim);
    logs[i] += net->clause_bias[id];
  }
  if ( net->structure &&
       !add_structure(net, cache, state, n, candidates, end, logs, of_structure, &value) )
    return 0;
  *to_go = expm1f(value < 0 ? 0 : value > MOST_VALUE ? MOST_VALUE : value);
  if ( !net->structure )
    memset(of_structure, 0, n * sizeof(*of_structure));
  to_log_probabilities(logs, n);
  return 1;
}

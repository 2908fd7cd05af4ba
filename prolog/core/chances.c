/*  Chances and costs of Levin tree search: how the policy's probabilities are read.

    The choices of a state are the policy's at a temperature, p^(1 / temperature), mixed with a uniform
    share.

    Two temperatures. A low temperature costs little along a derivation of many steps that the policy
    knows, and much at each step where it is wrong. So a second distribution, at a tenth of the
    temperature, can have a weight w in the probability of each derivation: what either finds cheaply,
    the mixture finds for at most 1 / (1 - w) and 1 / w times the cost. There the likeliest choice can have
    at least 0.95.

    Structure. A policy with a structure part has a third way to be read: the structure part alone. Its
    weight is the structure share, so that what it finds by itself is found for at most 1 / share times
    the cost, where symbols that the policy has not learned enough mislead it, and what the whole policy
    finds for at most 1 / (1 - share) times.

    Estimates. A policy that imitated proofs also estimates the inferences h that are left. Where the
    settings say so, states are ordered much as by PHS* (Orseau and Lelis 2021): by
    (d + h) / p^(1 + h / (d + 10)), what the whole derivation would cost if the steps left were as
    likely as those behind. PHS* itself has no 10, ten sure steps before the query: without them the
    first two or three steps say too much about all that are left. The estimate of a state is made
    when it is expanded; a candidate waits with its parent's estimate less one (deferred evaluation:
    Richter and Helmert 2009). No estimate makes a state cost less than d / p, so searches stay
    complete, and the bound above holds for the greatest cost along a derivation whose states are
    reached in no other way.

    Invariant: a choice that is shown has a chance above 0, and the chances of a state sum to at most 1.
    Numbers are computed in the order in which numpy does, and costs are rounded to 32 bits, so that
    the last bit of a logarithm does not decide which of two equal states comes first.
*/
#include "levin.h"
#include <math.h>
#include <string.h>

#define LEAST_LOG -1e6                  /* below all logarithms of a policy */
#define SURE_STEPS 10.0                 /* of probability 1, behind every state with an estimate */
#define AHEAD 19.0                      /* least ratio of the likeliest choice's weight to the sum of the others' */
#define FALLING_SHARE 0.1               /* more would find proofs far from the policy's habits */

static split_t
split_at(double weight)
{ return (split_t){ weight, log(weight), log1p(-weight) };
}

/* What the settings of searches come to: logarithms that would be taken anew for each choice. */

reading_t
reading_of(const searches_t *t)
{ return (reading_t){ split_at(t->greedy_mix), split_at(t->structure_share), t->by_level };
}

static double
mixture(const split_t *split, double first, double second)
{ if ( !split->weight )
    return first;
  double a = split->log_rest + first, b = split->log_weight + second;
  double most = a > b ? a : b;

  return most == -INFINITY ? most : most + log1p(exp((a > b ? b : a) - most));
}

/* The log-probability of a state whose derivation is read in all ways. */

double
mixed(const reading_t *reading, const double *logs)
{ return mixture(&reading->structure, mixture(&reading->greedy, logs[0], logs[1]), logs[OF_STRUCTURE]);
}

/*  Of a state at a depth of at least 1, or in breadth-first search, the depth. Without estimates
    to_go is 0. */

double
cost_of(const reading_t *reading, double depth, const double *logs, double to_go)
{ if ( reading->by_level )
    return depth;
  return (double)(float)(log(depth + to_go) - mixed(reading, logs) * (1 + to_go / (depth + SURE_STEPS)));
}

/*  The policy's probabilities of one state, at both temperatures: relative to the likeliest choice, since
    at a temperature of 1 / 30 all would be 0 where a policy spreads its probability over many candidates.

    A uniform share that falls with depth is c (1 - log(d + 3) / log(d + 4)). As 1 - c x is at least
    (1 - x)^c, along a derivation of any depth the policy's probabilities lose no more than a factor of
    (log(d + 4) / log(3))^c: at depth 300 1.2, where a constant share of 0.02 costs 400.
*/

static int
n_temperatures(const searches_t *t)
{ return t->greedy_mix ? N_TEMPERATURES : 1;
}

static int
is_open(const choices_t *choices, int64_t j)
{ return j == choices->n || choices->shown[j];
}

/* Whether a choice yields to the likeliest one, whose weight is given. */

static int
yields(const searches_t *t, const choices_t *choices, int64_t j, double first)
{ return is_open(choices, j) && (t->likeliest_leads || choices->weights[j][1] == first);
}

/* Weigh a choice, relative to the likeliest one. */

static void
weigh(mixture_t *mix, float logarithm, float of_structure, double *weights)
{ double x = exp(mix->inverse_temperature * (logarithm - mix->most)), square = x * x;

  weights[0] = x;
  weights[1] = square * square * (square * square) * square;    /* x^10 */
  weights[OF_STRUCTURE] = mix->has_structure ? exp(of_structure - mix->most_structure) : x;
  for ( int r = 0; r < N_WAYS; r++ )
    mix->totals[r] += weights[r];
}

static double
greatest(const choices_t *choices, int64_t asks_more, const float *logs, float more)
{ double most = asks_more && more > LEAST_LOG ? more : LEAST_LOG;

  for ( int64_t j = 0; j < choices->n; j++ )
  { if ( choices->shown[j] && logs[j] > most )
      most = logs[j];
  }
  return most;
}

/*  Let the likeliest choice have nearly all of the second temperature. A derivation then costs little more
    than its steps that are not the likeliest, by their number and not by how unsure the policy is of the
    others: as in limited discrepancy search (Harvey and Ginsberg 1995). Searches of training give the first
    of equal choices a lead over these alone, lest each order of ten alike moves has a probability of 1 / 10!.
*/
static void
prefer_likeliest(const searches_t *t, mixture_t *mix, const choices_t *choices, int64_t n)
{ double (*weights)[N_WAYS] = choices->weights, others = 0, first, most;
  int64_t likeliest = -1;

  for ( int64_t j = 0; j < n; j++ )
  { if ( is_open(choices, j) && (likeliest < 0 || weights[j][1] > weights[likeliest][1]) )
      likeliest = j;
  }
  if ( likeliest < 0 )
    return;
  first = weights[likeliest][1];
  most = first / AHEAD;
  for ( int64_t j = 0; j < n; j++ )
    others += j != likeliest && yields(t, choices, j, first) ? weights[j][1] : 0;
  if ( others <= most )
    return;
  mix->totals[1] = 0;
  for ( int64_t j = 0; j < n; j++ )
  { if ( j != likeliest && yields(t, choices, j, first) )
      weights[j][1] *= most / others;
    mix->totals[1] += is_open(choices, j) ? weights[j][1] : 0;
  }
}

/* Weigh the choices of a state, and say how weights come to be probabilities. */

mixture_t
mixture_of(const searches_t *t, const choices_t *choices)
{ double depth = choices->depth;
  mixture_t mix = { .share = 1, .inverse_temperature = 1 / t->temperature };
  int64_t n = 0, asks_more = choices->has_more && t->knows_pages;

  for ( int64_t j = 0; j < choices->n; j++ )
    n += choices->shown[j];
  mix.uniform = 1 / (double)(n + choices->has_more > 1 ? n + choices->has_more : 1);
  if ( !t->has_order && !t->network )
    return mix;
  mix.share = t->uniform_share ? t->uniform_share
                               : FALLING_SHARE * (1 - log(depth + 3) / log(depth + 4));
  mix.most = greatest(choices, asks_more, choices->logs, choices->more_log);
  if ( (mix.has_structure = choices->structure != 0) )
    mix.most_structure = greatest(choices, asks_more, choices->structure, choices->more_structure);
  for ( int64_t j = 0; j < choices->n; j++ )
  { if ( choices->shown[j] )
      weigh(&mix, choices->logs[j], mix.has_structure ? choices->structure[j] : 0, choices->weights[j]);
  }
  if ( asks_more )
    weigh(&mix, choices->more_log, choices->more_structure, choices->weights[choices->n]);
  if ( t->greedy_mix )
    prefer_likeliest(t, &mix, choices, choices->n + asks_more);
  for ( int r = 0; r < N_WAYS; r++ )
  { if ( choices->has_more && !asks_more )
      mix.totals[r] += choices->weights[choices->n][r] = n ? mix.totals[r] / (double)n : 1;
    mix.totals[r] = mix.totals[r] > 1 ? mix.totals[r] : 1;
  }
  return mix;
}

/* Add the logarithms of a choice's probability to its state's. */

void
add_chance(const searches_t *t, const mixture_t *mix, const double *weights, double *logs)
{ for ( int r = 0; r < N_WAYS; r++ )
  { if ( mix->share == 1 )              /* there is no policy, or it says nothing */
      logs[r] += log(mix->uniform);
    else if ( r < n_temperatures(t) || (r == OF_STRUCTURE && t->structure_share) )
      logs[r] += log((1 - mix->share) * (weights[r] / mix->totals[r]) + mix->share * mix->uniform);
  }
}

/*  A proof made shorter: rollouts of the policy from other choices in its states.

    The search begins with a proof. In each state on it, first one first, each other candidate is
    followed as the policy goes on, until the derivation meets a state from which a proof is known, fails,
    or is too long. All that was met is kept as a graph; the cheapest way through it is the next proof,
    whose states are tried in turn. The search ends where no state of the cheapest proof is untried.

    Choices are of kinds, which earlier searches have counted: a kind is a clause, and the principal
    functors of the selected goal's arguments. A choice has failed where the policy comes from it to a state
    without candidates. It costs a step, and more where its kind fails: a proof that happens to be short is
    no example, if what it does seldom ends in a proof. A choice has helped where it stands in the cheapest
    proof and is new; kinds that help less are tried less.

    Invariant: the next place of a place with a distance has one that is less by at least 1. So the way
    from there ends in a proof, and no state comes twice.
*/
#include "search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TRIED 8                    /* choices of a state, the likeliest ones */
#define UNKNOWN 4.0                     /* tries of each kind that count as ended in a proof */
#define LEAST_TRIED (1.0 / 16)          /* share of the choices of a kind that never helps */
#define TRIED_PER_HELP 32.0             /* this times the share that helps is tried, too */
#define N_COUNTS 4                      /* of a kind: its number, failed, ended in a proof, helped */
#define ROUNDING 1e-3                   /* of costs that are the same, added in another order */
#define NO_EDGE -1
#define NOT_EXPANDED -1

typedef struct                          /* a state that was met */
{ int32_t *tokens;
  int64_t n_tokens;
  double distance, depth;               /* cost to a proof, and from the root; INFINITY: unknown */
  int64_t next;                         /* edge on the way to the proof */
  int64_t first, n, n_tried;            /* edges from here: NOT_EXPANDED, or the likeliest n_tried first */
  int64_t last_in;                      /* edge that leads here, of which the others are a list */
  int64_t failed;                       /* steps within which the policy finds no proof from here */
  int64_t rollout;                      /* number of the last one that came here */
  int is_settled, is_tried;             /* the policy's choices lead to a proof; other choices were tried */
  int is_given;                         /* it is on the given proof */
} place_t;

typedef struct
{ int64_t from, to, before;             /* before: the edge before, to the same place */
  int64_t offset, ordinal;              /* the choice */
  uint64_t kind;
  float log, cost, wanted;              /* wanted: the share of its kind that is tried */
  int is_given;                         /* the given proof has it */
} edge_t;

typedef struct
{ search_t base;
  pool_t pool;
  place_t *places;
  edge_t *edges;
  queue_t untried;                      /* places, the first on the cheapest proof first; one may stand there twice */
  int64_t *waiting, *steps;             /* places, of which something is to be told; of a rollout */
  int64_t *choices;                     /* [n_choices][2] offset and ordinal: the given proof */
  tree_t kinds;
  int64_t *counts;                      /* [n_kinds][N_COUNTS], of this search */
  int64_t n_places, n_edges, n_choices, n_kinds, n_rollouts, limit;
  int64_t place_capacity, edge_capacity, waiting_capacity, step_capacity, count_capacity;
  int is_open, is_over;
} shortening_t;

static __thread batch_t *own;           /* of one state */

/* ---- the search */

static void
count_bytes(search_t *search)
{ shortening_t *s = (shortening_t *)search;

  search->outcome.is_exhausted = s->is_over;
  search->outcome.n_bytes = s->pool.n_bytes + s->place_capacity * sizeof(place_t) +
                            s->edge_capacity * sizeof(edge_t) + s->untried.capacity * sizeof(waiting_t);
}

static void
close_shortening(search_t *search)
{ shortening_t *s = (shortening_t *)search;

  close_pool(&s->pool);
  close_tree(&s->kinds);
  free(s->places);
  free(s->edges);
  free(s->untried.heap);
  free(s->waiting);
  free(s->steps);
  free(s->choices);
  free(s->counts);
}

/* Add a state and return its place; -1 if there is no memory. */

static int64_t
add_place(shortening_t *s, const int32_t *tokens, int64_t n)
{ int64_t number = s->n_places;
  int32_t *kept = take_piece(&s->pool, n * sizeof(*tokens));

  if ( !kept || !RESERVE_ARRAY(s->places, s->place_capacity, number + 1) )
    return -1;
  memcpy(kept, tokens, n * sizeof(*tokens));
  s->places[number] = (place_t){ .tokens = kept, .n_tokens = n, .distance = count_of(tokens[0]) ? INFINITY : 0,
                                 .depth = INFINITY, .next = NO_EDGE, .n = NOT_EXPANDED, .last_in = NO_EDGE };
  s->places[number].is_settled = count_of(tokens[0]) == 0;
  return s->n_places++;
}

EXPORT void *
core_shortening_open(const int32_t *tokens, int64_t n, int64_t hidden, const int64_t *choices, int64_t n_choices,
                     int64_t limit)
{ shortening_t *s = calloc(1, sizeof(*s));

  if ( !s )
    return 0;
  s->base.hidden = hidden;
  s->base.count_bytes = count_bytes;
  s->base.close = close_shortening;
  s->n_choices = n_choices;
  s->limit = limit;
  if ( !(s->choices = malloc(2 * n_choices * sizeof(*choices))) || add_place(s, tokens, n) < 0 )
  { core_search_close(&s->base);
    return 0;
  }
  memcpy(s->choices, choices, 2 * n_choices * sizeof(*choices));
  s->places[0].depth = 0;
  return s;
}

/* Let a place be tried, when the proofs through it are the cheapest. */

static int
offer(shortening_t *s, int64_t place)
{ const place_t *p = &s->places[place];
  double total = p->distance + p->depth;

  return p->is_tried || p->distance == 0 || isinf(total) ||
         enqueue(&s->untried, (waiting_t){ total, p->depth, { .number = place } });
}

/* ---- distances and depths */

static int
tell(shortening_t *s, int64_t *n, int64_t place)
{ if ( !offer(s, place) || !RESERVE_ARRAY(s->waiting, s->waiting_capacity, *n + 1) )
    return 0;
  s->waiting[(*n)++] = place;
  return 1;
}

/* Tell what leads to a place how near a proof is. */

static int
spread_distance(shortening_t *s, int64_t place)
{ int64_t n = 0;
  int rc = tell(s, &n, place);

  while ( rc && n > 0 )
  { const place_t *to = &s->places[s->waiting[--n]];

    for ( int64_t e = to->last_in; rc && e != NO_EDGE; e = s->edges[e].before )
    { place_t *from = &s->places[s->edges[e].from];

      if ( to->distance + s->edges[e].cost < from->distance )
      { from->distance = to->distance + s->edges[e].cost;
        from->next = e;
        rc = tell(s, &n, s->edges[e].from);
      }
    }
  }
  return rc;
}

/* Tell what a place leads to how far the root is. */

static int
spread_depth(shortening_t *s, int64_t place)
{ int64_t n = 0;
  int rc = tell(s, &n, place);

  while ( rc && n > 0 )
  { const place_t *from = &s->places[s->waiting[--n]];

    for ( int64_t e = from->first; rc && e < from->first + from->n; e++ )
    { place_t *to = &s->places[s->edges[e].to];

      if ( from->depth + s->edges[e].cost < to->depth )
      { to->depth = from->depth + s->edges[e].cost;
        rc = tell(s, &n, s->edges[e].to);
      }
    }
  }
  return rc;
}

/* ---- kinds of choices */

static int64_t
arity_at(const goal_view_t *view, const int32_t *at)
{ if ( *at == FUNCTOR_LITERAL )
    return count_of(at[1]);
  return *at > FUNCTOR_LITERAL && *at < view->n_symbols ? view->arity[*at] : 0;
}

/* Return the kind of the selected goal of a state: each argument is a functor, a constant or a variable. */

static uint64_t
kind_of_goal(const goal_view_t *view, const int32_t *tokens)
{ const int32_t *at = tokens + 1;
  int64_t arity = arity_at(view, at);
  uint64_t kind = splitmix64((uint64_t)*at);

  at += *at > FUNCTOR_LITERAL ? 1 : literal_size(at);
  for ( ; arity > 0; arity--, at = behind_terms(view, at, 1) )
  { int is_variable = *at >= VARIABLE_BASE && *at < VARIABLE_END;

    kind = splitmix64(kind ^ (arity_at(view, at) > 0 ? (uint64_t)*at + 2 : is_variable));
  }
  return kind;
}

enum { HAS_FAILED = 1, HAS_ENDED, HAS_HELPED };         /* columns of counts */

/* Return the counts of a kind by earlier searches; zeros where there are none. */

static const int64_t *
counts_of(const searches_t *t, uint64_t kind)
{ static const int64_t none[N_COUNTS];
  int64_t low = 0, high = t->n_kinds;

  while ( low < high )
  { int64_t middle = (low + high) / 2;

    if ( (uint64_t)t->kinds[N_COUNTS * middle] < kind )
      low = middle + 1;
    else
      high = middle;
  }
  const int64_t *found = t->kinds + N_COUNTS * low;

  return low < t->n_kinds && (uint64_t)found[0] == kind ? found : none;
}

static int
count(shortening_t *s, uint64_t kind, int column)
{ uint64_t key[2] = { kind, 0 };
  state_t *known = meet_state(&s->kinds, key);

  if ( !known )
    return 0;
  if ( known->mark < FIRST_NODE )
  { if ( !RESERVE_ARRAY(s->counts, s->count_capacity, N_COUNTS * (s->n_kinds + 1)) )
      return 0;
    memcpy(s->counts + N_COUNTS * s->n_kinds, (int64_t[N_COUNTS]){ (int64_t)kind }, N_COUNTS * sizeof(int64_t));
    known->mark = FIRST_NODE + s->n_kinds++;
  }
  s->counts[N_COUNTS * (known->mark - FIRST_NODE) + column]++;
  return 1;
}

/* Write the counts of a search, [n][N_COUNTS]; return their number. */

EXPORT int64_t
core_shortening_counts(const shortening_t *s, int64_t *counts)
{ if ( counts )
    memcpy(counts, s->counts, N_COUNTS * s->n_kinds * sizeof(*counts));
  return s->n_kinds;
}

/* ---- expansion */

/* Return the likeliest candidate that is marked, and take its mark; -1: none. */

static int64_t
take_likeliest(void)
{ int64_t best = -1;

  for ( int64_t j = 0; j < own->n_candidates; j++ )
  { if ( own->shown[j] && (best < 0 || own->logs[j] > own->logs[best]) )
      best = j;
  }
  if ( best >= 0 )
    own->shown[best] = 0;
  return best;
}

/* Add the edge of candidate j; the state that it leads to gets a place. */

static int
add_edge(const searches_t *t, shortening_t *s, int64_t place, int64_t j, uint64_t kind_of_goal)
{ const batch_t *b = own;
  state_t *state = meet_state(&s->base.tree, b->target.hashes + 2 * j);
  int64_t to, e = s->n_edges;

  if ( !state || !RESERVE_ARRAY(s->edges, s->edge_capacity, e + 1) )
    return 0;
  if ( state->mark < FIRST_NODE )
  { if ( (to = add_place(s, b->target.out + b->ends[j], b->ends[j + 1] - b->ends[j])) < 0 )
      return 0;
    state->mark = FIRST_NODE + to;
  }
  to = state->mark - FIRST_NODE;
  uint64_t kind = splitmix64(kind_of_goal ^ (uint64_t)b->target.clauses[j]) >> 1;
  const int64_t *counts = counts_of(t, kind);
  double n = counts[HAS_FAILED] + counts[HAS_ENDED], cost = 1 + s->n_choices * (counts[HAS_FAILED] / (n + UNKNOWN));
  double wanted = LEAST_TRIED + TRIED_PER_HELP * (counts[HAS_HELPED] + 1) / (n + TRIED_PER_HELP);

  s->edges[e] = (edge_t){ place, to, s->places[to].last_in, b->first[0], b->ordinal[j], kind, b->logs[j],
                          (float)cost, (float)wanted, 0 };
  s->places[to].last_in = e;
  s->n_edges++;
  s->places[place].n++;
  if ( s->places[to].distance + s->edges[e].cost < s->places[place].distance )
  { s->places[place].distance = s->places[to].distance + s->edges[e].cost;
    s->places[place].next = e;
  }
  return 1;
}

/* Expand a place, unless it was. `wanted` is the ordinal of a candidate that has an edge in any case; or -1. */

static int
expand(const searches_t *t, shortening_t *s, int64_t place, int64_t offset, int64_t wanted)
{ batch_t *b = own;
  place_t *p = &s->places[place];
  search_outcome_t *outcome = &s->base.outcome;
  int rc;

  if ( p->n != NOT_EXPANDED )
    return DONE;
  b->n = 0;
  outcome->inferences++;
  outcome->n_tokens += p->n_tokens;
  outcome->page_steps += SIZE_STEPS(p->n_tokens);
  if ( !add_to_batch(b, p->tokens, p->n_tokens, s->base.hidden, offset, place > 0) )
    return NO_CAPACITY;
  if ( (rc = expand_batch(b, t)) != DONE )
    return rc;
  outcome->page_steps += SUBPROOF_STEPS(b->steps[0]);
  for ( int64_t k = 0; k < N_LOST; k++ )
    (&outcome->lost_0)[k] += b->lost[k];
  memset(b->shown, 1, b->n_candidates);
  if ( !ask_network(b, t->network) )
    return NO_CAPACITY;
  uint64_t kind = t->network ? kind_of_goal(t->network->view, p->tokens) : 0;

  p->first = s->n_edges;
  p->n = 0;
  for ( int64_t j; s->places[place].n < MOST_TRIED && (j = take_likeliest()) >= 0; )
  { wanted = j == wanted ? -1 : wanted;
    if ( !add_edge(t, s, place, j, kind) )
      return NO_CAPACITY;
  }
  s->places[place].n_tried = s->places[place].n;
  for ( int64_t j = 0; j < b->n_candidates; j++ )       /* the others matter where they are known */
  { if ( b->shown[j] && (j == wanted || find_state(&s->base.tree, b->target.hashes + 2 * j)) &&
         !add_edge(t, s, place, j, kind) )
      return NO_CAPACITY;
  }
  if ( isfinite(s->places[place].distance) && !spread_distance(s, place) )
    return NO_CAPACITY;
  return isinf(s->places[place].depth) || spread_depth(s, place) ? DONE : NO_CAPACITY;
}

/* Follow the given proof; it is over at once if the proof is not found again. */

static int
follow(const searches_t *t, shortening_t *s)
{ int64_t place = 0;

  s->is_open = 1;
  for ( int64_t i = 0; i < s->n_choices; i++ )
  { int64_t offset = s->choices[2 * i], ordinal = s->choices[2 * i + 1], e;
    int rc = expand(t, s, place, offset, ordinal);

    if ( rc != DONE )
      return rc;
    const place_t *p = &s->places[place];

    for ( e = p->first; e < p->first + p->n; e++ )
    { if ( s->edges[e].offset == offset && s->edges[e].ordinal == ordinal )
        break;
    }
    if ( e == p->first + p->n )
    { s->is_over = 1;
      return DONE;
    }
    s->places[place].is_settled = s->places[place].is_given = s->edges[e].is_given = 1;
    place = s->edges[e].to;
  }
  s->is_over = s->places[place].distance != 0;
  return DONE;
}

/* ---- rollouts */

/*  Follow the policy's first choices from a place, for at most `most` steps, to a state from which a proof
    is known. A state of the rollout itself is no choice.
*/

static int
roll_out(const searches_t *t, shortening_t *s, int64_t place, int64_t most, int *has_failed)
{ int64_t number = ++s->n_rollouts, n = 0;

  *has_failed = 0;
  for ( ; !s->places[place].is_settled; n++ )
  { int64_t best = NO_EDGE;
    int rc;

    if ( n >= most || s->places[place].failed >= most - n )
      break;
    if ( (rc = expand(t, s, place, 0, -1)) != DONE )
      return rc;
    if ( !RESERVE_ARRAY(s->steps, s->step_capacity, n + 1) )
      return NO_CAPACITY;
    place_t *p = &s->places[place];

    s->steps[n] = place;
    p->rollout = number;
    for ( int64_t e = p->first; e < p->first + p->n; e++ )
    { if ( s->places[s->edges[e].to].rollout != number && (best == NO_EDGE || s->edges[e].log > s->edges[best].log) )
        best = e;
    }
    if ( best == NO_EDGE )
    { *has_failed = 1;
      n++;
      break;
    }
    place = s->edges[best].to;
  }
  int is_settled = !*has_failed && s->places[place].is_settled;

  for ( int64_t i = 0; i < n; i++ )
  { place_t *p = &s->places[s->steps[i]];

    p->is_settled |= is_settled;
    if ( !is_settled && p->failed < most - i )
      p->failed = most - i;
  }
  return DONE;
}

/* Try each choice of a place that may lead to a proof that costs less than the cheapest one. */

static int
try_place(const searches_t *t, shortening_t *s, int64_t place)
{ int rc = expand(t, s, place, 0, -1);

  s->places[place].is_tried = 1;
  for ( int64_t k = 0; rc == DONE && k < s->places[place].n_tried; k++ )
  { edge_t edge = s->edges[s->places[place].first + k];
    int64_t most = (int64_t)(s->places[0].distance - s->places[place].depth) - 2;
    int has_failed = 0;

    if ( !s->places[edge.to].is_settled )
    { if ( splitmix64(edge.kind ^ (uint64_t)place) > edge.wanted * (double)UINT64_MAX )
        continue;
      rc = roll_out(t, s, edge.to, most, &has_failed);
    }
    if ( rc == DONE && (has_failed || s->places[edge.to].is_settled) && !count(s, edge.kind, has_failed ? HAS_FAILED : HAS_ENDED) )
      rc = NO_CAPACITY;
  }
  return rc;
}

/* ---- calls from Python */

/* Keep the cheapest proof as the answer, and count what helped: new choices, but for the likeliest ones of rollouts. */

static int
keep(shortening_t *s)
{ int64_t node = add_node(&s->base.tree, ROOT_PARENT, 0, 0), place = 0;

  while ( node >= 0 )
  { const place_t *p = &s->places[place];
    const edge_t *e = &s->edges[p->next];
    const place_t *to = &s->places[e->to];

    if ( !e->is_given && (p->is_given || p->next != p->first) && !count(s, e->kind, HAS_HELPED) )
      return 0;
    if ( to->distance == 0 )
      return keep_answer(&s->base, to->tokens, to->n_tokens, node, e->offset, e->ordinal);
    node = add_node(&s->base.tree, node, e->offset, e->ordinal);
    place = e->to;
  }
  return 0;
}

/* Run one search until it is over, or has used its slice. */

static int
run(const searches_t *t, shortening_t *s, int64_t most)
{ int64_t end = spent(&s->base) + (most < t->slice ? most : t->slice), until = now_ns() + t->slice_ns;
  int rc = s->is_open ? DONE : follow(t, s);

  while ( rc == DONE && !s->is_over && spent(&s->base) < end && now_ns() < until )
  { waiting_t one = s->untried.n ? dequeue(&s->untried) : (waiting_t){ .cost = INFINITY };

    if ( one.cost > s->places[0].distance + ROUNDING || spent(&s->base) >= s->limit )
      s->is_over = 1;
    else if ( !s->places[one.item.number].is_tried )
      rc = try_place(t, s, one.item.number);
  }
  if ( rc == DONE && s->is_over && !s->base.outcome.has_answer && s->places[0].next != NO_EDGE && !keep(s) )
    rc = NO_CAPACITY;
  return rc;
}

EXPORT int
core_shortening_run(const searches_t *t)
{ int rc = DONE;

  if ( !own && !(own = calloc(1, sizeof(*own))) )
    return fail(t, NO_CAPACITY);
  for ( int64_t i = 0; rc == DONE && i < t->n; i++ )
    rc = run(t, t->searches[i], t->most[i]);
  return rc == DONE ? DONE : fail(t, rc);
}

/*  Structure: numbers that describe the candidates of a state without any name.

    Each candidate has a row of N_FEATURES small integers, for a policy that is to be right on goals whose
    symbols, sizes and places it has never seen: how goals, terms and variables change, what is equal, what
    is shared, and where a candidate stands among its siblings. FEATURES lists them in their order;
    docs/reference/structure.md explains each, and tests/oracles/structure.py says the same in plain
    Python.

    A search makes them for every candidate of every state with a choice, and expands a state in two
    microseconds. So there is one pass over the tokens of a state, without a hash or a table of its terms:
    a term is a span of tokens, and spans are compared in their places. Only the first goal is looked into,
    and only where it has at most NEAR_NODES nodes. The last goals of a candidate are mostly the state's last
    goals with other variables; then they are compared, many tokens at once, and not read.

    Invariant: a row depends on the tokens of the state and of the candidates shown, and on arities; a
    renaming of predicates, functors and constants changes none. A slot without a candidate stays 0.
*/
#include "core.h"
#include <stdlib.h>
#include <string.h>

#define NEAR_NODES 128                  /* of a goal that is looked into */
#define NEAR_GOALS 8                    /* behind the first one, that are compared with it */
#define MOST_ARGUMENTS 12               /* of a goal, that are looked at */
#define MOST_SHARED 64                  /* variables of the first goal that are looked for behind it */
#define MOST_INTEGERS 8                 /* of a goal, that are compared with each other */
#define MOST_MARKS 1024                 /* goals of a state that its candidates are compared with */
#define BLOCK 16                        /* tokens that are compared at once */
#define N_MARKS 256                     /* more than twice NEAR_NODES; a power of two */

enum { FEATURES(DECLARE_FEATURE) N_BASE };

_Static_assert(N_BASE + 2 * N_RANKED == N_FEATURES, "each ranked feature has two more columns");

static const uint8_t ranked[N_RANKED] = { GOALS, SIZE, VARIABLES, FIRST_SIZE, SIMILAR_ARGUMENTS, KNOWN };

typedef struct
{ const int32_t *start, *end;           /* tokens of a term */
  int64_t n_nodes;
} span_t;

typedef struct
{ int64_t n_goals, n_nodes, n_variables, n_ground;
  int64_t n_first_variables, n_first_shared;    /* of the first goal; of these, in goals behind it */
  int64_t n_near, n_arguments, n_argument_variables, n_integers;
  const span_t *largest;                /* argument; 0: there is none */
  int is_plain;                         /* no goal behind the first one has a literal */
  span_t goals[NEAR_GOALS], arguments[MOST_ARGUMENTS];
  int64_t integers[MOST_INTEGERS];
} state_shape_t;

typedef struct                          /* a set of names: functors, constants and numbers */
{ int32_t names[N_MARKS];
  uint32_t stamps[N_MARKS], now;        /* a slot is used if its stamp is now's */
} marks_t;

typedef struct                          /* where a goal begins, and what is before it */
{ const int32_t *start;
  int32_t n_nodes, n_ground;
} mark_t;

struct structure_s
{ state_shape_t state, candidate;
  mark_t marks[MOST_MARKS + 1];         /* of the goals of the state behind the first one, and of its end */
  marks_t of_selected, of_largest;
};

/* ---- numbers that fit into a byte */

/* Return about 8 log2(1 + n), exactly: linear between powers of two, and at most 127. */

static inline int8_t
size_of(int64_t n)
{ int64_t above = n + 1;
  int k = 63 - __builtin_clzll((uint64_t)above);
  int64_t size = 8 * k + (((above << 3) >> k) - 8);

  return size > 127 ? 127 : (int8_t)size;
}

static inline int8_t
change(int64_t n)
{ return n < 0 ? (int8_t)-size_of(-n) : size_of(n);
}

/* Return the share a / b in 64ths, 0 of nothing; in 32 bits, as a state has fewer than 2^25 goals or nodes
   that are compared, and a division of 64 bits takes three times as long. */

static inline int8_t
share(int64_t a, int64_t b)
{ return b ? (int8_t)((uint32_t)(64 * a) / (uint32_t)b) : 0;
}

static inline int8_t
flag(int is_so)
{ return is_so ? 64 : 0;
}

/* ---- terms */

static inline int
is_variable(int32_t name)
{ return name >= VARIABLE_BASE && name < VARIABLE_END;
}

/*  Read a token and what belongs to it, and return where its arguments follow. A name is the token; of
    a literal, a hash below 0. */

static inline const int32_t *
read_name(const goal_view_t *view, const int32_t *at, int32_t *name, int64_t *arity)
{ int32_t token = *at++;

  *name = token;
  *arity = 0;
  if ( token > FUNCTOR_LITERAL )
  { if ( token < view->n_symbols )
      *arity = view->arity[token];
    return at;
  }
  uint64_t hash = (uint64_t)token;

  if ( token == FUNCTOR_LITERAL )
    *arity = count_of(*at++);
  for ( int64_t n = count_of(*at++); n > 0; n-- )
    hash = splitmix64(hash ^ (uint32_t)*at++);
  *name = (int32_t)((hash >> 32) | 0x80000000u);
  return at;
}

/* Read a term of the first goal, whose variables are the first of the state's. */

static const int32_t *
read_argument(const goal_view_t *view, const int32_t *at, state_shape_t *shape, int64_t *n_nodes)
{ int64_t open = 1, n = 0, arity;

  for ( ; open > 0; n++ )
  { int32_t name;

    at = read_name(view, at, &name, &arity);
    open += arity - 1;
    if ( name < VARIABLE_BASE )
      continue;
    if ( name < VARIABLE_END )
    { if ( name - VARIABLE_BASE >= shape->n_variables )
        shape->n_variables = name - VARIABLE_BASE + 1;
    } else if ( shape->n_integers < MOST_INTEGERS )
      shape->integers[shape->n_integers++] = name - INTEGER_BASE;
  }
  *n_nodes = n;
  return at;
}

/* Return how many variables of the first goal are looked for behind it. */

static int64_t
n_looked_for(const state_shape_t *shape)
{ return shape->n_first_variables < MOST_SHARED ? shape->n_first_variables : MOST_SHARED;
}

static const int32_t *
read_first(const goal_view_t *view, const int32_t *at, state_shape_t *shape)
{ span_t *goal = shape->goals, extra;
  int64_t arity;
  int32_t name;

  goal->start = at;
  goal->n_nodes = 1;
  at = read_name(view, at, &name, &arity);
  for ( int64_t i = 0; i < arity; i++ )
  { span_t *argument = i < MOST_ARGUMENTS ? shape->arguments + i : &extra;

    argument->start = at;
    shape->n_argument_variables += i < MOST_ARGUMENTS && is_variable(*at);
    at = argument->end = read_argument(view, at, shape, &argument->n_nodes);
    goal->n_nodes += argument->n_nodes;
    if ( i < MOST_ARGUMENTS && (!shape->largest || argument->n_nodes > shape->largest->n_nodes) )
      shape->largest = argument;
  }
  goal->end = at;
  shape->n_arguments = arity < MOST_ARGUMENTS ? arity : MOST_ARGUMENTS;
  shape->n_first_variables = shape->n_variables;
  shape->n_nodes = goal->n_nodes;
  shape->n_ground = shape->n_variables == 0;
  return at;
}

/* Read the goals from number g to before number end, in which only nodes and variables count. Mark where
   each begins, unless marks is 0. */

static const int32_t *
read_others(const goal_view_t *view, const int32_t *at, state_shape_t *shape, int64_t g, int64_t end,
            mark_t *marks, uint64_t *first_shared)
{ const int32_t *arities = view->arity;
  int64_t n_first = n_looked_for(shape);
  uint64_t shared = *first_shared;

  for ( ; g < end; g++ )
  { const int32_t *start = at;
    int64_t open = 1, n = 0, is_ground = 1;

    if ( marks && g < MOST_MARKS )
      marks[g] = (mark_t){ at, (int32_t)shape->n_nodes, (int32_t)shape->n_ground };
    for ( ; open > 0; n++ )
    { int32_t token = *at;

      if ( token > FUNCTOR_LITERAL && token < view->n_symbols )
        open += arities[token] - 1, at++;
      else if ( token >= VARIABLE_BASE )
      { int64_t variable = token - VARIABLE_BASE;

        open--, at++;
        if ( token >= VARIABLE_END )
          continue;
        is_ground = 0;
        if ( variable < n_first )
          shared |= 1ull << variable;
        if ( variable >= shape->n_variables )
          shape->n_variables = variable + 1;
      } else
      { int64_t arity;
        int32_t name;

        shape->is_plain = 0;
        at = read_name(view, at, &name, &arity);
        open += arity - 1;
      }
    }
    shape->n_nodes += n;
    shape->n_ground += is_ground;
    if ( g < NEAR_GOALS )
      shape->goals[g] = (span_t){ start, at, n };
  }
  *first_shared = shared;
  return at;
}

/*  Return how many of n tokens, in blocks, are the same but for the names of variables. Raise *n_variables
    above the variables of b, and mark in *shared the variables of b below n_first, at most 32.
*/

CLONES static int64_t
n_alike(const int32_t *a, const int32_t *b, int64_t n, int32_t n_first, int64_t *n_variables,
        uint64_t *shared)
{ int32_t most = VARIABLE_BASE + (int32_t)*n_variables - 1;
  uint32_t marked = 0;
  int64_t k = 0;

  while ( k < n && n >= BLOCK )
  { int64_t start = k < n - BLOCK ? k : n - BLOCK;      /* the last block overlaps the one before */
    int32_t is_other = 0, block_most = most;
    uint32_t block_marked = marked;

    for ( int64_t i = start; i < start + BLOCK; i++ )
    { int32_t is_named = -(a[i] >= VARIABLE_BASE) & -(a[i] < VARIABLE_END);
      int32_t is_variable = -(b[i] >= VARIABLE_BASE) & -(b[i] < VARIABLE_END);
      int32_t variable = b[i] & is_variable;
      int32_t is_first = is_variable & -(variable < VARIABLE_BASE + n_first);

      is_other |= (a[i] ^ b[i]) & ~(is_named & is_variable);
      block_most = variable > block_most ? variable : block_most;
      block_marked |= (1u << (variable & 31)) & (uint32_t)is_first;
    }
    if ( is_other )
      break;
    most = block_most, marked = block_marked;
    k = start + BLOCK;
  }
  *n_variables = most + 1 - VARIABLE_BASE;
  *shared |= marked;
  return k;
}

_Static_assert(VARIABLE_BASE % 32 == 0, "the last bits of a variable are those of its number");

/*  Read the goals of a candidate from number g on. They are the last ones of the state, but for what is
    bound: goals that are alike are not read. Where three in a row are not, or a state has literals or more
    goals than marks, all others are read.
*/

static const int32_t *
read_tail(const goal_view_t *view, const int32_t *at, const int32_t *end, const structure_t *s,
          state_shape_t *shape, int64_t g, uint64_t *shared)
{ const state_shape_t *from = &s->state;
  int64_t first = from->n_goals - (shape->n_goals - g), n_first = n_looked_for(shape);
  int n_failures = from->is_plain && from->n_goals <= MOST_MARKS && first > 0 && n_first <= 32 ? 0 : 3;

  while ( g < shape->n_goals && n_failures < 3 )
  { const mark_t *marks = s->marks + first;
    int64_t n_left = s->marks[from->n_goals].start - marks->start, n_same = 0;
    int64_t n = n_alike(marks->start, at, n_left < end - at ? n_left : end - at, (int32_t)n_first,
                        &shape->n_variables, shared);

    if ( n == n_left )
      n_same = shape->n_goals - g;
    while ( n_same < shape->n_goals - g && marks[n_same + 1].start - marks->start <= n )
      n_same++;
    for ( int64_t k = 0; k < n_same && g + k < NEAR_GOALS; k++ )
      shape->goals[g + k] = (span_t){ at + (marks[k].start - marks->start),
                                      at + (marks[k + 1].start - marks->start),
                                      marks[k + 1].n_nodes - marks[k].n_nodes };
    shape->n_nodes += marks[n_same].n_nodes - marks->n_nodes;
    shape->n_ground += marks[n_same].n_ground - marks->n_ground;
    at += marks[n_same].start - marks->start;
    g += n_same;
    n_failures = n_same ? 0 : n_failures + 1;
    if ( g < shape->n_goals )
    { at = read_others(view, at, shape, g, g + 1, 0, shared);
      g++;
    }
    first += n_same + 1;
  }
  return read_others(view, at, shape, g, shape->n_goals, 0, shared);
}

static void
open_shape(const int32_t *at, state_shape_t *shape)
{ memset(shape, 0, offsetof(state_shape_t, goals));
  shape->is_plain = 1;
  shape->n_goals = count_of(*at);
  shape->goals[0].n_nodes = 0;
}

static void
close_shape(state_shape_t *shape, uint64_t shared)
{ shape->n_first_shared = __builtin_popcountll(shared);
  shape->n_near = shape->n_goals < NEAR_GOALS ? shape->n_goals : NEAR_GOALS;
}

static void
read_state(const goal_view_t *view, const int32_t *at, structure_t *s)
{ state_shape_t *shape = &s->state;
  uint64_t shared = 0;

  open_shape(at, shape);
  if ( shape->n_goals )
  { at = read_first(view, at + 1, shape);
    at = read_others(view, at, shape, 1, shape->n_goals, s->marks, &shared);
    if ( shape->n_goals <= MOST_MARKS )
      s->marks[shape->n_goals] = (mark_t){ at, (int32_t)shape->n_nodes, (int32_t)shape->n_ground };
    close_shape(shape, shared);
  }
}

/* Read a candidate of the state, which lies before `end`. */

static void
read_candidate(const goal_view_t *view, const int32_t *at, const int32_t *end, structure_t *s)
{ state_shape_t *shape = &s->candidate;
  uint64_t shared = 0;

  open_shape(at, shape);
  if ( shape->n_goals )
  { int64_t n_kept = s->state.n_goals - 1, n_new = shape->n_goals - (n_kept > 0 ? n_kept : 0);

    n_new = n_new > 1 ? n_new : 1;
    at = read_first(view, at + 1, shape);
    at = read_others(view, at, shape, 1, n_new, 0, &shared);
    read_tail(view, at, end, s, shape, n_new, &shared);
    close_shape(shape, shared);
  }
}

static int
is_near(const state_shape_t *shape)
{ return shape->n_goals && shape->goals[0].n_nodes <= NEAR_NODES;
}

/* ---- what is equal */

static int
are_equal(const span_t *a, const span_t *b)
{ return a->n_nodes == b->n_nodes && a->end - a->start == b->end - b->start &&
         !memcmp(a->start, b->start, (a->end - a->start) * sizeof(*a->start));
}

/* Return the share of the nodes that two terms have in common, walked side by side from the top. */

static int8_t
similarity(const goal_view_t *view, const span_t *a, const span_t *b)
{ const int32_t *x = a->start, *y = b->start;
  int64_t n = 0;

  while ( x < a->end )
  { int64_t arity, other_arity;
    int32_t name, other;

    if ( *x == *y && *x > FUNCTOR_LITERAL )
    { n++, x++, y++;
      continue;
    }
    const int32_t *below = read_name(view, x, &name, &arity);
    const int32_t *other_below = read_name(view, y, &other, &other_arity);

    if ( name == other && arity == other_arity )
    { n++;
      x = below, y = other_below;
    } else if ( x == a->start )         /* nothing is in common, as for most arguments */
      return 0;
    else
    { x = arity ? behind_terms(view, x, 1) : below;
      y = other_arity ? behind_terms(view, y, 1) : other_below;
    }
  }
  return share(n, a->n_nodes > b->n_nodes ? a->n_nodes : b->n_nodes);
}

/* ---- names */

static void
clear_marks(marks_t *marks)
{ memset(marks->stamps, 0, sizeof(marks->stamps));
  marks->now = 0;
}

/* Return the slot of a name; one that it has, or a free one. */

static inline int64_t
slot_of(const marks_t *marks, int32_t name)
{ int64_t at = ((uint32_t)name * 0x9E3779B1u) >> 24;

  while ( marks->stamps[at] == marks->now && marks->names[at] != name )
    at = (at + 1) & (N_MARKS - 1);
  return at;
}

_Static_assert(N_MARKS == 1 << (32 - 24), "a hash is a slot");

/* Mark the names of a term, and no others. */

static void
mark_names(const goal_view_t *view, marks_t *marks, const span_t *term)
{ int64_t arity;
  int32_t name;

  if ( ++marks->now == 0 )
  { clear_marks(marks);
    marks->now = 1;
  }
  for ( const int32_t *at = term->start; at < term->end; )
  { at = read_name(view, at, &name, &arity);
    if ( !is_variable(name) )
    { int64_t slot = slot_of(marks, name);

      marks->names[slot] = name;
      marks->stamps[slot] = marks->now;
    }
  }
}

/* Count the names of a term, and the marked ones among them. */

static void
count_names(const goal_view_t *view, const marks_t *marks, const span_t *term, int64_t *found,
            int64_t *all)
{ int64_t arity;
  int32_t name;

  for ( const int32_t *at = term->start; at < term->end; )
  { at = read_name(view, at, &name, &arity);
    if ( !is_variable(name) )
    { ++*all;
      *found += marks->stamps[slot_of(marks, name)] == marks->now;
    }
  }
}

/* ---- the rows */

static void
describe_arguments(structure_t *s, const goal_view_t *view, int8_t *row)
{ const state_shape_t *to = &s->candidate;
  int64_t n_pairs = 0, n_equal = 0, found = 0, all = 0;
  int has_others = to->n_arguments - to->n_argument_variables > 1;

  if ( has_others )
    mark_names(view, &s->of_largest, to->largest);
  for ( int64_t i = 0; i < to->n_arguments; i++ )
  { const span_t *argument = to->arguments + i;

    if ( is_variable(*argument->start) )
      continue;
    if ( argument != to->largest && has_others )
      count_names(view, &s->of_largest, argument, &found, &all);
    for ( int64_t k = 0; k < i; k++ )
    { const span_t *other = to->arguments + k;

      if ( is_variable(*other->start) )
        continue;
      int is_same = are_equal(argument, other);
      int8_t alike = is_same ? 64 : similarity(view, argument, other);

      n_pairs++;
      n_equal += is_same;
      row[SIMILAR_ARGUMENTS] = alike > row[SIMILAR_ARGUMENTS] ? alike : row[SIMILAR_ARGUMENTS];
    }
  }
  row[EQUAL_ARGUMENTS] = share(n_equal, n_pairs);
  row[KNOWN] = share(found, all);
}

static void
describe_integers(const state_shape_t *to, int8_t *row)
{ int64_t largest = 0, nearest = INT64_MAX;

  for ( int64_t i = 0; i < to->n_integers; i++ )
  { largest = llabs(to->integers[i]) > largest ? llabs(to->integers[i]) : largest;
    for ( int64_t k = 0; k < i; k++ )
    { int64_t distance = llabs(to->integers[i] - to->integers[k]);

      nearest = distance < nearest ? distance : nearest;
    }
  }
  row[INTEGERS] = size_of(to->n_integers);
  row[LARGEST_INTEGER] = size_of(largest);
  row[NEAREST_INTEGERS] = to->n_integers > 1 ? size_of(nearest) : 0;
}

/* Describe the first goal of a candidate; the names of the selected goal are marked. */

static void
describe_first(structure_t *s, const goal_view_t *view, int8_t *row)
{ const state_shape_t *from = &s->state, *to = &s->candidate;
  const span_t *goal = to->goals;
  int64_t n_new = to->n_goals - from->n_goals + 1, found = 0, all = 0, arity, other_arity;
  int32_t name, other;

  row[FIRST_VARIABLES] = size_of(to->n_first_variables);
  row[FIRST_SHARED] = size_of(to->n_first_shared);
  row[ARGUMENT_VARIABLES] = share(to->n_argument_variables, to->n_arguments);
  row[LARGEST_CHANGE] = change((to->largest ? to->largest->n_nodes : 0) -
                               (from->largest ? from->largest->n_nodes : 0));
  read_name(view, from->goals->start, &name, &arity);
  for ( int64_t g = 0; g < n_new && g < to->n_near; g++ )
  { read_name(view, to->goals[g].start, &other, &other_arity);
    if ( name == other && arity == other_arity )
    { row[RECURSIVE] += 8;
      row[RECURSIVE_FIRST] |= flag(g == 0);
    }
  }
  if ( !is_near(to) )
    return;
  for ( int64_t g = 1; g < to->n_near; g++ )
    row[REPEATED] |= flag(are_equal(goal, to->goals + g));
  if ( to->n_near > 1 )
    row[SIMILAR_TO_SECOND] = similarity(view, goal, to->goals + 1);
  describe_arguments(s, view, row);
  describe_integers(to, row);
  if ( !is_near(from) )
    return;
  row[SIMILAR_TO_SELECTED] = similarity(view, goal, from->goals);
  count_names(view, &s->of_selected, goal, &found, &all);
  row[FRESH] = share(all - found, all);
}

/* Describe the candidate that was read last: number i of n. */

static void
describe(structure_t *s, const goal_view_t *view, int64_t i, int64_t n, int8_t *row)
{ const state_shape_t *from = &s->state, *to = &s->candidate;
  int64_t added = to->n_goals - from->n_goals;

  row[CANDIDATES] = size_of(n);
  row[STATE_GOALS] = size_of(from->n_goals);
  row[STATE_SIZE] = size_of(from->n_nodes);
  row[STATE_VARIABLES] = size_of(from->n_variables);
  row[SELECTED_SIZE] = size_of(from->goals->n_nodes);
  row[SELECTED_GROUND] = flag(from->n_first_variables == 0);
  row[SELECTED_LARGEST] = size_of(from->largest ? from->largest->n_nodes : 0);
  row[IS_PROOF] = flag(to->n_goals == 0);
  row[GOALS_ADDED] = (int8_t)(8 * (added < -8 ? -8 : added > 8 ? 8 : added));
  row[GOALS] = size_of(to->n_goals);
  row[GROUND_GOALS] = share(to->n_ground, to->n_goals);
  row[SIZE] = size_of(to->n_nodes);
  row[SIZE_CHANGE] = change(to->n_nodes - from->n_nodes);
  row[VARIABLES] = size_of(to->n_variables);
  row[VARIABLES_CHANGE] = change(to->n_variables - from->n_variables);
  row[FIRST_SIZE] = size_of(to->goals->n_nodes);
  row[FIRST_SIZE_CHANGE] = change(to->goals->n_nodes - from->goals->n_nodes);
  row[RANK] = size_of(i);
  row[RANK_SHARE] = share(i, n - 1);
  row[IS_LAST] = flag(i == n - 1);
  if ( to->n_goals && from->n_goals )
    describe_first(s, view, row);
}

/* Add how far some features are above the least of all siblings, and below the greatest. */

static void
rank_siblings(int8_t *const *rows, int64_t n)
{ for ( int r = 0; r < N_RANKED; r++ )
  { int least = INT8_MAX, greatest = INT8_MIN;

    for ( int64_t i = 0; i < n; i++ )
    { int value = rows[i][ranked[r]];

      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
    }
    for ( int64_t i = 0; i < n; i++ )
    { rows[i][N_BASE + 2 * r] = (int8_t)(rows[i][ranked[r]] - least);
      rows[i][N_BASE + 2 * r + 1] = (int8_t)(greatest - rows[i][ranked[r]]);
    }
  }
}

structure_t *
open_structure(void)
{ return calloc(1, sizeof(structure_t));
}

/*  Describe the candidates of a state, in their order: rows[i] [N_FEATURES], which is zero, becomes the row of
    candidates[i]. All candidates lie before `end`.
*/

void
describe_candidates(structure_t *s, const goal_view_t *view, const int32_t *state, int64_t n,
                    const int32_t *const *candidates, const int32_t *end, int8_t *const *rows)
{ if ( !n )
    return;
  read_state(view, state, s);
  if ( is_near(&s->state) )
    mark_names(view, &s->of_selected, s->state.goals);
  for ( int64_t i = 0; i < n; i++ )
  { read_candidate(view, candidates[i], end, s);
    describe(s, view, i, n, rows[i]);
  }
  rank_siblings(rows, n);
}

/*  Describe the candidates of a row of a window: slots [width] are their places in a pool, or -1; rows
    [width][N_FEATURES] are zero.
*/

void
describe_row(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t at,
             const int64_t *slots, int64_t width, int8_t *rows)
{ const int32_t *candidates[width];
  const int32_t *end = tokens;
  int8_t *row_of[width];
  structure_t s;                        /* 36 KB; a step in C must not fail for want of memory */
  int64_t n = 0;

  for ( int64_t k = 0; k < width; k++ )
  { if ( slots[k] >= 0 )
    { const int32_t *behind = tokens + offsets[slots[k] + 1];

      end = behind > end ? behind : end;
      candidates[n] = tokens + offsets[slots[k]];
      row_of[n++] = rows + k * N_FEATURES;
    }
  }
  clear_marks(&s.of_selected);
  clear_marks(&s.of_largest);
  describe_candidates(&s, view, tokens + offsets[at], n, candidates, end, row_of);
}

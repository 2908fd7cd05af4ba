/*  The draw of queries: which query an episode of a row takes, and of which level.

    A counter-based draw: splitmix64 of the row's key and the number of the episode or group, so that the
    draw depends on nothing else, in particular not on which thread steps which part. A share of the
    episodes is on the level in force, the others are on those below it.

    Invariant: the draw is the one of tests/oracles/draw.py.
*/
#include "core.h"

int64_t
draw_query(const query_draw_t *d, int64_t row, int64_t episode, int64_t *level)
{ if ( d->in_order )
  { *level = 0;
    return d->numbers[row] % d->first_query[d->n_levels];
  }
  if ( d->group_size > 1 )
  { int64_t team = d->team[row], group = d->started[team]++ / d->group_size;

    if ( group != d->group[team] )      /* a group keeps the level at which it began */
    { d->group[team] = group;
      d->group_level[team] = *level;
    }
    episode = group;
    *level = d->group_level[team];
  }
  uint64_t pick = splitmix64(d->keys[row] ^ (uint64_t)episode);

  if ( *level > 0 )
  { uint64_t which = splitmix64(pick);

    if ( (double)(which >> 11) / 9007199254740992.0 >= d->current_share )
      *level = (int64_t)(splitmix64(which) % (uint64_t)*level);
  }
  return d->first_query[*level] + (int64_t)(pick % (uint64_t)d->n_queries[*level]);
}

/* Draw the queries of n episodes, and their levels, which are the level in force when called. */

EXPORT void
core_draw(const query_draw_t *d, int64_t n, const int64_t *rows, const int64_t *episodes,
          int64_t *queries, int64_t *levels)
{ for ( int64_t i = 0; i < n; i++ )
    queries[i] = draw_query(d, rows[i], episodes[i], levels + i);
}

/*  Turns of searches that several threads take, each as soon as it has time.

    A caller offers turns, the threads of the crew take them in this order, and the caller fetches the
    numbers of those that are over. No thread of the crew needs Python for the next turn, so that
    what Python does with the answers of one search costs the others nothing.
*/
#include "search.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int (*run_t)(const searches_t *);

typedef struct
{ const searches_t *common;             /* all but the search, its limit and the text of errors */
  run_t run;
  void *search;
  int64_t most, number;
} turn_t;

typedef struct
{ pthread_mutex_t mutex;
  pthread_cond_t is_offered, is_over;
  turn_t *turns;                        /* offered, from first_turn; the ones before it are taken */
  int64_t first_turn, n_turns, turn_capacity;
  int64_t *over;                        /* numbers of turns that are over, for the caller */
  int64_t n_over, over_capacity;
  int64_t n_taken;                      /* by a thread that is still at work */
  int is_closed, has_failed;
} crew_t;

EXPORT void *
core_crew_open(void)
{ crew_t *crew = calloc(1, sizeof(*crew));

  if ( crew )
  { pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->is_offered, NULL);
    pthread_cond_init(&crew->is_over, &clock);
    pthread_condattr_destroy(&clock);
  }
  return crew;
}

/* Offer a turn; 0: there is no memory. Room for its number among those that are over is made now. */

EXPORT int
core_crew_offer(crew_t *crew, const searches_t *common, run_t run, void *search, int64_t most,
                int64_t number)
{ int rc;

  pthread_mutex_lock(&crew->mutex);
  if ( crew->first_turn > 0 && 2 * crew->first_turn > crew->n_turns )
  { crew->n_turns -= crew->first_turn;
    memmove(crew->turns, crew->turns + crew->first_turn, crew->n_turns * sizeof(turn_t));
    crew->first_turn = 0;
  }
  int64_t not_over = crew->n_turns - crew->first_turn + crew->n_taken;

  rc = RESERVE_ARRAY(crew->turns, crew->turn_capacity, crew->n_turns + 1) &&
       RESERVE_ARRAY(crew->over, crew->over_capacity, crew->n_over + not_over + 1);
  if ( rc )
  { crew->turns[crew->n_turns++] = (turn_t){ common, run, search, most, number };
    pthread_cond_signal(&crew->is_offered);
  }
  pthread_mutex_unlock(&crew->mutex);
  return rc;
}

/*  Take turns until the crew is closed, or one has failed: error then has the text. */

EXPORT int
core_crew_work(crew_t *crew, char *error)
{ int rc = DONE;

  pthread_mutex_lock(&crew->mutex);
  while ( rc == DONE )
  { while ( crew->first_turn == crew->n_turns && !crew->is_closed )
      pthread_cond_wait(&crew->is_offered, &crew->mutex);
    if ( crew->is_closed )
      break;
    turn_t turn = crew->turns[crew->first_turn++];

    crew->n_taken++;
    pthread_mutex_unlock(&crew->mutex);
    searches_t own = *turn.common;

    own.n = 1;
    own.searches = &turn.search;
    own.most = &turn.most;
    own.error = error;
    rc = turn.run(&own);
    pthread_mutex_lock(&crew->mutex);
    crew->n_taken--;
    crew->over[crew->n_over++] = turn.number;
    if ( rc != DONE )
      crew->is_closed = crew->has_failed = 1;
    pthread_cond_signal(&crew->is_over);
  }
  pthread_mutex_unlock(&crew->mutex);
  return rc;
}

/*  Fetch the numbers of turns that are over, at most room of them; wait for the first one for at
    most wait_ns. Return their count; -1 if a turn has failed.
*/

EXPORT int64_t
core_crew_fetch(crew_t *crew, int64_t *numbers, int64_t capacity, int64_t wait_ns)
{ int64_t until = now_ns() + wait_ns, n;
  struct timespec end = { until / 1000000000, until % 1000000000 };

  pthread_mutex_lock(&crew->mutex);
  for ( int rc = 0; wait_ns > 0 && rc == 0 && !crew->n_over && !crew->is_closed; )
    rc = pthread_cond_timedwait(&crew->is_over, &crew->mutex, &end);
  n = crew->n_over < capacity ? crew->n_over : capacity;
  if ( crew->has_failed )
    n = -1;
  else
  { memcpy(numbers, crew->over, n * sizeof(*numbers));
    crew->n_over -= n;
    memmove(crew->over, crew->over + n, crew->n_over * sizeof(*numbers));
  }
  pthread_mutex_unlock(&crew->mutex);
  return n;
}

/* Let the threads return once their turn is over; core_crew_free() is due when they have. */

EXPORT void
core_crew_close(crew_t *crew)
{ pthread_mutex_lock(&crew->mutex);
  crew->is_closed = 1;
  pthread_cond_broadcast(&crew->is_offered);
  pthread_mutex_unlock(&crew->mutex);
}

EXPORT void
core_crew_free(crew_t *crew)
{ pthread_cond_destroy(&crew->is_offered);
  pthread_cond_destroy(&crew->is_over);
  pthread_mutex_destroy(&crew->mutex);
  free(crew->turns);
  free(crew->over);
  free(crew);
}

/*  Steps side by side: helper threads, each attached to Prolog, that wait for a part of the rows.

    Waking a thread of Python takes longer than many a step: it must be scheduled, and then get the
    GIL. A helper here looks out for its next part for a short while before it goes to sleep.
*/
#include <SWI-Prolog.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "wire.h"

#define MAX_HELPERS 63
#define PATIENCE_NS 500000              /* how long a helper looks out before it sleeps */
#define N_ERROR 512

enum { PLAY = 0, FINISH = 1 };

typedef struct
{ pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  atomic_int has_work;                  /* 1: there is a part; the helper sets it to 0 */
  atomic_int is_asleep;
  step_t *step;
  int half;
  int rc;
  char error[N_ERROR];
} helper_t;

static helper_t helpers[MAX_HELPERS];
static int n_helpers;
static pid_t owner;                     /* a forked child has no helpers */
static pthread_mutex_t crew = PTHREAD_MUTEX_INITIALIZER;        /* one caller at a time */

static int64_t
now_ns(void)
{ struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void
breathe(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/* Do one half of a step, in a frame of its own; the text of an exception goes to error. */

static int
do_half(step_t *step, int half, char *error)
{ if ( half == FINISH )
  { step_finish(step);
    return DONE;
  }
  fid_t frame = PL_open_foreign_frame();
  int rc = step_play(step);

  if ( rc == RAISED )
  { term_t exception = PL_exception(0);
    char *text;

    if ( exception &&
         PL_get_nchars(exception, NULL, &text, CVT_WRITEQ|REP_UTF8|BUF_DISCARDABLE) )
      snprintf(error, N_ERROR, "%s", text);
    else
      snprintf(error, N_ERROR, "the goal failed");
    PL_clear_exception();
  }
  PL_discard_foreign_frame(frame);
  return rc;
}

static void *
help(void *closure)
{ helper_t *self = closure;

  PL_thread_attach_engine(NULL);
  for ( ;; )
  { for ( int64_t until = now_ns() + PATIENCE_NS;
          !atomic_load(&self->has_work) && now_ns() < until; )
      breathe();
    if ( !atomic_load(&self->has_work) )
    { pthread_mutex_lock(&self->mutex);
      atomic_store(&self->is_asleep, 1);
      while ( !atomic_load(&self->has_work) )
        pthread_cond_wait(&self->wake, &self->mutex);
      atomic_store(&self->is_asleep, 0);
      pthread_mutex_unlock(&self->mutex);
    }
    self->rc = do_half(self->step, self->half, self->error);
    atomic_store(&self->has_work, 0);
  }
  return NULL;
}

static int
hire(int n)
{ if ( owner != getpid() )
  { owner = getpid();
    n_helpers = 0;
  }
  for ( ; n_helpers < n; n_helpers++ )
  { helper_t *helper = &helpers[n_helpers];

    pthread_mutex_init(&helper->mutex, NULL);
    pthread_cond_init(&helper->wake, NULL);
    atomic_store(&helper->has_work, 0);
    atomic_store(&helper->is_asleep, 0);
    if ( pthread_create(&helper->thread, NULL, help, helper) )
      return 0;
    pthread_detach(helper->thread);
  }
  return 1;
}

static void
hand_over(helper_t *helper, step_t *step, int half)
{ helper->step = step;
  helper->half = half;
  atomic_store(&helper->has_work, 1);
  if ( atomic_load(&helper->is_asleep) )
  { pthread_mutex_lock(&helper->mutex);
    pthread_cond_signal(&helper->wake);
    pthread_mutex_unlock(&helper->mutex);
  }
}

/*  Do one half of n steps, the first one in this thread. rcs[i] is how it went; a step whose rcs[i]
    is DONE already is left alone, so that a call can be repeated. The text of an exception of step i
    goes to errors + i * 512. Returns 0 where a thread could not be started.
*/

EXPORT int
wire_step(step_t **steps, int n, int half, int *rcs, char *errors)
{ pthread_mutex_lock(&crew);
  if ( n > MAX_HELPERS + 1 || !hire(n - 1) )
  { pthread_mutex_unlock(&crew);
    return 0;
  }
  for ( int i = 1; i < n; i++ )
  { if ( rcs[i] != DONE )
      hand_over(&helpers[i - 1], steps[i], half);
  }
  if ( rcs[0] != DONE )
    rcs[0] = do_half(steps[0], half, errors);
  for ( int i = 1; i < n; i++ )
  { helper_t *helper = &helpers[i - 1];

    if ( rcs[i] == DONE )
      continue;
    for ( int k = 0; atomic_load(&helper->has_work); k++ )
    { breathe();
      if ( k > 10000 )                  /* the helper may be waiting for this core */
        sched_yield();
    }
    rcs[i] = helper->rc;
    if ( rcs[i] == RAISED )
      snprintf(errors + i * N_ERROR, N_ERROR, "%s", helper->error);
  }
  pthread_mutex_unlock(&crew);
  return 1;
}

/* The first row whose action is masked, -1: none; nothing has been done then. */

EXPORT int64_t
wire_masked(step_t *const *steps, int n)
{ for ( int i = 0; i < n; i++ )
  { int64_t row = step_masked(steps[i]);

    if ( row >= 0 )
      return row;
  }
  return -1;
}

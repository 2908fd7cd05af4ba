/*  Parts of a step side by side: helper threads, each attached to Prolog, that take one part of the
    rows after the other, as the caller does once it has time.

    Waking a thread of Python takes longer than many a step: it must be scheduled, and then get the
    GIL. A helper here looks out for the next job for a short while before it goes to sleep (spin, then
    block: Karlin, Li, Manasse and Owicki 1991).

    Invariant: each part is taken by one thread, by the counter of the job; no helper starts on a job
    that has ended.
*/
#include <SWI-Prolog.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "core.h"

#define MAX_HELPERS 63
#define PATIENCE_NS 500000              /* how long a helper looks out before it sleeps */
/*  The state of a helper. Only the caller changes IDLE to OFFERED; a job that is OFFERED is either
    TAKEN by the helper or taken back by the caller, each in one exchange, so that no helper starts
    on a job that has ended. */
enum { IDLE = 0, OFFERED, TAKEN };

typedef struct
{ pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  atomic_int state;                     /* of the job */
  atomic_int is_asleep;
  step_job_t *job;
} helper_t;

static helper_t helpers[MAX_HELPERS];
static int n_helpers;
static pid_t owner;                     /* a forked child has no helpers */
static atomic_int is_crew_taken;        /* by one job at a time */

static void
breathe(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static void
work(step_job_t *job)
{ for ( int i; (i = atomic_fetch_add(&job->next, 1)) < job->n; )
  { if ( job->rcs[i] == DONE )
      continue;
    if ( job->half == ADVANCE )
      job->rcs[i] = step_advance(job->steps[i], job->errors + i * N_ERROR);
    else
    { step_finish(job->steps[i]);
      job->rcs[i] = DONE;
    }
  }
}

static int
change(atomic_int *state, int from, int to)
{ return atomic_compare_exchange_strong(state, &from, to);
}

/*  Keep room for clauses of many variables, as prolog/resolve/stack_reserve.pl says; taken is what this thread
    keeps. */

static void
take_reserve(atom_t flag, int64_t *taken)
{ int64_t cells = 0;

  if ( !PL_current_prolog_flag(flag, PL_INTEGER, &cells) || cells <= *taken )
    return;
  fid_t frame = PL_open_foreign_frame();
  term_t goal = PL_new_term_ref();

  if ( PL_chars_to_term("(stack_reserve:take_reserve, true)", goal) )
    PL_call(goal, NULL);
  PL_discard_foreign_frame(frame);
  *taken = cells;
}

static void *
help(void *closure)
{ helper_t *self = closure;

  PL_thread_attach_engine(NULL);
  atom_t flag = PL_new_atom("symbolic_rl_stack_reserve");
  int64_t capacity = 0;

  for ( ;; )
  { for ( int64_t until = now_ns() + PATIENCE_NS;
          atomic_load(&self->state) != OFFERED && now_ns() < until; )
    { for ( int k = 0; k < 16; k++ )    /* lightly: the other thread may share this core */
        breathe();
    }
    if ( atomic_load(&self->state) != OFFERED )
    { pthread_mutex_lock(&self->mutex);
      atomic_store(&self->is_asleep, 1);        /* before the state is read: see offer() */
      while ( atomic_load(&self->state) != OFFERED )
        pthread_cond_wait(&self->wake, &self->mutex);
      atomic_store(&self->is_asleep, 0);
      pthread_mutex_unlock(&self->mutex);
    }
    if ( change(&self->state, OFFERED, TAKEN) )
    { take_reserve(flag, &capacity);
      work(self->job);
      atomic_store(&self->state, IDLE);
    }
  }
  return NULL;
}

static int
hire(int n)
{ for ( ; n_helpers < n; n_helpers++ )
  { helper_t *helper = &helpers[n_helpers];

    pthread_mutex_init(&helper->mutex, NULL);
    pthread_cond_init(&helper->wake, NULL);
    atomic_store(&helper->state, IDLE);
    atomic_store(&helper->is_asleep, 0);
    if ( pthread_create(&helper->thread, NULL, help, helper) )
      return 0;
    pthread_detach(helper->thread);
  }
  return 1;
}

/*  OFFERED is stored before is_asleep is read, and the helper stores is_asleep before it reads the
    state: one of the two sees the other, so that no offer is slept through.
*/

static void
offer(helper_t *helper, step_job_t *job)
{ helper->job = job;
  atomic_store(&helper->state, OFFERED);
  if ( atomic_load(&helper->is_asleep) )
  { pthread_mutex_lock(&helper->mutex);
    pthread_cond_signal(&helper->wake);
    pthread_mutex_unlock(&helper->mutex);
  }
}

/*  Let the helpers start with the parts of a job, all of them or those that are not DONE;
    core_end() is due then. Helpers that are busy with another job leave all parts to the caller.
    Return 0 if a thread could not be started; nothing is due then.
*/

EXPORT int
core_begin(step_job_t *job, int half, int all)
{ job->half = half;
  job->has_crew = 0;
  for ( int i = 0; all && i < job->n; i++ )
    job->rcs[i] = -1;
  atomic_store(&job->next, 0);
  if ( job->n_threads < 2 )
    return 1;
  if ( owner != getpid() )
  { owner = getpid();
    n_helpers = 0;
    atomic_store(&is_crew_taken, 0);
  }
  if ( !change(&is_crew_taken, 0, 1) )
    return 1;
  if ( job->n_threads > MAX_HELPERS + 1 || !hire(job->n_threads - 1) )
  { atomic_store(&is_crew_taken, 0);
    return 0;
  }
  job->has_crew = 1;
  for ( int i = 0; i < job->n_threads - 1; i++ )
    offer(&helpers[i], job);
  return 1;
}

/* Do the parts that no helper has taken, wait for the others, and return 1 if all are DONE. */

EXPORT int
core_end(step_job_t *job)
{ int is_done = 1;

  work(job);
  for ( int i = 0; job->has_crew && i < job->n_threads - 1; i++ )
  { helper_t *helper = &helpers[i];

    if ( change(&helper->state, OFFERED, IDLE) )        /* it has not even seen the job */
      continue;
    for ( int k = 0; atomic_load(&helper->state) != IDLE; k++ )
    { breathe();
      if ( k > 10000 )                  /* the helper may be waiting for this core */
        sched_yield();
    }
  }
  if ( job->has_crew )
    atomic_store(&is_crew_taken, 0);
  for ( int i = 0; i < job->n; i++ )
    is_done &= job->rcs[i] == DONE;
  return is_done;
}

/* Between the halves: number the states that each part is going to write, and count them. */

EXPORT void
core_number(part_step_t *const *steps, int n)
{ whole_step_t *whole = steps[0]->whole;

  whole->n_states = whole->n_tokens = 0;
  for ( int i = 0; i < n; i++ )
  { steps[i]->first_state = whole->n_states;
    steps[i]->first_token = whole->n_tokens;
    whole->n_states += steps[i]->n_states;
    whole->n_tokens += steps[i]->n_tokens;
  }
}

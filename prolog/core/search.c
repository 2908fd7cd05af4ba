/*  What all searches in C have in common: their figures and answers, for Python. */
#include "search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
keep_answer(search_t *s, const int32_t *tokens, int64_t n, int64_t node, int64_t offset,
            int64_t ordinal)
{ search_outcome_t *outcome = &s->outcome;

  free(s->answer);
  if ( !(s->answer = malloc(n * sizeof(*tokens))) )
    return 0;
  memcpy(s->answer, tokens, n * sizeof(*tokens));
  outcome->has_answer = 1;
  outcome->answer_node = node;
  outcome->answer_offset = offset;
  outcome->answer_ordinal = ordinal;
  outcome->answer_tokens = s->answer;
  outcome->n_answer_tokens = n;
  return 1;
}

int64_t
spent(const search_t *s)
{ return s->outcome.inferences + s->outcome.page_steps;
}

int
fail(const searches_t *t, int rc)
{ if ( rc == NO_CAPACITY )
    snprintf(t->error, N_ERROR, "there is not enough memory");
  return rc;
}

EXPORT void
core_search_outcome(search_t *s, search_outcome_t *outcome)
{ s->outcome.n_nodes = s->tree.n_nodes;
  s->count_bytes(s);
  *outcome = s->outcome;
  outcome->n_bytes += s->tree.node_capacity * sizeof(node_t) +
                     (s->tree.states ? s->tree.mask + 1 : 0) * sizeof(state_t);
}

/* The answer that a report has shown was read. */

EXPORT void
core_search_forget(search_t *s)
{ s->outcome.has_answer = 0;
}

/* Write parent, offset and ordinal of the nodes on the way to a node, last first, [depth][3]. */

EXPORT void
core_search_way(const search_t *s, int64_t node, int64_t *way)
{ for ( ; s->tree.nodes[node].parent != ROOT_PARENT; node = s->tree.nodes[node].parent )
  { *way++ = s->tree.nodes[node].parent;
    *way++ = s->tree.nodes[node].offset;
    *way++ = s->tree.nodes[node].ordinal;
  }
}

EXPORT int64_t
core_search_depth(const search_t *s, int64_t node)
{ return s->tree.nodes[node].depth;
}

EXPORT void
core_search_close(search_t *s)
{ s->close(s);
  close_tree(&s->tree);
  free(s->answer);
  free(s);
}

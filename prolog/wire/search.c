/*  What all searches in C have in common: their figures and answers, for Python. */
#include "search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
keep_answer(search_t *s, const int32_t *tokens, int64_t n, int64_t node, int64_t offset,
            int64_t ordinal)
{ search_report_t *report = &s->report;

  free(s->answer);
  if ( !(s->answer = malloc(n * sizeof(*tokens))) )
    return 0;
  memcpy(s->answer, tokens, n * sizeof(*tokens));
  report->has_answer = 1;
  report->answer_node = node;
  report->answer_offset = offset;
  report->answer_ordinal = ordinal;
  report->answer_tokens = s->answer;
  report->n_answer_tokens = n;
  return 1;
}

int64_t
spent(const search_t *s)
{ return s->report.inferences + s->report.page_steps;
}

int
fail(const searches_t *t, int rc)
{ if ( rc == NO_ROOM )
    snprintf(t->error, N_ERROR, "there is not enough memory");
  return rc;
}

EXPORT void
wire_search_report(search_t *s, search_report_t *report)
{ s->report.n_nodes = s->tree.n_nodes;
  s->count_bytes(s);
  *report = s->report;
  report->n_bytes += s->tree.node_room * sizeof(node_t) +
                     (s->tree.states ? s->tree.mask + 1 : 0) * sizeof(state_t);
}

/* The answer that a report has shown was read. */

EXPORT void
wire_search_forget(search_t *s)
{ s->report.has_answer = 0;
}

/* Write parent, offset and ordinal of the nodes on the way to a node, last first, [depth][3]. */

EXPORT void
wire_search_way(const search_t *s, int64_t node, int64_t *way)
{ for ( ; s->tree.nodes[node].parent != ROOT_PARENT; node = s->tree.nodes[node].parent )
  { *way++ = s->tree.nodes[node].parent;
    *way++ = s->tree.nodes[node].offset;
    *way++ = s->tree.nodes[node].ordinal;
  }
}

EXPORT int64_t
wire_search_depth(const search_t *s, int64_t node)
{ return s->tree.nodes[node].depth;
}

EXPORT void
wire_search_close(search_t *s)
{ s->close(s);
  close_tree(&s->tree);
  free(s->answer);
  free(s);
}

/*  The states that a search has met, and the ways to those that it has expanded.

    A state is known by the hash of its tokens, which is the same for variants. Every expanded state is
    a node with its parent and a jump pointer to an ancestor, so that a loop is found in O(log depth)
    steps with one pointer a node.
*/
#include "search.h"
#include <stdlib.h>

/* Keys are hashes already, so a part of one is the place where the look-up starts. */

static state_t *
place(const tree_t *tree, const uint64_t *key)
{ int64_t at = (int64_t)key[0] & tree->mask;

  while ( tree->states[at].mark &&
          (tree->states[at].key[0] != key[0] || tree->states[at].key[1] != key[1]) )
    at = (at + 1) & tree->mask;
  return &tree->states[at];
}

state_t *
find_state(const tree_t *tree, const uint64_t *key)
{ state_t *state = tree->states ? place(tree, key) : 0;

  return state && state->mark ? state : 0;
}

static int
grow(tree_t *tree)
{ tree_t grown = *tree;

  grown.mask = tree->states ? 2 * tree->mask + 1 : 63;
  if ( !(grown.states = calloc(grown.mask + 1, sizeof(state_t))) )
    return 0;
  for ( int64_t at = 0; tree->states && at <= tree->mask; at++ )
  { if ( tree->states[at].mark )
      *place(&grown, tree->states[at].key) = tree->states[at];
  }
  free(tree->states);
  *tree = grown;
  return 1;
}

/* Return the entry of a state; a new one has a cost that everything is below, and WAITING. */

state_t *
meet_state(tree_t *tree, const uint64_t *key)
{ state_t *state = find_state(tree, key);

  if ( state )
    return state;
  if ( (!tree->states || 2 * (tree->n_states + 1) > tree->mask) && !grow(tree) )
    return 0;
  tree->n_states++;
  state = place(tree, key);
  *state = (state_t){ { key[0], key[1] }, __builtin_inf(), WAITING };
  return state;
}

/*  Add a node and return its number; -1 if there is no memory. Two jumps of equal length are joined
    to one, as carries are in skew binary numbers (Myers, 1983): any ancestor is reached in
    O(log depth) steps.
*/

int64_t
add_node(tree_t *tree, int64_t parent, int64_t offset, int64_t ordinal)
{ int64_t number = tree->n_nodes;

  if ( !RESERVE_ARRAY(tree->nodes, tree->node_capacity, number + 1) )
    return -1;
  node_t *nodes = tree->nodes;

  nodes[number] = (node_t){ parent, offset, ordinal, 0, number };
  if ( parent != ROOT_PARENT )
  { int64_t near = nodes[parent].jump, far = nodes[near].jump, above = nodes[parent].depth;
    int is_joined = above - nodes[near].depth == nodes[near].depth - nodes[far].depth;

    nodes[number].jump = is_joined ? far : parent;
    nodes[number].depth = above + 1;
  }
  tree->n_nodes++;
  return number;
}

/* Return 1 if the state of this key is node, or was expanded on the way to it. */

int
is_ancestor(const tree_t *tree, const uint64_t *key, int64_t node)
{ const state_t *state = find_state(tree, key);

  if ( !state || state->mark < FIRST_NODE )
    return 0;
  int64_t wanted = state->mark - FIRST_NODE, depth = tree->nodes[wanted].depth;

  while ( tree->nodes[node].depth > depth )
  { int64_t jump = tree->nodes[node].jump;

    node = tree->nodes[jump].depth >= depth ? jump : tree->nodes[node].parent;
  }
  return node == wanted;
}

void
clear_states(tree_t *tree)
{ free(tree->states);
  tree->states = 0;
  tree->n_states = tree->mask = 0;
}

void
close_tree(tree_t *tree)
{ free(tree->nodes);
  free(tree->states);
}

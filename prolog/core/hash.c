/*  Hashes of states: the multilinear hash of symbolic_rl/bridge/tokens.py (Lemire and Kaser, 2014).

    A lane is the sum of token times weight, modulo 2^64, mixed with the length. Weights are odd numbers
    that splitmix64 makes of the position, so that two different states have equal hashes with a
    chance of about 2^-128.

    Invariant: equal tokens have equal hashes in each process and on each machine, as Python and the
    tensor engine compute them too.
*/
#include "core.h"

#define N_WEIGHTS 8192
static uint64_t weights[2][N_WEIGHTS];

static uint64_t
weight(int lane, uint64_t position)
{ return splitmix64(position + ((uint64_t)(lane + 1) << 40)) | 1;
}

/*  Sums of token times weight in two lanes. They wrap, so that their order is free: the compiler
    can use vectors. Only the first positions have their weights in the table.
*/

CLONES static void
add_near(const int32_t *tokens, int64_t n, uint64_t *sums)
{ uint64_t a = 0, b = 0;

  for ( int64_t i = 0; i < n; i++ )
  { uint64_t token = (uint64_t)(uint32_t)tokens[i] + 1;

    a += token * weights[0][i];
    b += token * weights[1][i];
  }
  sums[0] = a;
  sums[1] = b;
}

void
hash_tokens(const int32_t *tokens, int64_t n, uint64_t *hash)
{ int64_t near = n < N_WEIGHTS ? n : N_WEIGHTS;
  uint64_t sums[2];

  add_near(tokens, near, sums);
  for ( int64_t i = near; i < n; i++ )
  { uint64_t token = (uint64_t)(uint32_t)tokens[i] + 1;

    sums[0] += token * weight(0, i);
    sums[1] += token * weight(1, i);
  }
  hash[0] = splitmix64(sums[0] ^ (uint64_t)n);
  hash[1] = splitmix64(sums[1] ^ (uint64_t)n);
}

void
make_weights(void)
{ for ( int lane = 0; lane < 2; lane++ )
  { for ( uint64_t i = 0; i < N_WEIGHTS; i++ )
      weights[lane][i] = weight(lane, i);
  }
}

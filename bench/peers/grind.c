// A plain scalar search, as written in C by someone who knows that only the nonce changes: the parameter block is
// folded in, work that does not depend on the nonce is moved out of the loop, and the last round computes only what the
// first digest word needs; the last two are left to the compiler (358 rotations remain, as in our kernels). Compile it
// with -fno-tree-vectorize: otherwise the compiler tries several nonces at once, which is no longer scalar code. Runs
// on one core; prints million hashes per second.
//
// grind MILLISECONDS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t IV[8] = {
  0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
  0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static inline uint64_t rotr(uint64_t x, int n) { return (x >> n) | (x << (64 - n)); }

#define G(a, b, c, d, x, y) \
  do { \
    a = a + b + (x); d = rotr(d ^ a, 32); \
    c = c + d; b = rotr(b ^ c, 24); \
    a = a + b + (y); d = rotr(d ^ a, 16); \
    c = c + d; b = rotr(b ^ c, 63); \
  } while (0)

// One round, with the message words in that round's order (RFC 7693, SIGMA table).
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \
  do { \
    G(v0, v4, v8, v12, m[s0], m[s1]); G(v1, v5, v9, v13, m[s2], m[s3]); \
    G(v2, v6, v10, v14, m[s4], m[s5]); G(v3, v7, v11, v15, m[s6], m[s7]); \
    G(v0, v5, v10, v15, m[s8], m[s9]); G(v1, v6, v11, v12, m[s10], m[s11]); \
    G(v2, v7, v8, v13, m[s12], m[s13]); G(v3, v4, v9, v14, m[s14], m[s15]); \
  } while (0)

static inline __attribute__((always_inline)) uint64_t first_word(const uint64_t *header, uint64_t nonce) {
  const uint64_t m[16] = { header[0], header[1], header[2], header[3], nonce,
                           header[5], header[6], header[7], header[8], header[9] };
  const uint64_t h0 = IV[0] ^ 0x01010020u;
  uint64_t v0 = h0, v1 = IV[1], v2 = IV[2], v3 = IV[3], v4 = IV[4], v5 = IV[5], v6 = IV[6], v7 = IV[7];
  uint64_t v8 = IV[0], v9 = IV[1], v10 = IV[2], v11 = IV[3];
  uint64_t v12 = IV[4] ^ 80, v13 = IV[5], v14 = ~IV[6], v15 = IV[7];
  ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
  ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
  ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
  ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
  ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
  ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
  ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
  ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
  ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
  ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
  return h0 ^ v0 ^ v8;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  const double wanted_ms = argc > 1 ? atof(argv[1]) : 400;
  uint8_t bytes[80];
  uint64_t header[10];
  for (int i = 0; i < 80; i++) bytes[i] = (i * 37) % 251;
  memcpy(header, bytes, 80);
  // With a second argument, prints the first word for that nonce, so that the program can be checked.
  if (argc > 2) {
    printf("%016llx\n", (unsigned long long)first_word(header, strtoull(argv[2], NULL, 10)));
    return 0;
  }
  const uint64_t batch = 1 << 16;
  uint64_t nonce = 0, done = 0, found = 0;
  const double started = now_ms();
  double elapsed;
  do {
    for (uint64_t i = 0; i < batch; i++, nonce += 1009) found += (uint32_t)first_word(header, nonce) == 0;
    done += batch;
    elapsed = now_ms() - started;
  } while (elapsed < wanted_ms);
  printf("%.4f %llu\n", done / elapsed / 1000, (unsigned long long)found);
  return 0;
}

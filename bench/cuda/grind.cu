// The same search as our WGSL kernel, written in straightforward CUDA: one nonce per thread, 64-bit integers, unrolled
// rounds, message in constant memory. Prints billion hashes per second; see README.md for building and comparing.
//
// Compiled as plain C (cc -x c -DHOST_ONLY), it prints the first digest word for the given nonce, so that the hash can
// be checked on a machine without a GPU.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HOST_ONLY
#define SHARED static inline
#else
#define SHARED static __host__ __device__ __forceinline__
#endif

SHARED uint64_t rotr(uint64_t x, int n) { return (x >> n) | (x << (64 - n)); }

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
    G(v0, v4, v8, v12, M(s0), M(s1)); G(v1, v5, v9, v13, M(s2), M(s3)); \
    G(v2, v6, v10, v14, M(s4), M(s5)); G(v3, v7, v11, v15, M(s6), M(s7)); \
    G(v0, v5, v10, v15, M(s8), M(s9)); G(v1, v6, v11, v12, M(s10), M(s11)); \
    G(v2, v7, v8, v13, M(s12), M(s13)); G(v3, v4, v9, v14, M(s14), M(s15)); \
  } while (0)

// Words 10 to 15 of the message are zero; word 4 is the nonce.
#define M(i) ((i) >= 10 ? 0 : (i) == 4 ? nonce : header[(i) % 10])

// First word of BLAKE2b-256 of an 80-byte header, given as ten words, with this nonce.
SHARED uint64_t first_word(const uint64_t *header, uint64_t nonce) {
  const uint64_t h0 = 0x6a09e667f3bcc908u ^ 0x01010020u;
  uint64_t v0 = h0, v1 = 0xbb67ae8584caa73bu, v2 = 0x3c6ef372fe94f82bu, v3 = 0xa54ff53a5f1d36f1u;
  uint64_t v4 = 0x510e527fade682d1u, v5 = 0x9b05688c2b3e6c1fu, v6 = 0x1f83d9abfb41bd6bu, v7 = 0x5be0cd19137e2179u;
  uint64_t v8 = 0x6a09e667f3bcc908u, v9 = v1, v10 = v2, v11 = v3;
  uint64_t v12 = v4 ^ 80, v13 = v5, v14 = ~v6, v15 = v7;
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

// The same header as in the other measurements.
static void make_header(uint64_t *header) {
  uint8_t bytes[80];
  for (int i = 0; i < 80; i++) bytes[i] = (i * 37) % 251;
  memcpy(header, bytes, 80);
}

#ifdef HOST_ONLY
int main(int argc, char **argv) {
  uint64_t header[10];
  make_header(header);
  printf("%016llx\n", (unsigned long long)first_word(header, argc > 1 ? strtoull(argv[1], NULL, 10) : 0));
  return 0;
}
#else
static const int THREADS = 256;
static const unsigned HIT_SLOTS = 255;
static const uint64_t STEP = 1009;

__constant__ uint64_t header_words[10];

struct Hits {
  unsigned count;
  unsigned indexes[HIT_SLOTS];
};

// Hit if the first four digest bytes, as a big-endian number, are at most top.
__global__ void grind(uint64_t first, uint64_t step, unsigned top, Hits *hits) {
  const unsigned index = blockIdx.x * THREADS + threadIdx.x;
  const uint32_t word = (uint32_t)first_word(header_words, first + index * step);
  if (__byte_perm(word, 0, 0x0123) <= top) {
    const unsigned slot = atomicAdd(&hits->count, 1u);
    if (slot < HIT_SLOTS) hits->indexes[slot] = index;
  }
}

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1); \
    } \
  } while (0)

// grind [RUNS]
int main(int argc, char **argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 7;
  uint64_t header[10];
  make_header(header);
  CHECK(cudaMemcpyToSymbol(header_words, header, sizeof header));
  Hits *hits;
  CHECK(cudaMallocManaged(&hits, sizeof *hits));

  // The GPU must find as many hits among the first nonces as the CPU.
  const unsigned few = 1 << 16, top = 0x000fffff;
  hits->count = 0;
  grind<<<few / THREADS, THREADS>>>(0, STEP, top, hits);
  CHECK(cudaDeviceSynchronize());
  unsigned expected = 0;
  for (unsigned i = 0; i < few; i++) expected += __builtin_bswap32((uint32_t)first_word(header, i * STEP)) <= top;
  unsigned right = 0;
  for (unsigned i = 0; i < hits->count && i < HIT_SLOTS; i++)
    right += __builtin_bswap32((uint32_t)first_word(header, hits->indexes[i] * STEP)) <= top;
  if (expected == 0 || hits->count != expected || right != expected) {
    fprintf(stderr, "found %u, of which %u are right, instead of %u\n", hits->count, right, expected);
    return 1;
  }

  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  const unsigned blocks = 1 << 22;
  for (int run = -1; run < runs; run++) {
    CHECK(cudaEventRecord(begin));
    grind<<<blocks, THREADS>>>((uint64_t)(run + 1) * blocks * THREADS * STEP, STEP, 0, hits);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    // The first run is warm-up.
    if (run >= 0) printf("%.4f GH/s\n", (double)blocks * THREADS / ms / 1e6);
  }
  return 0;
}
#endif

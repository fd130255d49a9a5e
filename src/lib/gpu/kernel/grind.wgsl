// The nonce search, with one or several nonces per invocation. The hash itself, firstDigestWord, is generated
// (blake2b.gen.wgsl).

override WORKGROUP_SIZE: u32 = 64;
// Capacity of the hit list; further hits are only counted, so that the host can detect that some are missing.
override HIT_SLOTS: u32 = 255;
// Nonces that an invocation of grindMany tries.
override NONCES: u32 = 4;

struct Params {                                // written by params.ts
  first: vec2u,                                // @0   nonce of index 0, (low, high)
  step: vec2u,                                 // @8   distance between nonces, (low, high)
  count: u32,                                  // @16  nonces of this dispatch
  top: u32,                                    // @20  first 32 bits of the target
  folded: array<vec4u, FOLDED_VECTORS>,        // @32  words of foldHeader, two to a vector
}

struct Hits {                                  // read by results.ts
  count: atomic<u32>,                          // @0
  indexes: array<u32>,                         // @4
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> hits: Hits;

// a * b modulo 2^64, (low, high), for a below 2^16.
fn multiplyShort(a: u32, b: vec2u) -> vec2u {
  let middle = a * (b.x >> 16u) + ((a * (b.x & 0xffffu)) >> 16u);
  return vec2u(a * b.x, a * b.y + (middle >> 16u));
}

fn sum(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < b.x));
}

// first + (start + local) * step modulo 2^64. start is uniform within a workgroup, so hardware with a scalar unit
// computes its product there.
fn nonceAt(start: u32, local: u32) -> vec2u {
  let high = multiplyShort(start >> 16u, params.step);
  let base = sum(sum(params.first, multiplyShort(start & 0xffffu, params.step)), vec2u(high.x << 16u, (high.y << 16u) | (high.x >> 16u)));
  return sum(base, multiplyShort(local, params.step));
}

fn reverseBytes(word: u32) -> u32 {
  let pairs = ((word & 0xff00ff00u) >> 8u) | ((word & 0x00ff00ffu) << 8u);
  return (pairs >> 16u) | (pairs << 16u);
}

fn tryNonce(folded: FoldedWords, start: u32, local: u32) {
  if (reverseBytes(firstDigestWord(folded, nonceAt(start, local))) <= params.top) {
    let slot = atomicAdd(&hits.count, 1u);
    if (slot < HIT_SLOTS) {
      hits.indexes[slot] = start + local;
    }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn grind(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let start = (group.y * groups.x + group.x) * WORKGROUP_SIZE;
  if (start + local < params.count) {
    tryNonce(foldedWords(), start, local);
  }
}

// The same in a loop, as a separate entry point: with some compilers even a single round is expensive, while with
// others many rounds save reading the parameters.
@compute @workgroup_size(WORKGROUP_SIZE)
fn grindMany(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let invocations = groups.x * groups.y * WORKGROUP_SIZE;
  var start = (group.y * groups.x + group.x) * WORKGROUP_SIZE;
  let folded = foldedWords();
  for (var round = 0u; round < NONCES && start + local < params.count; round++) {
    tryNonce(folded, start, local);
    start += invocations;
  }
}

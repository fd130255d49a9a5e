// The search, one nonce an invocation or several. The hash itself, firstDigestWord, is generated (blake2b.gen.wgsl).

override WORKGROUP_SIZE: u32 = 64;
// Indexes that the list of hits holds; more are counted, so that the host can tell that some are missing.
override HIT_SLOTS: u32 = 255;
// Nonces an invocation of grindMany tries.
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

// a * b over 64 bits, (low, high), from 16-bit halves: WGSL has no wide multiplication.
fn multiplyWide(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let cross = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return vec2u((cross << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (middle >> 16u) + (cross >> 16u));
}

// first + index * step modulo 2^64.
fn nonceAt(index: u32) -> vec2u {
  let product = multiplyWide(index, params.step.x);
  let low = params.first.x + product.x;
  let carry = select(0u, 1u, low < product.x);
  return vec2u(low, params.first.y + product.y + index * params.step.y + carry);
}

fn reverseBytes(word: u32) -> u32 {
  let pairs = ((word & 0xff00ff00u) >> 8u) | ((word & 0x00ff00ffu) << 8u);
  return (pairs >> 16u) | (pairs << 16u);
}

fn tryNonce(folded: FoldedWords, index: u32) {
  if (reverseBytes(firstDigestWord(folded, nonceAt(index))) <= params.top) {
    let slot = atomicAdd(&hits.count, 1u);
    if (slot < HIT_SLOTS) {
      hits.indexes[slot] = index;
    }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn grind(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = (group.y * groups.x + group.x) * WORKGROUP_SIZE + local;
  if (index < params.count) {
    tryNonce(foldedWords(), index);
  }
}

// A loop around the same, in an entry point of its own: even one round of a loop costs some compilers dearly, while many
// save others the reading of the parameters.
@compute @workgroup_size(WORKGROUP_SIZE)
fn grindMany(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let invocations = groups.x * groups.y * WORKGROUP_SIZE;
  var index = (group.y * groups.x + group.x) * WORKGROUP_SIZE + local;
  let folded = foldedWords();
  for (var round = 0u; round < NONCES && index < params.count; round++) {
    tryNonce(folded, index);
    index += invocations;
  }
}

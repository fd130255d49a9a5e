// The CPU miner's thread, which tries one nonce after another. Plain JavaScript passed to the thread as text, like
// signatures.worker.js; the hash library is passed as a path, because such a thread cannot resolve modules.
const { parentPort, workerData } = require('node:worker_threads');
const { createBLAKE2b } = require(workerData.hashLibrary);

// Hashes between two checks for messages.
const HASHES_PER_TURN = 4096;

/** @type {{ header: Uint8Array, target: Uint8Array, nonceFactor: bigint } | undefined} */
let work;
let nonce = 0n;

parentPort?.on('message', (message) => {
  work = message;
  nonce = 0n;
});

/** @param {Uint8Array} hash @param {Uint8Array} target both big-endian */
function isAtMost(hash, target) {
  for (let i = 0; i < 32; i++) {
    const a = hash[i] ?? 0;
    const b = target[i] ?? 0;
    if (a !== b) return a < b;
  }
  return true;
}

void (async () => {
  const hasher = await createBLAKE2b(256);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (work === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const { header, target, nonceFactor } = work;
    const view = new DataView(header.buffer, header.byteOffset);
    let tried = 0;
    while (tried < HASHES_PER_TURN) {
      view.setBigUint64(workerData.nonceOffset, nonce, true);
      nonce += nonceFactor;
      tried++;
      if (!isAtMost(hasher.init().update(header).digest('binary'), target)) continue;
      parentPort?.postMessage({ type: 'solved', header: header.slice() });
      work = undefined;
      break;
    }
    parentPort?.postMessage({ type: 'hashes', count: tried });
  }
})();

// Verifies ed25519 signatures on a thread of its own. Runs as plain JavaScript given to the thread as text, so that it
// is the same from source and in a build. It is asked only where Node's verifier gives the network's verdict.
const { createPublicKey, verify } = require('node:crypto');
const { parentPort } = require('node:worker_threads');

// SubjectPublicKeyInfo of an ed25519 key (RFC 8410) up to the 32 key bytes.
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const CHECK_BYTES = 128;

/** @param {Buffer} check public key [0,32) · message [32,64) · signature [64,128) */
function isValid(check) {
  try {
    const der = Buffer.concat([KEY_PREFIX, check.subarray(0, 32)]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, check.subarray(32, 64), key, check.subarray(64, CHECK_BYTES));
  } catch {
    // Bytes that are no key at all.
    return false;
  }
}

parentPort?.on('message', (/** @type {{ id: number, checks: Uint8Array }} */ { id, checks }) => {
  const verdicts = new Uint8Array(checks.length / CHECK_BYTES);
  for (let i = 0; i < verdicts.length; i++) {
    const at = checks.byteOffset + i * CHECK_BYTES;
    verdicts[i] = isValid(Buffer.from(checks.buffer, at, CHECK_BYTES)) ? 1 : 0;
  }
  parentPort?.postMessage({ id, verdicts });
});

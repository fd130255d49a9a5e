// Verifies ed25519 signatures on a separate thread. Plain JavaScript, passed to the thread as text, so that it runs the
// same from source and in a build. Used only for signatures on which Node's verifier agrees with the network.
const { createPublicKey, verify } = require('node:crypto');
const { parentPort } = require('node:worker_threads');

const CHECK_BYTES = 128;
// Creating a key object takes a fifth of a verification, and many addresses are spent from repeatedly.
const KEPT_KEYS = 4096;
/** @type {Map<string, import('node:crypto').KeyObject>} Keys by their bytes, the oldest first. */
const keys = new Map();

/** @param {Buffer} bytes 32 */
function keyOf(bytes) {
  const name = bytes.toString('latin1');
  let key = keys.get(name);
  if (key) return key;
  // A JSON Web Key (RFC 8037): OpenSSL imports the bytes directly, while DER goes through its decoders.
  key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  keys.set(name, key);
  if (keys.size > KEPT_KEYS) keys.delete(/** @type {string} */ (keys.keys().next().value));
  return key;
}

/** @param {Buffer} check public key [0,32) · message [32,64) · signature [64,128) */
function isValid(check) {
  try {
    return verify(null, check.subarray(32, 64), keyOf(check.subarray(0, 32)), check.subarray(64, CHECK_BYTES));
  } catch {
    // The bytes are not a valid key.
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

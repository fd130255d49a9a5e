import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { isPlatformDependent, verifySignature } from '$lib/chain/keys/verifySignature';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';

/** Verifies a signature by the network's rules on this thread, in a tenth of the time of the portable verifier. */
export const verifyHere: VerifySignature = (publicKey, message, signature) => {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  if (isPlatformDependent(publicKey, signature)) return verifySignature(publicKey, message, signature);
  try {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  } catch {
    // The bytes are not a valid key.
    return false;
  }
};

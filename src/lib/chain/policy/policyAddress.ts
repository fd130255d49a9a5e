import { encodeU64le } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { addressFromHash, type Address } from '../address';
import { memoize } from '../memoize';
import { merkleLeaf, merkleRoot } from '../merkle';
import { distinguisher, hashEncoded } from '../taggedHash';
import { publicKeyBytes, type PublicKey } from '../keys/keys';
import { ED25519_ALGORITHM, unlockKey, type SpendPolicy, type UnlockConditions } from './policy';
import { spendPolicy } from './policyLayout';

/** Address of V1 unlock conditions: Merkle root over timelock, each key, signatures required. */
export const unlockHash = (conditions: UnlockConditions): Address =>
  addressFromHash(
    merkleRoot(
      [
        encodeU64le(conditions.timelock),
        ...conditions.publicKeys.map((key) => encode(unlockKey, key)),
        encodeU64le(conditions.signaturesRequired)
      ].map(merkleLeaf)
    )
  );

/** No timelock, one ed25519 key, one signature. */
export const standardUnlockConditions = (publicKey: PublicKey): UnlockConditions => ({
  timelock: 0n,
  publicKeys: [{ algorithm: ED25519_ALGORITHM, key: publicKeyBytes(publicKey) }],
  signaturesRequired: 1n
});

const ADDRESS_DOMAIN = distinguisher('address');

const asOpaque = (policy: SpendPolicy): SpendPolicy =>
  policy.type === 'opaque' ? policy : { type: 'opaque', address: policyAddress(policy) };

/**
 * Address of a policy: the unlock hash for `uc`, otherwise a tagged hash of its encoding. The children of a threshold
 * are hashed as opaque, so revealing or hiding a sub-policy never changes the address. Memoized.
 */
export const policyAddress: (policy: SpendPolicy) => Address = memoize((policy) => {
  if (policy.type === 'uc') return unlockHash(policy.unlockConditions);
  const hashed = policy.type === 'thresh' ? { ...policy, of: policy.of.map(asOpaque) } : policy;
  return addressFromHash(
    hashEncoded((w) => {
      w.bytes(ADDRESS_DOMAIN);
      spendPolicy.write(w, hashed);
    })
  );
});

import * as z from 'zod/mini';
import type { SatisfiedPolicy, SpendPolicy, UnlockConditions, UnlockKey } from '$lib/chain/policy/policy';
import { MAX_POLICY_DEPTH } from '$lib/chain/policy/policyLayout';
import { CodecError } from '$lib/codec/errors';
import { converted, decodeWithin, encodeWithin, listOf, type JsonCodec } from './codec';
import { address, hash256, i64, publicKey, signature, u64 } from './scalars';
import { formatUnlockKey, parseUnlockKey } from '$lib/chain/policy/unlockKeyText';

/** A key of any algorithm as `algorithm:hex`. */
export const unlockKey: JsonCodec<UnlockKey> = converted(z.string(), parseUnlockKey, formatUnlockKey);

export const unlockConditions: JsonCodec<UnlockConditions> = z.object({
  timelock: u64,
  publicKeys: listOf(unlockKey, 'null'),
  signaturesRequired: u64
});

const MAX_THRESHOLD = 255;

const u8 = z.int().check(z.nonnegative(), z.maximum(MAX_THRESHOLD));
const policyJson = z.object({ type: z.string(), policy: z.unknown() });
const thresholdJson = z.object({ n: u8, of: listOf(z.unknown(), 'null') });
type PolicyJson = z.output<typeof policyJson>;

function decodePolicy({ type, policy }: PolicyJson, depth: number): SpendPolicy {
  if (depth > MAX_POLICY_DEPTH) throw new CodecError(`spend policy nests deeper than ${MAX_POLICY_DEPTH}`);
  const read = <T>(schema: JsonCodec<T>): T => decodeWithin(schema, policy, 'policy');
  switch (type) {
    case 'above':
      return { type, height: read(u64) };
    case 'after':
      return { type, timestamp: read(i64) };
    case 'pk':
      return { type, publicKey: read(publicKey) };
    case 'h':
      return { type, hash: read(hash256) };
    case 'thresh': {
      const { n, of } = read(thresholdJson);
      if (of.length > MAX_THRESHOLD) throw new CodecError(`threshold over ${of.length} policies`, 'policy.of');
      return {
        type,
        n,
        of: of.map((child, i) => decodePolicy(decodeWithin(policyJson, child, `policy.of.${i}`), depth + 1))
      };
    }
    case 'opaque':
      return { type, address: read(address) };
    case 'uc':
      return { type, unlockConditions: read(unlockConditions) };
    default:
      throw new CodecError(`unknown spend policy type ${JSON.stringify(type)}`);
  }
}

function encodePolicy(spend: SpendPolicy): PolicyJson {
  const as = <T>(schema: JsonCodec<T>, value: T): PolicyJson => ({
    type: spend.type,
    policy: encodeWithin(schema, value, 'policy')
  });
  switch (spend.type) {
    case 'above':
      return as(u64, spend.height);
    case 'after':
      return as(i64, spend.timestamp);
    case 'pk':
      return as(publicKey, spend.publicKey);
    case 'h':
      return as(hash256, spend.hash);
    case 'thresh':
      return as(thresholdJson, { n: spend.n, of: spend.of.map(encodePolicy) });
    case 'opaque':
      return as(address, spend.address);
    case 'uc':
      return as(unlockConditions, spend.unlockConditions);
  }
}

/** V2 lock: `{type, policy}`. */
export const spendPolicy: JsonCodec<SpendPolicy> = converted(policyJson, (json) => decodePolicy(json, 0), encodePolicy);

/** A policy with signatures and preimages. */
export const satisfiedPolicy: JsonCodec<SatisfiedPolicy> = z.object({
  policy: spendPolicy,
  signatures: listOf(signature, 'omitted'),
  preimages: listOf(hash256, 'omitted')
}) as unknown as JsonCodec<SatisfiedPolicy>;

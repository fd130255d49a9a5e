import type { Hash256 } from '$lib/chain/ids';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, type SpendPolicy, type UnlockConditions } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { Height } from '$lib/chain/time';

/** When policies are judged: height of the tip, and median of its last timestamps in seconds. */
export interface Moment {
  readonly height: Height;
  readonly medianTimestamp: number;
}

/** A single condition of a policy. */
export type Condition =
  | { readonly type: 'key'; readonly publicKey: PublicKey }
  | { readonly type: 'hash'; readonly hash: Hash256 }
  | { readonly type: 'above'; readonly height: bigint }
  | { readonly type: 'after'; readonly timestamp: bigint };

/** One way to satisfy a policy. */
export interface Way {
  /** The policy with the sub-policies that are not used hidden; its address is the same. */
  readonly policy: SpendPolicy;
  /** What has to hold, in the order in which the policy consumes signatures and preimages. */
  readonly conditions: readonly Condition[];
  readonly cost: number;
}

/** Whether a lock is open; keys and hashes are none. */
export const isOpen = (condition: Condition, { height, medianTimestamp }: Moment): boolean => {
  if (condition.type === 'above') return BigInt(height) >= condition.height;
  return condition.type !== 'after' || medianTimestamp > condition.timestamp;
};

/**
 * The cheapest way to satisfy a policy; undefined when there is none.
 * @param costOf cost of a condition, undefined when it cannot hold
 */
export function cheapestWay(
  policy: SpendPolicy,
  costOf: (condition: Condition) => number | undefined
): Way | undefined {
  const single = (condition: Condition): Way | undefined => {
    const cost = costOf(condition);
    return cost === undefined ? undefined : { policy, conditions: [condition], cost };
  };
  switch (policy.type) {
    case 'above':
      return single(policy);
    case 'after':
      return single(policy);
    case 'pk':
      return single({ type: 'key', publicKey: policy.publicKey });
    case 'h':
      return single({ type: 'hash', hash: policy.hash });
    case 'opaque':
      return undefined;
    case 'uc':
      return unlockWay(policy, policy.unlockConditions, costOf);
    case 'thresh': {
      // Unlock conditions cannot be a sub-policy.
      const ways = policy.of.map((child) => (child.type === 'uc' ? undefined : cheapestWay(child, costOf)));
      const chosen = cheapest(ways, policy.n);
      if (chosen === undefined) return undefined;
      const of = policy.of.map((child, i) => (chosen.has(i) ? ways[i]!.policy : hidden(child)));
      const used = ways.filter((way, i): way is Way => chosen.has(i) && way !== undefined);
      return {
        policy: { ...policy, of },
        conditions: used.flatMap(({ conditions }) => conditions),
        cost: used.reduce((sum, { cost }) => sum + cost, 0)
      };
    }
  }
}

const hidden = (policy: SpendPolicy): SpendPolicy =>
  policy.type === 'opaque' ? policy : { type: 'opaque', address: policyAddress(policy) };

/** Places of the `count` cheapest; undefined when there are not so many. */
function cheapest(ways: readonly ({ readonly cost: number } | undefined)[], count: number): Set<number> | undefined {
  const possible = [...ways.entries()].flatMap(([i, way]) => (way === undefined ? [] : [[i, way.cost] as const]));
  if (possible.length < count) return undefined;
  return new Set(
    possible
      .sort(([, a], [, b]) => a - b)
      .slice(0, count)
      .map(([i]) => i)
  );
}

/** Unlock conditions show all their keys, whoever signs; the first that suffice in their order. */
function unlockWay(
  policy: SpendPolicy,
  { timelock, publicKeys, signaturesRequired }: UnlockConditions,
  costOf: (condition: Condition) => number | undefined
): Way | undefined {
  const keys = publicKeys.map(({ algorithm, key }): Condition | undefined =>
    algorithm === ED25519_ALGORITHM && key.length === 32
      ? { type: 'key', publicKey: publicKeyFromBytes(key) }
      : undefined
  );
  const costs = keys.map((condition) => {
    const cost = condition && costOf(condition);
    return cost === undefined ? undefined : { cost };
  });
  const lock: Condition[] = timelock > 0n ? [{ type: 'above', height: timelock }] : [];
  const lockCost = lock.length === 0 ? 0 : costOf(lock[0]!);
  const chosen = cheapest(costs, Number(signaturesRequired));
  if (lockCost === undefined || chosen === undefined) return undefined;
  const used = keys.filter((condition, i): condition is Condition => chosen.has(i) && condition !== undefined);
  const cost = [...chosen].reduce((sum, i) => sum + costs[i]!.cost, lockCost);
  return { policy, conditions: [...lock, ...used], cost };
}

import type { Hash256 } from '$lib/chain/ids';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, type SpendPolicy, type UnlockConditions } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { wrappedTime } from '$lib/chain/policy/wrappedTime';
import type { Height } from '$lib/chain/time';

/** Chain state that policies are evaluated against: height of the tip, and median of its last timestamps in seconds. */
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

/** A set of conditions that satisfies a policy. */
export interface PolicyPath {
  /** The policy with unused sub-policies opaque; its address is the same. */
  readonly policy: SpendPolicy;
  /** Required conditions, in the order in which the policy consumes signatures and preimages. */
  readonly conditions: readonly Condition[];
  readonly cost: number;
}

/** Whether a time lock is open; true for keys and hashes. */
export const isOpen = (condition: Condition, { height, medianTimestamp }: Moment): boolean => {
  if (condition.type === 'above') return BigInt(height) >= condition.height;
  return condition.type !== 'after' || medianTimestamp > wrappedTime(condition.timestamp);
};

/** The closed time locks without which keys and preimages could satisfy a policy; as few as possible. */
export function closedLocks(policy: SpendPolicy, moment: Moment): readonly Condition[] {
  const isClosed = (condition: Condition): boolean => !isOpen(condition, moment);
  const path = cheapestPath(policy, (condition) => (isClosed(condition) ? 1 : 0));
  return path?.conditions.filter(isClosed) ?? [];
}

/**
 * The cheapest way to satisfy a policy; undefined if there is none.
 * @param costOf cost of a condition; undefined if it cannot be satisfied
 */
export function cheapestPath(
  policy: SpendPolicy,
  costOf: (condition: Condition) => number | undefined
): PolicyPath | undefined {
  const single = (condition: Condition): PolicyPath | undefined => {
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
      return unlockPath(policy, policy.unlockConditions, costOf);
    case 'thresh': {
      // Unlock conditions cannot be a sub-policy.
      const paths = policy.of.map((child) => (child.type === 'uc' ? undefined : cheapestPath(child, costOf)));
      const cheapestIndexes = cheapest(paths, policy.n);
      if (cheapestIndexes === undefined) return undefined;
      const of = policy.of.map((child, i) => (cheapestIndexes.has(i) ? paths[i]!.policy : asOpaque(child)));
      const used = paths.filter((path, i): path is PolicyPath => cheapestIndexes.has(i) && path !== undefined);
      return {
        policy: { ...policy, of },
        conditions: used.flatMap(({ conditions }) => conditions),
        cost: used.reduce((sum, { cost }) => sum + cost, 0)
      };
    }
  }
}

const asOpaque = (policy: SpendPolicy): SpendPolicy =>
  policy.type === 'opaque' ? policy : { type: 'opaque', address: policyAddress(policy) };

/** Indexes of the `count` cheapest; undefined if there are fewer. */
function cheapest(paths: readonly ({ readonly cost: number } | undefined)[], count: number): Set<number> | undefined {
  const possible = [...paths.entries()].flatMap(([i, path]) => (path === undefined ? [] : [[i, path.cost] as const]));
  if (possible.length < count) return undefined;
  return new Set(
    possible
      .sort(([, a], [, b]) => a - b)
      .slice(0, count)
      .map(([i]) => i)
  );
}

/** Unlock conditions always reveal all keys; the cheapest keys sign, in their order. */
function unlockPath(
  policy: SpendPolicy,
  { timelock, publicKeys, signaturesRequired }: UnlockConditions,
  costOf: (condition: Condition) => number | undefined
): PolicyPath | undefined {
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
  const cheapestIndexes = cheapest(costs, Number(signaturesRequired));
  if (lockCost === undefined || cheapestIndexes === undefined) return undefined;
  const used = keys.filter((condition, i): condition is Condition => cheapestIndexes.has(i) && condition !== undefined);
  const cost = [...cheapestIndexes].reduce((sum, i) => sum + costs[i]!.cost, lockCost);
  return { policy, conditions: [...lock, ...used], cost };
}

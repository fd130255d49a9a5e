import { ZERO_HASH } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy, SpendPolicy } from '$lib/chain/policy/policy';
import { satisfiedPolicy } from '$lib/chain/policy/policyLayout';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { encode } from '$lib/codec/layout';
import { cheapestPath, isOpen, type Condition, type Moment } from '../policy/satisfy';
import { wholeSignature } from './signatureHashes';
import { transferInputs, type Transfer } from './transfer';

const SIGNATURE_BYTES = 64;

/** Weight of the data that satisfies a condition. */
const WEIGHT_OF: Record<Condition['type'], number> = { key: SIGNATURE_BYTES, hash: 32, above: 0, after: 0 };

/**
 * The policy at its maximum weight in a signed transaction; undefined if no signatures can satisfy it at the moment.
 * Exact if all ways to satisfy it weigh the same, as for single keys and m-of-n.
 */
export function heaviestSatisfied(policy: SpendPolicy, moment: Moment): SatisfiedPolicy | undefined {
  const way = cheapestPath(policy, (condition) => (isOpen(condition, moment) ? -WEIGHT_OF[condition.type] : undefined));
  if (way === undefined) return undefined;
  const conditionsOf = (type: Condition['type']) => way.conditions.filter((condition) => condition.type === type);
  return {
    policy: way.policy,
    signatures: conditionsOf('key').map(() => ZERO_SIGNATURE),
    preimages: conditionsOf('hash').map(() => ZERO_HASH)
  };
}

/** Weight of the transaction after signing. */
export function signedWeight(transfer: Transfer, moment: Moment): number {
  if (transfer.generation === 'v2') {
    const known = new Map<SpendPolicy, SatisfiedPolicy>();
    // Inputs of one address share its policy.
    const heaviest = (satisfied: SatisfiedPolicy): SatisfiedPolicy => {
      const { policy } = satisfied;
      if (!known.has(policy)) known.set(policy, heaviestSatisfied(policy, moment) ?? satisfied);
      return known.get(policy)!;
    };
    const withPlaceholders = <I extends { readonly satisfiedPolicy: SatisfiedPolicy }>(input: I): I => ({
      ...input,
      satisfiedPolicy: heaviest(input.satisfiedPolicy)
    });
    const { transaction } = transfer;
    return v2TransactionWeight({
      ...transaction,
      coinInputs: transaction.coinInputs.map(withPlaceholders),
      fundInputs: transaction.fundInputs.map(withPlaceholders)
    });
  }
  const signature = new Uint8Array(SIGNATURE_BYTES);
  const signatures = transferInputs(transfer).flatMap(({ id, policy }) =>
    (heaviestSatisfied(policy, moment)?.signatures ?? []).map((_, i) => wholeSignature(id, i, signature))
  );
  return transactionWeight({ ...transfer.transaction, signatures });
}

/** Encoded length of a satisfied policy. */
export const satisfiedBytes = (satisfied: SatisfiedPolicy): number => encode(satisfiedPolicy, satisfied).length;

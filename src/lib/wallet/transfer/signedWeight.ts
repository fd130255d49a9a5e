import { ZERO_HASH } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy, SpendPolicy } from '$lib/chain/policy/policy';
import { satisfiedPolicy } from '$lib/chain/policy/policyLayout';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { encode } from '$lib/codec/layout';
import { cheapestWay, isOpen, type Condition, type Moment } from '../policy/satisfy';
import { wholeSignature } from './signatureHashes';
import { transferInputs, type Transfer } from './transfer';

const SIGNATURE_BYTES = 64;

/** The more signatures and preimages, the heavier. */
const WEIGHT_OF: Record<Condition['type'], number> = { key: SIGNATURE_BYTES, hash: 32, above: 0, after: 0 };

/**
 * The policy as heavy as it can be in a signed transaction; undefined when no signatures can satisfy it at the moment.
 * Where every way to satisfy it weighs the same, as with single keys and m of n of them, this is exactly its weight.
 */
export function heaviestSatisfied(policy: SpendPolicy, moment: Moment): SatisfiedPolicy | undefined {
  const way = cheapestWay(policy, (condition) => (isOpen(condition, moment) ? -WEIGHT_OF[condition.type] : undefined));
  if (way === undefined) return undefined;
  const used = (type: Condition['type']) => way.conditions.filter((condition) => condition.type === type);
  return {
    policy: way.policy,
    signatures: used('key').map(() => ZERO_SIGNATURE),
    preimages: used('hash').map(() => ZERO_HASH)
  };
}

/** Weight of the transaction once it is signed. */
export function signedWeight(transfer: Transfer, moment: Moment): number {
  if (transfer.generation === 'v2') {
    const filled = <I extends { readonly satisfiedPolicy: SatisfiedPolicy }>(input: I): I => ({
      ...input,
      satisfiedPolicy: heaviestSatisfied(input.satisfiedPolicy.policy, moment) ?? input.satisfiedPolicy
    });
    const { transaction } = transfer;
    return v2TransactionWeight({
      ...transaction,
      coinInputs: transaction.coinInputs.map(filled),
      fundInputs: transaction.fundInputs.map(filled)
    });
  }
  const signature = new Uint8Array(SIGNATURE_BYTES);
  const signatures = transferInputs(transfer).flatMap(({ id, policy }) =>
    (heaviestSatisfied(policy, moment)?.signatures ?? []).map((_, i) => wholeSignature(id, i, signature))
  );
  return transactionWeight({ ...transfer.transaction, signatures });
}

/** Bytes a satisfied policy takes in an input. */
export const satisfiedBytes = (satisfied: SatisfiedPolicy): number => encode(satisfiedPolicy, satisfied).length;

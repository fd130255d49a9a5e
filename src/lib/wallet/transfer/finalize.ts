import { sha256 } from '@noble/hashes/sha2.js';
import type { Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { replayPrefix } from '$lib/chain/transaction/sigHash';
import type { TransactionSignature } from '$lib/chain/transaction/transaction';
import { decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import { IncompleteTransferError, UpgradePassedError } from '../errors';
import { publicKeysOf } from '../policy/policyTree';
import { cheapestPath, isOpen, type Condition, type Moment, type PolicyPath } from '../policy/satisfy';
import type { WalletCache } from '../sync/cache';
import { requireValidTransfer } from './checkTransfer';
import { wholeSignature } from './signatureHashes';
import { slotOf, unlockKeys, validSignatures } from './signing';
import {
  attachProofs,
  transferInputs,
  type BroadcastSet,
  type Transfer,
  type TransferInput,
  type V1Transfer
} from './transfer';

/** What an input lacks to be satisfied. */
export interface MissingSignatures {
  readonly parentId: Hash256;
  readonly address: Address;
  /** Minimum number of further signatures. */
  readonly signaturesNeeded: number;
  /** Keys that signed. */
  readonly signed: readonly PublicKey[];
  /** Keys that have not signed. */
  readonly candidates: readonly PublicKey[];
  /** SHA-256 hashes with unknown preimages. */
  readonly hashes: readonly Hash256[];
  /** Height of a closed height lock. */
  readonly aboveHeight?: bigint;
  /** Unix seconds. */
  readonly afterTime?: bigint;
}

/** The data available to satisfy the policies of a transfer. */
class SatisfactionContext {
  readonly #signatures: ReadonlyMap<string, Signature>;
  readonly #preimages: ReadonlyMap<string, Hash256>;
  readonly #isV1: boolean;

  constructor(
    transfer: Transfer,
    network: Network,
    readonly moment: Moment
  ) {
    this.#signatures = new Map(
      validSignatures(transfer, network).map((valid) => [slotOf(valid), valid.signature] as const)
    );
    this.#preimages = new Map(transfer.preimages.map((preimage) => [encodeHex(sha256(decodeHex(preimage))), preimage]));
    this.#isV1 = transfer.generation === 'v1';
  }

  signatureOf(publicKey: PublicKey, { id }: TransferInput): Signature | undefined {
    const parentId = this.#isV1 ? id : undefined;
    return this.#signatures.get(slotOf({ publicKey, parentId }));
  }

  preimageOf(hash: Hash256): Hash256 | undefined {
    return this.#preimages.get(hash);
  }

  isSatisfied(condition: Condition, input: TransferInput): boolean {
    if (condition.type === 'key') return this.signatureOf(condition.publicKey, input) !== undefined;
    if (condition.type === 'hash') return this.preimageOf(condition.hash) !== undefined;
    return isOpen(condition, this.moment);
  }
}

// Missing data dominates the cost, so the cheapest path is the one with the least missing; signatures are preferred to
// waiting for a lock.
const MISSING_COST: Record<Condition['type'], number> = { key: 1e3, hash: 1e3, above: 1e9, after: 1e9 };

/** One entry per incomplete input; empty when the transfer can be broadcast. */
export const missingSignatures = (transfer: Transfer, network: Network, moment: Moment): MissingSignatures[] =>
  missingFrom(transfer, new SatisfactionContext(transfer, network, moment));

function missingFrom(transfer: Transfer, context: SatisfactionContext): MissingSignatures[] {
  return transferInputs(transfer).flatMap((input) => {
    const way = cheapestPath(input.policy, (condition) =>
      context.isSatisfied(condition, input) ? 0 : MISSING_COST[condition.type]
    );
    const unsatisfied = (way?.conditions ?? []).filter((condition) => !context.isSatisfied(condition, input));
    if (way !== undefined && unsatisfied.length === 0) return [];
    const keys = publicKeysOf(input.policy);
    const hasSigned = (key: PublicKey): boolean => context.signatureOf(key, input) !== undefined;
    const above = unsatisfied.find((condition) => condition.type === 'above');
    const after = unsatisfied.find((condition) => condition.type === 'after');
    return [
      {
        parentId: input.id,
        address: input.output.address,
        signaturesNeeded: unsatisfied.filter(({ type }) => type === 'key').length,
        signed: keys.filter(hasSigned),
        candidates: keys.filter((key) => !hasSigned(key)),
        hashes: unsatisfied.flatMap((condition) => (condition.type === 'hash' ? [condition.hash] : [])),
        ...(above && { aboveHeight: above.height }),
        ...(after && { afterTime: after.timestamp })
      }
    ];
  });
}

/** Whether all inputs are satisfied. */
export const isComplete = (transfer: Transfer, network: Network, moment: Moment): boolean =>
  missingSignatures(transfer, network, moment).length === 0;

/**
 * The transaction to broadcast: signatures in the order in which policies consume them, unused sub-policies opaque,
 * proofs from the cache. Later calls return the same transaction with newer proofs.
 * @throws {IncompleteTransferError} signatures or preimages are missing
 * @throws {InputGoneError} an input is no longer held by the wallet
 * @throws {UpgradePassedError} a V1 transaction after the hard fork
 */
export function broadcastSet(transfer: Transfer, network: Network, cache: WalletCache, moment: Moment): BroadcastSet {
  requireValidTransfer(transfer, network);
  const context = new SatisfactionContext(transfer, network, moment);
  const missing = missingFrom(transfer, context);
  if (missing.length > 0) throw new IncompleteTransferError(missing.length);
  const ways = new Map(
    transferInputs(transfer).map((input) => [input.id as string, chooseSatisfaction(input, context)])
  );
  const { index: basis } = cache;
  if (transfer.generation === 'v1') {
    requireV1Allowed(transfer, network, cache);
    return { basis, transactions: [attachV1Signatures(transfer, ways)], v2Transactions: [] };
  }
  const satisfied = <I extends { readonly parent: { readonly id: string } }>(input: I) => ({
    ...input,
    satisfiedPolicy: ways.get(input.parent.id)!.satisfied
  });
  const { transaction } = transfer;
  const signed = {
    ...transaction,
    coinInputs: transaction.coinInputs.map(satisfied),
    fundInputs: transaction.fundInputs.map(satisfied)
  };
  return { basis, transactions: [], v2Transactions: [attachProofs(signed, cache)] };
}

// A preimage covers nothing: whoever relays it could spend the output with it, unless a signature is required as well.
const SATISFIED_COST: Record<Condition['type'], number> = { key: 1, hash: 1e4, above: 1, after: 1 };

/** The satisfied policy of the lightest satisfied path, without preimages if possible. */
function chooseSatisfaction(input: TransferInput, context: SatisfactionContext) {
  const way: PolicyPath = cheapestPath(input.policy, (condition) =>
    context.isSatisfied(condition, input) ? SATISFIED_COST[condition.type] : undefined
  )!;
  const keys = way.conditions.flatMap((condition) => (condition.type === 'key' ? [condition.publicKey] : []));
  return {
    keys,
    satisfied: {
      policy: way.policy,
      signatures: keys.map((key) => context.signatureOf(key, input)!),
      preimages: way.conditions.flatMap((condition) =>
        condition.type === 'hash' ? [context.preimageOf(condition.hash)!] : []
      )
    }
  };
}

function attachV1Signatures(transfer: V1Transfer, ways: ReadonlyMap<string, ReturnType<typeof chooseSatisfaction>>) {
  const signatures = transferInputs(transfer).flatMap(({ id, policy }): TransactionSignature[] => {
    const places = unlockKeys(policy);
    const { keys, satisfied } = ways.get(id)!;
    return keys.map((key, i) => wholeSignature(id, places.indexOf(key), decodeHex(satisfied.signatures[i]!)));
  });
  return { ...transfer.transaction, signatures };
}

/** V1 signatures are valid only between two replay-protection forks, and until V1 ends. */
function requireV1Allowed({ basis }: V1Transfer, network: Network, { index }: WalletCache): void {
  const isSameEra = equalBytes(replayPrefix(network, basis.height), replayPrefix(network, index.height));
  if (!isSameEra || index.height + 1 >= network.hardforkV2.requireHeight) throw new UpgradePassedError();
}

import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainIndex, CoinElement } from '$lib/chain/element/elements';
import type { V2FileContractElement } from '$lib/chain/element/fileContract';
import type { FileContractId } from '$lib/chain/ids';
import { advanceProof } from '$lib/chain/proof/advanceProof';
import { v2FileContractId, v2RenewalId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import {
  addressOf,
  formation,
  HOST,
  renewing,
  revising,
  signedContract,
  signedRenewal,
  type KeyPair
} from './contracts';

const DURATION = 40;
/** A contract is formed, then revised and renewed twice; then the next one begins. */
const STEPS = ['formation', 'revision', 'renewal', 'revision', 'renewal'] as const;
type Step = (typeof STEPS)[number];
type Server = Pick<WalletServer, 'tip' | 'updates' | 'coinOutputs'>;

/** The largest output of the key's address: those from contracts are small. */
export async function largestCoin(server: Pick<WalletServer, 'coinOutputs'>, key: KeyPair): Promise<CoinElement> {
  const { outputs } = await server.coinOutputs({ params: { address: addressOf(key) } });
  return outputs.reduce((largest, coin) => (coin.output.value > largest.output.value ? coin : largest));
}

/**
 * Contracts between the renter and the host of `./contracts`, formed, revised and renewed one step at a time. The host
 * pays, with the largest coin of its address.
 */
export class ContractTraffic {
  /** How often each step was confirmed. */
  readonly confirmed: Record<Step, number> = { formation: 0, revision: 0, renewal: 0 };
  #step = 0;
  #contract: FileContractId | undefined;
  /** The contract after the last confirmed step, with its proof at the tip of that time. */
  #parent: V2FileContractElement | undefined;
  /** The tip when the pending step was created. */
  #since: ChainIndex | undefined;

  /** The next step, with proofs at the server's tip, which must be the tip at the last {@link confirm}. */
  async next(server: Server): Promise<V2Transaction> {
    const tip = await server.tip({});
    const step = STEPS[this.#step]!;
    const heights = { proofHeight: BigInt(tip.height + DURATION), expirationHeight: BigInt(tip.height + 2 * DURATION) };
    const coin = await largestCoin(server, HOST);
    this.#since = tip;
    if (step === 'formation') {
      const txn = formation(coin, signedContract(heights), HOST);
      this.#contract = v2FileContractId(v2TransactionId(txn), 0);
      return txn;
    }
    const parent = this.#parent!;
    if (step === 'renewal') {
      this.#contract = v2RenewalId(parent.id);
      return renewing(coin, parent, signedRenewal(signedContract(heights)), HOST);
    }
    const { revisionNumber } = parent.fileContract;
    return revising(parent, signedContract({ ...parent.fileContract, revisionNumber: revisionNumber + 1n }));
  }

  /** Finds the step in the server's blocks since it was created. @throws {Error} if none contains it */
  async confirm(server: Server): Promise<void> {
    const { applied } = await server.updates({ params: { index: this.#since! }, query: { limit: 100 } });
    let found: V2FileContractElement | undefined;
    for (const { update } of applied) {
      if (found !== undefined) found = { ...found, stateElement: advanceProof(update, found.stateElement) };
      const diff = update.v2FileContractElements.find(({ v2FileContractElement: { id } }) => id === this.#contract);
      if (diff === undefined) continue;
      const { v2FileContractElement: element, revision } = diff;
      found = { ...element, fileContract: revision ?? element.fileContract };
    }
    const step = STEPS[this.#step]!;
    if (found === undefined) throw new Error(`no block contains the ${step} of contract ${this.#contract}`);
    this.#parent = found;
    this.confirmed[step]++;
    this.#step = (this.#step + 1) % STEPS.length;
  }
}

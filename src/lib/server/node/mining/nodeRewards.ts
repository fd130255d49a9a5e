import type { NodeRewards } from '$lib/api/quarry/nodeRewards';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, TransactionId } from '$lib/chain/ids';
import { sign } from '$lib/chain/keys/sign';
import { medianTimestamp } from '$lib/consensus/state';
import { addressOfKey, policyOfKey, type AddressBook } from '$lib/wallet/keys/account';
import type { KeyPair } from '$lib/wallet/keys/keyring';
import { planSpend } from '$lib/wallet/spend/plan';
import { addOutputs, emptyCache, holdingsOf } from '$lib/wallet/sync/cache';
import { broadcastSet } from '$lib/wallet/transfer/finalize';
import { oneByOne, signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import { transferId } from '$lib/wallet/transfer/transfer';
import type { ChainManager } from '../chain/chainManager';
import { currentFee } from '../pool/fees';
import type { TransactionPool } from '../pool/transactionPool';
import type { SpentOutput } from '../store/outputs';
import type { ChainStore } from '../store/store';

interface RewardParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  /** An address's outputs on the chain that the pool spends. */
  readonly spentInPool: (address: Address) => readonly SpentOutput[];
  /** The key that the node mines to. */
  readonly keyPair: KeyPair;
}

/** Coins considered for one transaction; the plan takes as many as fit, the largest first. */
const MAX_COINS = 500;

/** The coins that the node mined to its own key. */
export class RewardPurse {
  readonly #parts: RewardParts;
  readonly #address: Address;

  constructor(parts: RewardParts) {
    this.#parts = parts;
    this.#address = addressOfKey(parts.keyPair.publicKey, 'uc');
  }

  get balance(): NodeRewards {
    const { store, chain } = this.#parts;
    const { coins, immatureCoins } = store.balances.at(this.#address, chain.tip.height);
    const ours = this.#parts.spentInPool(this.#address);
    const moving = ours.reduce((sum, { id }) => sum + this.#valueOf(id as CoinOutputId), 0n);
    return { address: this.#address, spendable: hastings(coins - moving), maturing: immatureCoins };
  }

  /**
   * Pays the mature coins, less the fee, to an address; as many as one transaction holds.
   * @throws {InsufficientFundsError} nothing is worth moving
   */
  async moveTo(address: Address): Promise<TransactionId> {
    const { store, chain, pool, keyPair, spentInPool } = this.#parts;
    await pool.settled();
    const { state, network, tip } = chain;
    // Without the coins of earlier, unconfirmed transactions, which would fill the page.
    const moving = store.coins.leavesOf(spentInPool(this.#address));
    const coins = store.coins
      .maturePage(this.#address, tip.height, { offset: 0, limit: MAX_COINS }, moving)
      .map(({ element }) => store.prove(element, state.elements.numLeaves));
    const { cache } = addOutputs(emptyCache(state), state, { basis: tip, coins });
    const { transfer } = planSpend({
      holdings: holdingsOf(cache),
      addresses: this.#addresses,
      network,
      recipients: [{ address, coins: hastings(0n) }],
      sendMax: 0,
      feePerWeight: currentFee(store, tip, pool.weight),
      changeAddress: address
    });
    const signer: TransferSigner = {
      // The plan spends from no other key's address.
      keyOf: () => ({ index: 0, form: 'uc' }),
      sign: oneByOne((_, { sigHash }) => sign(keyPair.privateKey, sigHash))
    };
    const signed = await signTransfer(transfer, network, signer);
    const moment = { height: tip.height, medianTimestamp: medianTimestamp(state) };
    await pool.add(broadcastSet(signed, network, cache, moment));
    return transferId(transfer);
  }

  /** Value of an output that is on the chain; 0 for others, such as fund outputs. */
  #valueOf(id: CoinOutputId): bigint {
    return this.#parts.store.coins.get(id)?.element.output.value ?? 0n;
  }

  get #addresses(): AddressBook {
    const policy = policyOfKey(this.#parts.keyPair.publicKey, 'uc');
    const row = { address: this.#address, policy, label: '', isChange: false, createdAtMs: 0 };
    return new Map([[this.#address, row]]);
  }
}

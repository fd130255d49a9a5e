import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { PrivateKey, PublicKey } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import type { ChainState } from '$lib/chain/block/state';
import { applyBlock, revertBlock } from '$lib/consensus/apply/applyBlock';
import type { BlockSupplement } from '$lib/consensus/apply/supplement';
import { unixSeconds } from '$lib/chain/time';
import { policyOfKey, type KeyForm, type WalletAddress } from '$lib/wallet/keys/account';
import { addOutputs, emptyCache, holdingsOf, type WalletCache } from '$lib/wallet/sync/cache';
import { isMature } from '$lib/wallet/sync/coins';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';
import { oneByOne, type TransferSigner } from '$lib/wallet/transfer/signing';
import { applyUpdates, type Feed } from '$lib/wallet/sync/sync';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { TestChain, testNetwork, type Content } from '../consensus/testChain';

/** A seed wallet with a few keys, and a signer that holds them. */
export function seedWallet(byte: number, count = 4) {
  const seed = new Uint8Array(32).fill(byte) as Uint8Array as Seed;
  const keys = Array.from({ length: count }, (_, index) => deriveKeyPair(seed, BigInt(index)));
  const forms: KeyForm[] = ['uc', 'pk'];
  const addresses = keys.flatMap(({ publicKey }, index) =>
    forms.map((form) => ownAddress(policyOfKey(publicKey, form), { key: { index, form } }))
  );
  return {
    keys,
    book: new Map(addresses.map((entry): [Address, WalletAddress] => [entry.address, entry])),
    address: (index: number, form: KeyForm): Address => policyAddress(policyOfKey(keys[index]!.publicKey, form)),
    signer: signerOf(keys.map(({ privateKey }) => privateKey))
  };
}

export const ownAddress = (policy: SpendPolicy, rest: Partial<WalletAddress> = {}): WalletAddress => ({
  address: policyAddress(policy),
  policy,
  label: '',
  isChange: false,
  createdAtMs: 0,
  ...rest
});

/** Signs with these keys immediately. */
export function signerOf(privateKeys: readonly PrivateKey[]): TransferSigner {
  const byKey = new Map(privateKeys.map((key): [PublicKey, PrivateKey] => [derivePublicKey(key), key]));
  const order = [...byKey.keys()];
  return {
    keyOf: (publicKey) => (byKey.has(publicKey) ? { index: order.indexOf(publicKey), form: 'pk' } : undefined),
    sign: oneByOne(({ index }, { sigHash }) => sign(byKey.get(order[index]!)!, sigHash))
  };
}

interface Step {
  readonly parent: ChainState;
  readonly block: Block;
  readonly supplement: BlockSupplement;
  readonly applied: Feed['applied'][number];
}

/** A chain with an update feed, forward and backward. */
export class FeedChain {
  chain: TestChain;
  readonly #steps: Step[] = [];

  constructor(readonly network: Network = testNetwork(1)) {
    this.chain = new TestChain(network);
  }

  get state(): ChainState {
    return this.chain.state;
  }

  /** Adds a block with this content. @returns its feed entry */
  add(content: Content = {}, payee?: Address): Feed['applied'][number] {
    return this.addBlock(payee === undefined ? this.chain.child(content) : this.#paying(content, payee));
  }

  addBlock(block: Block): Feed['applied'][number] {
    const parent = this.chain.state;
    const supplement = this.chain.supplementFor(block);
    const { update } = applyBlock(this.network, parent, block, supplement, {
      ancestorTimestamp: unixSeconds(1_700_000_000)
    });
    this.chain.add(block);
    const applied = { update, state: this.chain.state, block };
    this.#steps.push({ parent, block, supplement, applied });
    return applied;
  }

  /** The feed entries of all blocks after genesis. */
  get feed(): Feed {
    return { reverted: [], applied: this.#steps.map(({ applied }) => applied) };
  }

  /** Reverts the last blocks. @returns their feed entries, newest first */
  rewind(count: number): Feed['reverted'] {
    const gone = this.#steps.splice(this.#steps.length - count).reverse();
    const kept = this.#steps.splice(0);
    this.chain = new TestChain(this.network);
    for (const { block } of kept) this.addBlock(block);
    return gone.map(({ parent, block, supplement }) => ({
      update: revertBlock(this.network, parent, block, supplement).update,
      state: parent,
      block
    }));
  }

  #paying(content: Content, payee: Address): Block {
    const block = this.chain.child(content);
    const minerPayouts = [{ ...block.minerPayouts[0]!, address: payee }];
    return this.chain.committed({ ...block, minerPayouts });
  }
}

/** A wallet that follows a chain, with its events. */
export class Follower {
  cache: WalletCache;
  events: ReadonlyMap<string, WalletEvent> = new Map();

  /** @param start the chain at the wallet's start */
  constructor(
    { state, chain }: FeedChain,
    readonly own: ReadonlySet<Address> | ReadonlyMap<Address, unknown>
  ) {
    const held = <E extends { readonly output: { readonly address: Address } }>(elements: readonly E[]): E[] =>
      elements.filter(({ output }) => own.has(output.address));
    const outputs = { basis: state.index, coins: held(chain.coins), funds: held(chain.funds) };
    this.cache = addOutputs(emptyCache(state), state, outputs).cache;
  }

  follow(feed: Partial<Feed>): void {
    const { cache, changes } = applyUpdates(this.cache, { reverted: [], applied: [], ...feed }, this.own);
    this.cache = cache;
    const events = new Map(this.events);
    for (const { id, blockId } of changes.events.removed) if (events.get(id)?.index.id === blockId) events.delete(id);
    for (const event of changes.events.added) events.set(event.id, event);
    this.events = events;
  }
}

/** What the wallet could spend in the next block, in hastings. */
export function spendableIn(cache: WalletCache): bigint {
  const { coins, basis } = holdingsOf(cache);
  return coins.reduce((sum, coin) => (isMature(coin, basis.height) ? sum + coin.output.value : sum), 0n);
}

/** All fund units. */
export const fundsIn = (cache: WalletCache): bigint =>
  [...cache.funds.values()].reduce((sum, { output }) => sum + output.value, 0n);

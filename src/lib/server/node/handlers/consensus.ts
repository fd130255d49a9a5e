import { StepQueue } from '$lib/async/stepQueue';
import type { ConsensusStatus, DaemonBlock, consensusRoutes } from '$lib/api/daemon/consensus';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import type { Handlers } from '$lib/api/http/route';
import { FUND_COUNT, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { MAX_TARGET, workOf } from '$lib/chain/target';
import type { UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { MAX_PREV_TIMESTAMPS } from '$lib/chain/block/stateLayout';
import { applyTransaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ConsensusError, reject } from '$lib/consensus/errors';
import { childPowTarget } from '$lib/consensus/state';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import type { ChainManager } from '../chain/chainManager';
import { MAX_FUTURE_SECONDS } from '../chain/chainManager';
import { encodeChange } from '../chain/changeStream';
import { refusal } from '../errors';
import { refusedSet } from './brokenRules';
import type { PeerNetwork } from '../peers/peerNetwork';
import type { SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import { supplementTransaction } from '../chain/supplement';

/** Dependencies of {@link consensusHandlers}. */
export interface ConsensusParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly signatures: SignatureChecker;
  readonly genesisTimestamp: UnixSeconds;
  /** Undefined for a node without connections to others, which is always synced. */
  readonly peers?: PeerNetwork;
}

const NS_PER_SECOND = 1_000_000_000n;

/** The constants listed by both `/consensus` and `/daemon/constants`. */
export const networkConstants = (network: Network, genesisTimestamp: UnixSeconds) => ({
  blockFrequency: Number(network.blockInterval / NS_PER_SECOND),
  blockSizeLimit: MAX_BLOCK_WEIGHT,
  // This node does not queue blocks with a future timestamp, so both thresholds are equal.
  extremeFutureThreshold: MAX_FUTURE_SECONDS,
  futureThreshold: MAX_FUTURE_SECONDS,
  genesisTimestamp,
  maturityDelay: network.maturityDelay,
  medianTimestampWindow: MAX_PREV_TIMESTAMPS,
  fundCount: FUND_COUNT,
  fundPortion: '39/1000',
  initialCoinbase: Number(network.initialCoinbase / HASTINGS_PER_COIN),
  minimumCoinbase: Number(network.minimumCoinbase / HASTINGS_PER_COIN),
  rootTarget: network.initialTarget,
  rootDepth: MAX_TARGET,
  coinPrecision: HASTINGS_PER_COIN
});

const HEX_ID = /^[0-9a-f]{64}$/i;

/** The consensus routes of the embedded node. */
export function consensusHandlers(parts: ConsensusParts): Handlers<typeof consensusRoutes> {
  const { store, chain, signatures, genesisTimestamp, peers } = parts;
  const { network } = chain;
  const subscriptions = new StepQueue();

  const status = (): ConsensusStatus => {
    const { state } = chain;
    const target = childPowTarget(network, state);
    const headers = peers?.headers;
    return {
      ...(store.firstBody > 0 && { firstBodyHeight: store.firstBody }),
      ...(headers && {
        headersHeight: headers.height,
        headersTimestamp: headers.timestamp,
        headersComplete: headers.isComplete
      }),
      ...(peers?.announcedHeight !== undefined && { announcedHeight: peers.announcedHeight }),
      ...(peers && { syncMode: peers.mode }),
      synced: peers?.isSynced ?? true,
      height: state.index.height,
      currentBlock: state.index.id,
      target,
      difficulty: workOf(target),
      foundationPrimaryAddress: state.foundationSubsidyAddress,
      foundationFailsafeAddress: state.foundationManagementAddress,
      ...networkConstants(network, genesisTimestamp)
    };
  };

  const requireStored = (height: number | undefined): void => {
    const first = store.firstBody;
    if (height !== undefined && height < first) throw refusal('consensus/before-first-block', { first });
  };

  const block = (id: BlockId): DaemonBlock => {
    const stored = store.block(id);
    if (stored === undefined) requireStored(store.blocks.place(id)?.height);
    if (stored === undefined || stored.status === 'invalid') throw refusal('consensus/block-not-found');
    const { parentId, nonce, timestamp, minerPayouts, transactions } = stored.block;
    return {
      id,
      height: stored.state.index.height,
      parentId,
      nonce,
      difficulty: workOf(childPowTarget(network, stored.state)),
      timestamp,
      minerPayouts: [...minerPayouts],
      transactions: [...transactions]
    };
  };

  const validateSet = (transactions: readonly Transaction[]): Promise<void> =>
    signatures.withVerified(({ verifySignature, requireVerified }) => {
      const effects = new BlockEffects(network, chain.state);
      let weight = 0;
      for (const txn of transactions) {
        weight += transactionWeight(txn);
        if (weight > MAX_BLOCK_WEIGHT) reject('txn/too-heavy', 'the set exceeds the weight of a block');
        const supplement = supplementTransaction(store, chain.state, txn);
        validateTransaction({ effects, verifySignature }, txn, supplement);
        applyTransaction(effects, txn, supplement);
      }
      requireVerified();
    });

  return {
    status,
    block: ({ query: { id, height } }) => {
      if (id === undefined && height === undefined) throw refusal('consensus/block-unnamed');
      if (id !== undefined && height !== undefined) throw refusal('consensus/block-named-twice');
      if (id !== undefined) {
        if (!HEX_ID.test(id)) throw refusal('consensus/block-id-unreadable');
        return block(id.toLowerCase() as BlockId);
      }
      const best = store.blocks.bestAt(height!);
      if (best !== undefined) return block(best);
      requireStored(height);
      throw refusal('consensus/block-not-found');
    },
    subscribe: ({ params: { id } }, { signal }) => {
      const from = seqOf(store, id);
      requireNextChange(store, network, from);
      return changesAfter(store, network, from, signal, subscriptions);
    },
    validate: async ({ body }) => {
      try {
        await validateSet(body);
      } catch (error) {
        if (!(error instanceof ConsensusError)) throw error;
        throw refusedSet(error);
      }
    }
  };
}

/** Sequence number at which a subscription starts; an unknown id, such as `FROM_NOW`, counts as the newest. */
function seqOf(store: ChainStore, id: string): number {
  if (!HEX_ID.test(id)) throw refusal('consensus/change-id-unreadable', { reason: idProblem(id) });
  const known = id.toLowerCase();
  if (known === FROM_GENESIS) return 0;
  return store.changes.seqOf(known) ?? store.changes.lastSeq();
}

/**
 * The diffs of a change list coins that matured, which requires the blocks that created them.
 * @throws {Refusal} the next change has blocks whose diffs cannot be computed
 */
function requireNextChange(store: ChainStore, network: Network, seq: number): void {
  const next = store.changes.after(seq);
  if (store.firstBody === 0 || next === undefined) return;
  const first = store.firstBody + network.maturityDelay;
  const places = [...next.reverted, ...next.applied].map((id) => store.blocks.place(id));
  // Reverted blocks may have been pruned.
  if (places.some((place) => place === undefined || place.height < first))
    throw refusal('consensus/before-first-block', { first });
}

function idProblem(id: string): string {
  if (id.length !== 64) return 'encoded value has the wrong length to be a hash';
  const invalid = /[^0-9a-f]/i.exec(id)![0];
  const codePoint = invalid.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `could not unmarshal hash: encoding/hex: invalid byte: U+${codePoint} '${invalid}'`;
}

/**
 * The changes after a sequence number, one per chunk.
 * @param turns of all subscriptions: other requests are handled between their changes, each of which may be a full block
 */
function changesAfter(store: ChainStore, network: Network, from: number, signal: AbortSignal, turns: StepQueue) {
  let seq = from;
  const next = function* (): Generator<void, Uint8Array<ArrayBuffer> | undefined> {
    yield;
    const change = store.changes.after(seq);
    if (change === undefined) return undefined;
    seq = change.seq;
    return new Uint8Array(encodeChange(store, network, change, seq === store.changes.lastSeq()));
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = await turns.run(next(), { signal }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      }
    },
    // A change is read when the one before it is sent, so that clients that do not read hold one each.
    { highWaterMark: 0 }
  );
}

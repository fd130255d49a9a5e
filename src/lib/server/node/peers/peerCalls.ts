import { systemScheduler } from '$lib/async/scheduler';
import type { CallName } from '$lib/peers/calls/callTypes';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { ConsensusError } from '$lib/consensus/errors';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { chainAnswers, type ChainAnswerParts, type SharedDecoding } from './chainAnswers';
import type { Dialer } from './dialer';
import { HostCalls } from './hosts/hostCalls';
import { WasteBudget } from './hosts/wasteBudget';
import { Misbehavior, type Peer } from './peer';
import type { BlockRelay } from './relay/blockRelay';
import type { TransactionRelay } from './relay/transactionRelay';

export interface PeerCallParts extends ChainAnswerParts, SharedDecoding {
  readonly dialer: Pick<Dialer, 'addressesToShare'>;
  readonly blocks: BlockRelay;
  readonly transactions: TransactionRelay;
  /** Whether blocks from peers are accepted. Otherwise a peer that announces one is only marked as having more. */
  readonly takesBlocks: () => boolean;
  readonly resync: (peer: Peer) => void;
  readonly ban: (peer: Peer, reason: string) => void;
  /** Ends the connection and refuses the host for a few minutes. */
  readonly pause: (peer: Peer) => void;
  /** After it aborts, failing calls are expected. */
  readonly signal: AbortSignal;
}

/** Serves the calls of peers. */
export class PeerCalls {
  readonly #parts: PeerCallParts;
  readonly #hostCalls = new HostCalls();
  /** Charged for announcements that could not be decoded: decoding up to their last byte takes the longest. */
  readonly #undecoded = new WasteBudget(systemScheduler);

  constructor(parts: PeerCallParts) {
    this.#parts = parts;
  }

  /** Serves the peer until its connection ends. */
  serve(peer: Peer): void {
    void serveCalls(peer.mux, this.#handlersFor(peer), {
      clock: systemScheduler,
      admit: () => this.#hostCalls.admit(peer.host),
      onFailure: (call, error, bytes) => this.#onFailure(peer, call, error, bytes)
    });
  }

  #handlersFor(peer: Peer): CallHandlers {
    const { dialer, blocks, transactions } = this.#parts;
    return {
      ...chainAnswers(this.#parts, peer.direction),
      shareNodes: () => dialer.addressesToShare(),
      discoverIp: () => peer.host,
      relayHeader: (header) => (this.#takesBlocks(peer) ? blocks.onHeader(header, peer) : undefined),
      relayOutline: (outline, endTurn) =>
        this.#takesBlocks(peer) ? blocks.onOutline(outline, peer, endTurn) : undefined,
      takesTransactions: () => transactions.takesFrom(peer.host),
      relayTransactions: (set) => transactions.onTransactions(set, peer)
    };
  }

  #takesBlocks(peer: Peer): boolean {
    const { takesBlocks, resync } = this.#parts;
    if (takesBlocks()) return true;
    resync(peer);
    return false;
  }

  /**
   * Breaking a rule costs the connection and a one-day ban; any other failure ends only the call's stream, unless there
   * are many.
   */
  #onFailure(peer: Peer, call: CallName | undefined, error: unknown, bytes: number): void {
    const { ban, signal } = this.#parts;
    // The chain may be closed already.
    if (signal.aborted) return;
    if (error instanceof Misbehavior) ban(peer, error.message);
    else if (call === 'relayOutline' && error instanceof ConsensusError)
      ban(peer, `an invalid block: ${error.message}`);
    else if (!(error instanceof PeerError)) console.error(error);
    else if (call === 'relayOutline' || call === 'relayTransactions') {
      // Others end early if a line is slow, which may be ours.
      this.#chargeFor(isPeerError(error, 'peers/malformed-message') ? bytes : bytes / 4, peer);
    }
  }

  #chargeFor(size: number, peer: Peer): void {
    this.#undecoded.spend(peer.host, size);
    if (this.#undecoded.isSpent(peer.host)) this.#parts.pause(peer);
  }
}

import { AppError } from '$lib/errors';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';

/** The server is on another network than the wallet. */
export class OtherNetworkError extends AppError {
  readonly code = 'wallet/other-network';
  constructor(
    readonly expected: string,
    readonly actual: string
  ) {
    super(`This wallet belongs to the network ${expected}, the server to ${actual}. The last known state is shown.`);
  }
}

/** The server's genesis block is not this network's. */
export class OtherGenesisError extends AppError {
  readonly code = 'wallet/other-genesis';
  constructor(
    readonly network: string,
    readonly expected: BlockId,
    readonly actual: BlockId,
    /** The network is a public one with a well-known genesis block. */
    readonly isPublic: boolean
  ) {
    super(`The server’s chain is not the network ${network}: it begins with block ${actual}, not ${expected}.`);
  }
}

/** The server reports different consensus parameters for the same chain than before. */
export class OtherRulesError extends AppError {
  readonly code = 'wallet/other-rules';
  constructor(readonly network: string) {
    super(`The server reports different consensus parameters for the network ${network} than before.`);
  }
}

/** The server does not have the wallet's last synced block. */
export class UnknownBlockError extends AppError {
  readonly code = 'wallet/unknown-block';
  constructor(
    readonly index: ChainIndex,
    options?: { cause?: unknown }
  ) {
    super(
      `The server does not have block ${index.height}, the last one this wallet has read. If its chain was restarted, rescan the wallet; otherwise check the server.`,
      options
    );
  }
}

/** The server reports a tip that its own blocks do not lead to. */
export class UnbackedTipError extends AppError {
  readonly code = 'wallet/unbacked-tip';
  constructor(
    readonly index: ChainIndex,
    options?: { cause?: unknown }
  ) {
    super(`The state that the server reports for block ${index.height} does not follow from its blocks.`, options);
  }
}

/** The server of a public network ends before the blocks whose work shows that its chain is the real one. */
export class EarlyTipError extends AppError {
  readonly code = 'wallet/early-tip';
  constructor(
    readonly index: ChainIndex,
    /** Height of the first such block. */
    readonly first: Height
  ) {
    super(`The server’s chain ends at block ${index.height}. Nothing before block ${first} proves a balance.`);
  }
}

/** The chain changed during every attempt to read the wallet. */
export class RestlessChainError extends AppError {
  readonly code = 'wallet/restless-chain';
  constructor(options?: { cause?: unknown }) {
    super('New blocks kept arriving while the wallet was being read. It retries in a moment.', options);
  }
}

/** The server returns the same pages of a list repeatedly. */
export class RepeatedPagesError extends AppError {
  readonly code = 'wallet/repeated-pages';
  constructor() {
    super('The server repeats pages of a list that should continue or end. Its responses were discarded.');
  }
}

/** The server lists more events or outputs for the wallet's addresses than the page can hold. */
export class LongListError extends AppError {
  readonly code = 'wallet/long-list';
  constructor(readonly limit: number) {
    super(`The server lists more than ${limit} events or outputs for the wallet’s addresses. They were discarded.`);
  }
}

/** The server indexes only some addresses and returns empty results for others. */
export class PartialIndexError extends AppError {
  readonly code = 'wallet/partial-index';
  constructor(readonly indexMode: string) {
    super(
      `The wallet server runs in index mode “${indexMode}”: it indexes only its own wallets and reports every other address as empty. Its responses were discarded. Start it with --index.mode=full, or choose another server.`
    );
  }
}

/** Whether the server has pruned the requested block, or its chain began after it. */
export const isBeforeFirst = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'wallet-server/before-first-block';

import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { ConsensusError } from '$lib/consensus/errors';
import {
  followFeed,
  hasLessWork,
  lightTip,
  startAtBlock,
  startAtGenesis,
  type VerifiedState,
  type LightPosition
} from '$lib/consensus/light/lightChain';
import { LightError, TooDeepError } from '$lib/consensus/light/errors';
import { toAppError, type AppError } from '$lib/errors';
import { Backoff } from '$lib/async/retry';
import { sleep } from '$lib/async/sleep';
import { StaleWriteError } from '../errors';
import { mergeRules, readNetwork } from '../networkIdentity';
import type { LightStorage, OpenLightStorage } from './ports';
import type { VerifiedChain } from './verifiedChain';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';
import { UpdateReader } from '$lib/api/wallet-server/updateReader';
import { UnknownBlockError } from '$lib/api/wallet-server/unsuitableServer';
import { summaryOf, type LightSummary } from './summary';

/** Start of the verification: genesis, or a trusted block. */
export type LightStart = { readonly kind: 'genesis' } | { readonly kind: 'block'; readonly index: ChainIndex };

export type LightEvent =
  /** The stored state has advanced. */
  | { readonly type: 'moved'; readonly summary: LightSummary; readonly target: Height }
  /** Synced with the server. */
  | { readonly type: 'current'; readonly summary: LightSummary }
  /** The server sent invalid data; what was verified before remains valid. Retried after a delay. */
  | { readonly type: 'refused'; readonly error: AppError; readonly height: Height | undefined }
  /** The server is unreachable. Retried after a delay. */
  | { readonly type: 'failed'; readonly error: AppError };

export interface FollowOptions {
  readonly server: WalletServer;
  readonly openStorage: OpenLightStorage;
  readonly start: LightStart;
  /** Discard what is stored for this chain and start, and start again. */
  readonly anew: boolean;
  /** Polling interval at the tip, milliseconds. */
  readonly pollMs: number;
  /** Called before each step; pauses while the user waits for something else. */
  readonly rest: (signal: AbortSignal) => Promise<void>;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;

/**
 * Verifies the server's chain until the signal aborts, continuing from what is stored; errors are yielded and retried.
 */
export async function* followChain(options: FollowOptions, signal: AbortSignal): AsyncGenerator<LightEvent> {
  const backoff = new Backoff(FIRST_RETRY_MS, LAST_RETRY_MS);
  let { anew } = options;
  let height: Height | undefined;
  while (!signal.aborted) {
    try {
      for await (const event of follow({ ...options, anew }, signal)) {
        anew = false;
        height = event.summary.tip.height;
        backoff.reset();
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StaleWriteError) continue;
      const isLie = error instanceof LightError || error instanceof ConsensusError;
      yield isLie ? { type: 'refused', error, height } : { type: 'failed', error: toAppError(error) };
      const retryMs = backoff.next();
      await sleep(isLie ? LAST_RETRY_MS : retryMs, signal);
    }
  }
}

type Progress = Extract<LightEvent, { readonly summary: LightSummary }>;

async function* follow(options: FollowOptions, signal: AbortSignal): AsyncGenerator<Progress> {
  const { server, pollMs, rest } = options;
  const { network: reported, genesis: genesisId } = await readNetwork(server, signal);
  const store = options.openStorage(scopeOf(genesisId, options.start));
  const opened = await open(options, { network: reported, genesisId, store }, signal);
  const { network } = opened;
  let { position } = opened;
  const reader = new UpdateReader(server);
  for (;;) {
    const { index } = lightTip(position);
    await rest(signal);
    signal.throwIfAborted();
    try {
      const { feed } = await reader.read(index, signal);
      if (feed.applied.length + feed.reverted.length > 0) {
        const after = followFeed(network, position, feed);
        await store.save(position, { network, position: after });
        position = after;
        const { height: target } = await server.tip({}, { signal });
        yield { type: 'moved', summary: summaryOf({ network, position }, genesisId), target };
        continue;
      }
    } catch (error) {
      if (!(error instanceof TooDeepError) && !(error instanceof UnknownBlockError)) throw error;
      const back = await goBack(options, store, { network, position }, signal);
      // The server has every block after all: a temporary error, for which nothing verified is discarded.
      if (back === undefined) throw error;
      position = back;
      continue;
    }
    requireWork(position);
    yield { type: 'current', summary: summaryOf({ network, position }, genesisId) };
    await sleep(pollMs, signal);
  }
}

/**
 * Where the progress is stored: what one server's start proves must not be continued for another server, which would
 * seem to be false if that start was.
 */
const scopeOf = (genesisId: BlockId, start: LightStart): string =>
  start.kind === 'genesis' ? genesisId : `${genesisId}:${start.index.id}`;

const startIdOf = (genesisId: BlockId, start: LightStart): BlockId =>
  start.kind === 'genesis' ? genesisId : start.index.id;

interface Opening {
  readonly network: Network;
  readonly genesisId: BlockId;
  readonly store: LightStorage;
}

/** The stored position, or the start. */
async function open(
  options: FollowOptions,
  { network, genesisId, store }: Opening,
  signal: AbortSignal
): Promise<VerifiedChain> {
  const known = options.anew ? undefined : await store.load();
  // Earlier versions stored every start in one place.
  if (known?.position.start.id === startIdOf(genesisId, options.start)) {
    const rules = mergeRules(known.network, network);
    if (!rules)
      throw new LightError('light/other-rules', known.position.start, 'the server reports different rules than before');
    return { network: rules, position: known.position };
  }
  const position = await begin(options, { network, genesisId }, signal);
  await store.begin({ network, position });
  return { network, position };
}

async function begin(
  { server, start }: FollowOptions,
  { network, genesisId }: Omit<Opening, 'store'>,
  signal: AbortSignal
): Promise<LightPosition> {
  if (start.kind === 'genesis') {
    const genesis = await server.block({ params: { idOrHeight: genesisId } }, { signal });
    const position = startAtGenesis(network, genesis);
    if (position.start.id === genesisId) return position;
    throw new LightError(
      'light/wrong-start',
      position.start,
      'the server returns a different first block than it reports'
    );
  }
  const { index } = start;
  const found = await undefinedIfNotFound(server.checkpoint({ params: { idOrHeight: index.id } }, { signal }));
  if (!found) throw new LightError('light/wrong-start', index, `the server does not have block ${index.height}`);
  const { block, state } = found;
  // Some servers return the state before the block, others the one after it.
  const parentState =
    state.index.id === block.parentId
      ? state
      : (await server.checkpoint({ params: { idOrHeight: block.parentId } }, { signal })).state;
  return startAtBlock(index, block, parentState);
}

/**
 * Handles a server whose chain is no longer the one that was followed and that does not report the fork point:
 * continues from the newest retained state that is in its chain, or from an earlier permanent one.
 * @returns undefined if its chain has all retained states
 */
async function goBack(
  { server }: FollowOptions,
  store: LightStorage,
  { network, position }: VerifiedChain,
  signal: AbortSignal
): Promise<LightPosition | undefined> {
  const { trail, start } = position;
  const shared = await countShared(server, trail, signal);
  if (shared === trail.length) return undefined;
  if (shared > 0) {
    const back = { ...position, trail: trail.slice(0, shared) };
    await store.save(position, { network, position: back });
    return back;
  }
  const first = trail[0]!.state.index.height;
  // The oldest difficulty rule needs the last thousand blocks, except when starting at genesis.
  const below = first <= network.hardforkOak.height ? start.height + 1 : first;
  const earlier = await store.loadBelow(Math.min(first, below));
  if (!earlier) {
    const message = `the server does not have block ${start.height}, from which verification started`;
    throw new LightError('light/other-branch', start, message);
  }
  await store.goBack(earlier);
  return earlier.position;
}

/** Number of states of the trail, from its start, whose blocks are in the server's chain. */
async function countShared(
  server: WalletServer,
  trail: readonly VerifiedState[],
  signal: AbortSignal
): Promise<number> {
  const isShared = async ({ state: { index } }: VerifiedState): Promise<boolean> => {
    const theirs = await undefinedIfNotFound(server.indexAt({ params: { height: index.height } }, { signal }));
    return theirs?.id === index.id;
  };
  let [low, high] = [0, trail.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await isShared(trail[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function requireWork(position: LightPosition): void {
  if (!hasLessWork(position)) return;
  const { index } = lightTip(position);
  const message = `the server ends at block ${index.height} with less work than block ${position.best.index.height}, which was verified before`;
  throw new LightError('light/less-work', index, message);
}

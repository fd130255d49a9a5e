import { randomBytes } from 'node:crypto';
import { systemScheduler } from '$lib/async/scheduler';
import { inSlices } from '$lib/async/timeSlices';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { encodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '$lib/consensus/errors';
import { parseNetAddress, unmapHost } from '$lib/peers/address';
import { callPeer } from '$lib/peers/calls/caller';
import { calls } from '$lib/peers/calls/callTypes';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import { verifyCheckpointInSteps, type Checkpoint } from '$lib/peers/sync/checkpoint';
import { nodeCrypto } from './crypto';
import { dial, tcpStream } from './tcpStream';

/** Peers to request it from at the same time. */
const AT_ONCE = 5;
/** Sent instead of an address by a client that only requests a checkpoint. */
const NO_ADDRESS = 'ephemeral:0';

export interface CheckpointSource {
  readonly network: Network;
  readonly genesisId: BlockId;
  /** `host:port` */
  readonly peers: readonly string[];
}

/**
 * The block at a trusted index and the state before it, from the first peer whose response verifies.
 * @throws {PeerError} no peer has it: the first failed verification, or else why a peer did not respond
 */
export async function fetchCheckpoint(trusted: ChainIndex, source: CheckpointSource): Promise<Checkpoint> {
  const waiting = [...source.peers];
  const found = new AbortController();
  const failures: unknown[] = [];
  const nobodyLeft = new PeerError(
    'peers/unreachable',
    'there is no peer to request the checkpoint from; name peers with QUARRY_PEERS'
  );
  const ask = async (): Promise<Checkpoint> => {
    for (let address = waiting.shift(); address !== undefined && !found.signal.aborted; address = waiting.shift()) {
      try {
        return await askPeer(address, trusted, source, found.signal);
      } catch (error) {
        failures.push(error);
      }
    }
    throw nobodyLeft;
  };
  try {
    return await Promise.any(Array.from({ length: AT_ONCE }, ask));
  } catch {
    const isOurs = (error: unknown): boolean => !(error instanceof PeerError);
    throw failures.find(isOurs) ?? failures.find(isRefusedAnswer) ?? failures[0] ?? nobodyLeft;
  } finally {
    found.abort();
  }
}

async function askPeer(
  address: string,
  trusted: ChainIndex,
  { network, genesisId }: CheckpointSource,
  signal: AbortSignal
): Promise<Checkpoint> {
  const socket = await dial(parseNetAddress(address), signal);
  const end = () => socket.destroy();
  signal.addEventListener('abort', end);
  try {
    const { connection } = await handshake(tcpStream(socket, { counters: [] }), {
      role: 'dial',
      crypto: nodeCrypto,
      genesisId,
      uniqueId: encodeHex(randomBytes(8)) as UniqueId,
      netAddress: NO_ADDRESS,
      remoteHost: unmapHost(socket.remoteAddress ?? ''),
      timers: systemScheduler
    });
    const mux = new Multiplexer(connection, { clock: systemScheduler });
    void refuseCalls(mux);
    try {
      const request = { index: trusted };
      const answer = await callPeer(mux, calls.sendCheckpoint, request, { clock: systemScheduler }).catch(refuseHeavy);
      return await inSlices(verifyCheckpointInSteps(network, trusted, answer), signal);
    } finally {
      mux.close();
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** A block that is too heavy has other transactions than its own. @throws {PeerError} for that */
function refuseHeavy(error: unknown): never {
  if (!(error instanceof ConsensusError)) throw error;
  throw new PeerError('peers/checkpoint-wrong-state', error.message, { cause: error });
}

/** An unread stream would stall the connection. */
async function refuseCalls(mux: Multiplexer): Promise<void> {
  for (let stream = await mux.accept(); stream !== undefined; stream = await mux.accept()) stream.close();
}

/** A response that failed verification: more useful to report than an unreachable peer. */
const isRefusedAnswer = (error: unknown): boolean =>
  isPeerError(
    error,
    'peers/checkpoint-not-v2',
    'peers/checkpoint-wrong-id',
    'peers/checkpoint-wrong-height',
    'peers/checkpoint-wrong-state',
    'peers/checkpoint-too-early',
    'peers/checkpoint-wrong-payout'
  );

import { systemScheduler } from '$lib/async/scheduler';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { parseNetAddress } from '$lib/peers/address';
import { PeerError } from '$lib/peers/errors';
import { askVersion, PROTOCOL_VERSION } from '$lib/peers/handshake/handshake';
import { dial, tcpStream } from './tcpStream';

/*
 * Each development chain begins when it is created, so two new nodes would never meet. The version, which the protocol
 * leaves to us, carries the beginning: a node that has no chain yet takes that of the first peer it is told of.
 */

/** What the node of a development chain sends as its version. */
export const developmentVersion = (network: string, genesisTimestamp: UnixSeconds): string =>
  `${PROTOCOL_VERSION}-${network}.${genesisTimestamp}`;

/** When the chain of a peer of the same development network began; undefined if its version does not say. */
export function genesisTimestampIn(version: string, network: string): UnixSeconds | undefined {
  const prefix = `${PROTOCOL_VERSION}-${network}.`;
  const digits = version.startsWith(prefix) ? version.slice(prefix.length) : '';
  return /^\d{9,10}$/.test(digits) ? unixSeconds(Number(digits)) : undefined;
}

/**
 * When the chain of the first peer that answers began.
 * @throws {PeerError} `peers/unreachable` none answers; `peers/different-genesis` none has a chain of this network
 */
export async function askGenesisTimestamp(peers: readonly string[], network: string): Promise<UnixSeconds> {
  let failure: unknown;
  for (const address of peers) {
    try {
      const socket = await dial(parseNetAddress(address), new AbortController().signal);
      const version = await askVersion(tcpStream(socket, { counters: [] }), systemScheduler);
      const timestamp = genesisTimestampIn(version, network);
      if (timestamp !== undefined) return timestamp;
      failure = new PeerError('peers/different-genesis', `${address} is no node of the network ${network}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

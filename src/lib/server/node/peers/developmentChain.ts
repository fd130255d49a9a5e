import { systemScheduler } from '$lib/async/scheduler';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { parseNetAddress } from '$lib/peers/address';
import { PeerError } from '$lib/peers/errors';
import { askVersion, PROTOCOL_VERSION } from '$lib/peers/handshake/handshake';
import { dial, tcpStream } from './tcpStream';

/*
 * The genesis timestamp of a development chain is the time of its creation, so two new nodes would never share a chain.
 * The version string, which the protocol leaves open, carries the timestamp: a node without a chain adopts that of the
 * first named peer that responds.
 */

/** The version that a node of a development chain sends. */
export const developmentVersion = (network: string, genesisTimestamp: UnixSeconds): string =>
  `${PROTOCOL_VERSION}-${network}.${genesisTimestamp}`;

/** Genesis timestamp in a peer's version; undefined if the version is not of the same development network. */
export function genesisTimestampIn(version: string, network: string): UnixSeconds | undefined {
  const prefix = `${PROTOCOL_VERSION}-${network}.`;
  const digits = version.startsWith(prefix) ? version.slice(prefix.length) : '';
  return /^\d{9,10}$/.test(digits) ? unixSeconds(Number(digits)) : undefined;
}

/**
 * Genesis timestamp of the first peer of this network that responds.
 * @throws {PeerError} `peers/unreachable` none responds; `peers/different-genesis` none has a chain of this network
 */
export async function askGenesisTimestamp(peers: readonly string[], network: string): Promise<UnixSeconds> {
  let failure: unknown;
  for (const address of peers) {
    try {
      const socket = await dial(parseNetAddress(address), new AbortController().signal);
      const version = await askVersion(tcpStream(socket, { counters: [] }), systemScheduler);
      const timestamp = genesisTimestampIn(version, network);
      if (timestamp !== undefined) return timestamp;
      failure = new PeerError('peers/different-genesis', `${address} is not a node of the network ${network}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

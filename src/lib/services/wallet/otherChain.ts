import {
  OtherGenesisError,
  OtherNetworkError,
  OtherRulesError,
  UnknownBlockError
} from '$lib/api/wallet-server/unsuitableServer';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { UpdateReader } from '$lib/api/wallet-server/updateReader';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import { OtherChainError } from './errors';

/** The network of a payment, and what is known of the server's chain. */
export interface PaymentChain {
  readonly network: Network;
  /** The server is known to be on another chain than the wallet. */
  readonly isOtherChain?: boolean;
}

const SIGNS = [OtherNetworkError, OtherGenesisError, OtherRulesError, UnknownBlockError];

/** Whether an error of a sync says that the server is on another chain than the wallet. */
export const isOnOtherChain = (error: unknown): boolean => SIGNS.some((sign) => error instanceof sign);

/** Whether the server reports blocks after the wallet's; false if that cannot be read. */
export async function isAhead(
  server: Pick<WalletServer, 'updates' | 'block'>,
  index: ChainIndex,
  signal: AbortSignal
): Promise<boolean> {
  const reading = new UpdateReader(server, 1).read(index, signal);
  return reading.then(
    ({ feed }) => feed.applied.length > 0,
    () => false
  );
}

/** Whether the server reports that it does not have the wallet's block; false if that cannot be read. */
export async function isOnAnother(
  server: Pick<WalletServer, 'updates' | 'block'>,
  index: ChainIndex
): Promise<boolean> {
  const reading = new UpdateReader(server, 1).read(index, new AbortController().signal);
  return reading.then(() => false, isOnOtherChain);
}

/**
 * Required before a payment is composed, signed in order to be sent, or sent: on another chain it may be confirmed twice
 * or not at all, and what the wallet shows of it would be about its own chain. Signing a file that is sent from elsewhere
 * does not need a server.
 * @throws {OtherChainError}
 */
export function requireSameChain({ isOtherChain }: Pick<PaymentChain, 'isOtherChain'>): void {
  if (isOtherChain) throw new OtherChainError();
}

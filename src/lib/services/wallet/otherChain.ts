import {
  OtherGenesisError,
  OtherNetworkError,
  OtherRulesError,
  UnknownBlockError
} from '$lib/api/wallet-server/unsuitableServer';
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

/**
 * Required before a payment is composed, signed in order to be sent, or sent: on another chain it may be confirmed twice
 * or not at all, and what the wallet shows of it would be about its own chain. Signing a file that is sent from elsewhere
 * does not need a server.
 * @throws {OtherChainError}
 */
export function requireSameChain({ isOtherChain }: Pick<PaymentChain, 'isOtherChain'>): void {
  if (isOtherChain) throw new OtherChainError();
}

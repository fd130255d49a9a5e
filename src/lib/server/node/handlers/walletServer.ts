import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import type { NodeHandlers } from '../http/tables';
import { walletAddressHandlers, type WalletAddressParts } from './walletAddresses';
import { walletChainHandlers, type WalletChainParts } from './walletChain';
import { walletConstructHandlers } from './walletConstruct';
import { walletLookupHandlers } from './walletLookups';
import { walletPoolHandlers, type WalletPoolParts } from './walletPool';
import { walletHandlers } from './wallets';
import type { SelectionParts } from '../wallet/outputSelection';

/** All routes of the wallet server. */
export const walletServerHandlers = (
  parts: WalletChainParts & WalletAddressParts & WalletPoolParts & SelectionParts
): NodeHandlers<typeof walletServerRoutes> => ({
  ...walletChainHandlers(parts),
  ...walletAddressHandlers(parts),
  ...walletPoolHandlers(parts),
  ...walletHandlers(parts),
  ...walletConstructHandlers(parts),
  ...walletLookupHandlers(parts)
});

import type { Handlers } from '$lib/api/route';
import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { walletAddressHandlers, type WalletAddressParts } from './walletAddresses';
import { walletChainHandlers, type WalletChainParts } from './walletChain';
import { walletPoolHandlers, type WalletPoolParts } from './walletPool';

/** Every route of the wallet server that Quarry uses. */
export const walletServerHandlers = (
  parts: WalletChainParts & WalletAddressParts & WalletPoolParts
): Handlers<typeof walletServerRoutes> => ({
  ...walletChainHandlers(parts),
  ...walletAddressHandlers(parts),
  ...walletPoolHandlers(parts)
});

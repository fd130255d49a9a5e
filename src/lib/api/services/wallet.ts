import { passes } from './password';
import type { HttpService } from './service';

/** A wallet server with the newer API. Pages assemble blocks from its data, which can pay any address. */
export const wallet = {
  protocol: 'http',
  isNode: true,
  name: 'wallet server',
  exampleUrl: 'http://127.0.0.1:9990/api',
  apiPath: '/api',
  embeddedPath: '/api',
  hasAgent: false,
  dialect: { probePath: '/consensus/tipstate' },
  // V2 transactions, and proofs with a basis.
  oldestVersion: [2, 0, 0],
  work: 'address',
  blockPaths: ['/syncer/broadcast/block'],
  loadTables: async () => [(await import('../wallet-server/routes')).walletServerRoutes],
  async acceptsPassword(options) {
    const { createWalletServer } = await import('../wallet-server/client');
    // Listing wallets requires the password even on servers that are otherwise public.
    return passes(() => createWalletServer(options).wallets());
  },
  async openTip(options) {
    const { tip } = (await import('../wallet-server/client')).createWalletServer(options);
    return (signal) => tip({}, { signal });
  },
  loadCheck: async () => (await import('./check/nodeServer')).walletServerCheck
} as const satisfies HttpService;

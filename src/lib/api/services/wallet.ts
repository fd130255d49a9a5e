import { passes } from './password';
import type { HttpService } from './service';

/** A wallet server, of the newer API: blocks are built in the page on what it knows, and pay any address. */
export const wallet = {
  protocol: 'http',
  isNode: true,
  name: 'wallet server',
  exampleUrl: 'http://127.0.0.1:9980',
  apiPath: '/api',
  embeddedPath: '/api',
  hasAgent: false,
  dialect: { probePath: '/consensus/tipstate' },
  // Transactions of the second generation, and proofs with a basis.
  oldestVersion: [2, 0, 0],
  work: 'address',
  loadTables: async () => [(await import('../wallet-server/routes')).walletServerRoutes],
  async acceptsPassword(options) {
    const { createWalletServer } = await import('../wallet-server/client');
    // The list of wallets needs the password even where the server is public otherwise.
    return passes(() => createWalletServer(options).wallets());
  },
  async openTip(options) {
    const { tip } = (await import('../wallet-server/client')).createWalletServer(options);
    return (signal) => tip({}, { signal });
  },
  loadCheck: async () => (await import('./check/nodeServer')).walletServerCheck
} as const satisfies HttpService;

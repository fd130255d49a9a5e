import { ServerError } from '../http/errors';
import { passes } from './password';
import type { HttpService } from './service';

/** A mining server: a node with the wallet server's paths of the chain, whose templates pay it or any address. */
export const mining = {
  protocol: 'http',
  isNode: false,
  name: 'mining server',
  exampleUrl: 'http://127.0.0.1:9990',
  apiPath: '/api',
  embeddedPath: '/api',
  hasAgent: false,
  dialect: { probePath: '/consensus/tipstate' },
  work: 'either',
  loadTables: async () => [(await import('../mining-server/routes')).miningServerRoutes],
  async acceptsPassword(options) {
    const { createMiningServer } = await import('../mining-server/client');
    try {
      return await passes(() => createMiningServer(options).getTemplate({ body: {} }));
    } catch (error) {
      // It has no template yet, and says so only past the password.
      if (error instanceof ServerError) return true;
      throw error;
    }
  },
  loadCheck: async () => (await import('./check/nodeServer')).miningServerCheck
} as const satisfies HttpService;

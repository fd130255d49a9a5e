import type { HttpService } from './service';

/** A mining server: a node with a wallet server's chain paths. Its templates pay its own or any other address. */
export const mining = {
  protocol: 'http',
  isNode: false,
  name: 'mining server',
  exampleUrl: 'http://127.0.0.1:9990/api',
  apiPath: '/api',
  embeddedPath: '/api',
  hasAgent: false,
  dialect: { probePath: '/consensus/tipstate' },
  work: 'either',
  blockPaths: ['/mining/submitblock'],
  loadTables: async () => [(await import('../mining-server/routes')).miningServerRoutes],
  async acceptsPassword(options) {
    return (await import('./miningPassword')).acceptsPassword(options);
  },
  loadCheck: async () => (await import('./check/nodeServer')).miningServerCheck
} as const satisfies HttpService;

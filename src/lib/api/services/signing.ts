import { passes } from './password';
import type { HttpService } from './service';

/** A signing server: stores seeds and signs with their keys. */
export const signing = {
  protocol: 'http',
  isNode: false,
  name: 'signing server',
  exampleUrl: 'http://127.0.0.1:9970',
  apiPath: '',
  embeddedPath: '/signing',
  hasAgent: false,
  // No response to a GET reveals it.
  dialect: { sharedWith: ['wallet', 'daemon'] },
  blockPaths: [],
  loadTables: async () => [(await import('../signing-server/routes')).signingServerRoutes],
  async acceptsPassword(options) {
    const { createSigningServer } = await import('../signing-server/client');
    return passes(() => createSigningServer(options).seeds());
  },
  loadCheck: async () => (await import('./check/signingServer')).signingServerCheck
} as const satisfies HttpService;

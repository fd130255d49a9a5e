import { HEADER_BYTES } from '$lib/chain/block/block';
import { DecodeError, ModuleDisabledError, ModuleLoadingError } from '../http/errors';
import { passes } from './password';
import type { HttpService } from './service';

/** A target, then a header. */
const WORK_BYTES = 32 + HEADER_BYTES;

const notWork = ({ length }: Uint8Array): DecodeError =>
  new DecodeError({ method: 'GET', path: '/miner/header' }, 'answer', '', `${length} bytes instead of ${WORK_BYTES}`);

/** A node daemon with the older API. Blocks from its miner API pay its own wallet. */
export const daemon = {
  protocol: 'http',
  isNode: true,
  name: 'daemon',
  exampleUrl: 'http://127.0.0.1:9980',
  apiPath: '',
  embeddedPath: '',
  hasAgent: true,
  dialect: { probePath: '/consensus' },
  // Blocklist, registry and renter parameters have their current form since this version.
  oldestVersion: [1, 5, 4],
  work: 'server',
  blockPaths: ['/miner/header', '/miner/block'],
  loadTables: async () => Object.values((await import('../daemon/modules')).daemonApi),
  async acceptsPassword(options) {
    const { miner, gateway } = (await import('../daemon/client')).createDaemon(options);
    let work: Uint8Array | undefined;
    try {
      const isAccepted = await passes(async () => (work = await miner.header()));
      // An arbitrary server may accept every request, but only a daemon returns work.
      if (work && work.length !== WORK_BYTES) throw notWork(work);
      return isAccepted;
    } catch (error) {
      if (!(error instanceof ModuleDisabledError || error instanceof ModuleLoadingError)) throw error;
      // No miner module. An empty blocklist change is also rejected, but only after the password check.
      return passes(() => gateway.changeBlocklist({ body: { action: 'append', addresses: [] } }));
    }
  },
  async openTip(options) {
    const { consensus } = (await import('../daemon/client')).createDaemon(options);
    return async (signal) => {
      const { height, currentBlock } = await consensus.status({}, { signal });
      return { height, id: currentBlock };
    };
  },
  async openWork(options) {
    const { miner } = (await import('../daemon/client')).createDaemon(options);
    return (signal) => miner.header({}, { signal });
  },
  loadCheck: async () => (await import('./check/daemon')).daemonCheck
} as const satisfies HttpService;

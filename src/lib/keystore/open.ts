import { Keystore, type KeyWorkerPort, type VaultStore } from './keystore';
import { browserPasskeys } from './passkey';

const startWorker = (): KeyWorkerPort =>
  new Worker(new URL('./keys.worker.ts', import.meta.url), { type: 'module', name: 'keys' });

/** The keystore of this browser; its worker starts with the first wallet that is unlocked. */
export const openKeystore = (vaults: VaultStore): Keystore =>
  new Keystore({ vaults, openWorker: startWorker, passkeys: browserPasskeys(), nowMs: Date.now });

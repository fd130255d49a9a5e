import { equalBytes } from '$lib/codec/bytes';
import { createKeyHost } from '$lib/keystore/keyHost';
import { Keystore, type KeyWorkerPort, type VaultStore } from '$lib/keystore/keystore';
import type { Passkeys } from '$lib/keystore/passkey';
import type { FromKeyWorker, ToKeyWorker } from '$lib/keystore/protocol';

/** Cheap enough for tests; a browser test measures the real cost. */
export const TEST_COST = { memoryKib: 64, passes: 1, lanes: 1 };

/** The keystore worker in this thread; messages are cloned and delivered asynchronously, like a real worker's. */
export class InProcessKeyWorker implements KeyWorkerPort {
  onmessage: ((event: MessageEvent<FromKeyWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  readonly #host = createKeyHost((message) => {
    const data = structuredClone(message);
    setTimeout(() => {
      if (!this.terminated) this.onmessage?.({ data } as MessageEvent<FromKeyWorker>);
    });
  }, TEST_COST);

  postMessage(message: ToKeyWorker): void {
    const data = structuredClone(message);
    setTimeout(() => {
      if (!this.terminated) this.#host.receive(data);
    });
  }

  terminate(): void {
    this.terminated = true;
  }
}

/** Key files in a Map. */
export class MemoryVaults implements VaultStore {
  readonly files = new Map<string, Uint8Array>();
  load = async (walletId: string) => this.files.get(walletId);
  replace = async (walletId: string, before: Uint8Array, next: Uint8Array) => {
    const stored = this.files.get(walletId);
    const isSame = stored !== undefined && equalBytes(stored, before);
    if (isSame) this.files.set(walletId, next);
    return isSame;
  };
}

/** Creates keys, and stores their file as a new wallet does. */
export async function createKeys(
  keystore: Keystore,
  { files }: MemoryVaults,
  ...[walletId, phrase, password, onProgress]: Parameters<Keystore['create']>
): Promise<void> {
  files.set(walletId, await keystore.create(walletId, phrase, password, onProgress));
}

const NO_PASSKEYS: Passkeys = {
  create: () => Promise.reject(new Error('no passkeys here')),
  get: () => Promise.reject(new Error('no passkeys here'))
};

export function openTestKeystore(vaults: VaultStore = new MemoryVaults(), passkeys: Passkeys = NO_PASSKEYS) {
  const workers: InProcessKeyWorker[] = [];
  const openWorker = () => {
    const worker = new InProcessKeyWorker();
    workers.push(worker);
    return worker;
  };
  return { keystore: new Keystore({ vaults, openWorker, passkeys, nowMs: () => 1_700_000_000_000 }), workers };
}

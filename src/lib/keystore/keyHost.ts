import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { sign } from '$lib/chain/keys/sign';
import { toAppError } from '$lib/errors';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';
import { LockedError } from '$lib/wallet/errors';
import { requireFee } from '$lib/wallet/transfer/feeCheck';
import { messageHash } from '$lib/wallet/transfer/signatureHashes';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import type { FromKeyWorker, KeyRequest, KeyResult, ToKeyWorker } from './protocol';
import {
  ARGON2_COST,
  costOf,
  dataKeyByPasskey,
  dataKeyByPassword,
  openVault,
  passwordKey,
  sealVault,
  withPasskey,
  withPassword,
  type Argon2Cost
} from './seal';
import { phraseOfSecret, secretOfPhrase, seedOfSecret } from './secret';
import { decodeVault, encodeVault, type Vault } from './vaultLayout';

type Bytes = Uint8Array<ArrayBuffer>;

/** What is in memory of an unlocked wallet, and wiped when it is locked. */
interface Unlocked {
  readonly seed: Seed;
  readonly dataKey: Bytes;
}

/** A thousandth of the real work, to foretell how long it will take here. */
const PROBE: Argon2Cost = { memoryKib: 1024, passes: 1, lanes: 1 };
const workOf = ({ memoryKib, passes }: Argon2Cost): number => memoryKib * passes;

/**
 * The worker's end of the protocol: the only place where seeds and private keys exist. Jobs run one after another, so
 * that a lock is never overtaken and Argon2's memory is taken once.
 * @param post sends to the page
 * @param cost for passwords that are set here
 */
export function createKeyHost(post: (message: FromKeyWorker) => void, cost: Argon2Cost = ARGON2_COST) {
  const unlocked = new Map<string, Unlocked>();
  let msPerWork: number | undefined;
  let queue = Promise.resolve();

  /** Runs what derives a key of this cost, and tells beforehand how long that takes. */
  async function deriving<T>(jobId: number, upcoming: Argon2Cost, derive: () => Promise<T>): Promise<T> {
    if (msPerWork === undefined) {
      const startMs = performance.now();
      await passwordKey('probe', new Uint8Array(16), PROBE);
      msPerWork = (performance.now() - startMs) / workOf(PROBE);
    }
    post({ type: 'deriving', jobId, expectedMs: msPerWork * workOf(upcoming) });
    const startMs = performance.now();
    const result = await derive();
    msPerWork = (performance.now() - startMs) / workOf(upcoming);
    return result;
  }

  function lock(walletId: string): void {
    const held = unlocked.get(walletId);
    held?.seed.fill(0);
    held?.dataKey.fill(0);
    unlocked.delete(walletId);
  }

  function keep(walletId: string, secret: Bytes, dataKey: Bytes): void {
    lock(walletId);
    unlocked.set(walletId, { seed: seedOfSecret(secret), dataKey });
    secret.fill(0);
  }

  function unlockedWallet(walletId: string): Unlocked {
    const held = unlocked.get(walletId);
    if (!held) throw new LockedError();
    return held;
  }

  const byPassword = (jobId: number, walletId: string, vault: Vault, password: string) =>
    deriving(jobId, costOf(vault), () => dataKeyByPassword(walletId, vault, password));

  /** Only what opens again is handed out to be stored. */
  async function proven(walletId: string, vault: Vault, dataKey: Bytes): Promise<KeyResult> {
    const bytes = encodeVault(vault);
    (await openVault(walletId, decodeVault(bytes), dataKey)).fill(0);
    return { type: 'vault', vault: bytes };
  }

  async function run(jobId: number, request: KeyRequest): Promise<KeyResult> {
    const { walletId } = request;
    switch (request.type) {
      case 'create': {
        const secret = secretOfPhrase(request.phrase);
        const sealed = await deriving(jobId, cost, () => sealVault(walletId, secret, request.password, cost));
        const result = await proven(walletId, sealed.vault, sealed.dataKey);
        keep(walletId, secret, sealed.dataKey);
        return result;
      }
      case 'open': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.password);
        keep(walletId, await openVault(walletId, vault, dataKey), dataKey);
        return { type: 'done' };
      }
      case 'open-by-passkey': {
        const vault = decodeVault(request.vault);
        const dataKey = await dataKeyByPasskey(walletId, vault, request.credentialId, request.prfOutput);
        keep(walletId, await openVault(walletId, vault, dataKey), dataKey);
        return { type: 'done' };
      }
      case 'add-passkey': {
        const { dataKey } = unlockedWallet(walletId);
        const vault = decodeVault(request.vault);
        return proven(
          walletId,
          await withPasskey(walletId, vault, dataKey, request.passkey, request.prfOutput),
          dataKey
        );
      }
      case 'change-password': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.current);
        const changed = await deriving(jobId, cost, () => withPassword(walletId, vault, dataKey, request.next, cost));
        return proven(walletId, changed, dataKey);
      }
      case 'show-phrase': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.password);
        const secret = await openVault(walletId, vault, dataKey);
        const phrase = phraseOfSecret(secret);
        secret.fill(0);
        return { type: 'phrase', phrase };
      }
      case 'derive': {
        const { seed } = unlockedWallet(walletId);
        const keys = Array.from({ length: request.count }, (_, i) => deriveKey(seed, request.from + i));
        return { type: 'keys', keys };
      }
      case 'sign': {
        // The page decides nothing here: what is signed is decoded, held against the bounds and hashed in this worker.
        requireFee(request.message, request.confirmedFee);
        const { privateKey } = deriveKeyPair(unlockedWallet(walletId).seed, BigInt(request.index));
        const signature = sign(privateKey, messageHash(request.message));
        privateKey.fill(0);
        return { type: 'signature', signature };
      }
      case 'lock':
        lock(walletId);
        return { type: 'done' };
    }
  }

  async function answer({ jobId, request }: ToKeyWorker): Promise<void> {
    try {
      post({ type: 'finished', jobId, result: await run(jobId, request) });
    } catch (error) {
      const { code, message } = toAppError(error);
      post({ type: 'failed', jobId, code, message });
    }
  }

  return {
    receive(message: ToKeyWorker): void {
      queue = queue.then(() => answer(message));
    }
  };
}

function deriveKey(seed: Seed, index: number): DerivedKey {
  const { privateKey, publicKey } = deriveKeyPair(seed, BigInt(index));
  privateKey.fill(0);
  return {
    index,
    publicKey,
    uc: unlockHash(standardUnlockConditions(publicKey)),
    pk: policyAddress({ type: 'pk', publicKey })
  };
}

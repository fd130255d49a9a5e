import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { sign } from '$lib/chain/keys/sign';
import { toAppError, toErrorMessage } from '$lib/errors';
import type { PrivateKey, PublicKey } from '$lib/chain/keys/keys';
import { foreignKeys } from '$lib/wallet/keys/foreignKeys';
import { deriveKeyPair, derivePrivateKey } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';
import { LockedError } from '$lib/wallet/errors';
import { hashToSign } from '$lib/wallet/message/proof';
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

/** Secrets of an unlocked wallet in memory, wiped on lock. */
interface Unlocked {
  readonly seed: Seed;
  readonly dataKey: Bytes;
}

/** A small fraction of the real cost, to estimate the duration on this device. */
const PROBE: Argon2Cost = { memoryKib: 1024, passes: 1, lanes: 1 };
const workOf = ({ memoryKib, passes }: Argon2Cost): number => memoryKib * passes;

/**
 * The worker's side of the protocol: the only place where seeds and private keys exist. Jobs run sequentially, so that
 * locks take effect in order and Argon2's memory is allocated once.
 * @param post sends a message to the page
 * @param cost cost of new passwords
 */
export function createKeyHost(post: (message: FromKeyWorker) => void, cost: Argon2Cost = ARGON2_COST) {
  const unlocked = new Map<string, Unlocked>();
  /** Keys of other wallets while they are swept. */
  const foreign = new Map<string, ReadonlyMap<PublicKey, PrivateKey>>();
  let msPerWork: number | undefined;
  let queue = Promise.resolve();

  /** Runs a key derivation of this cost, after posting its expected duration. */
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
    const entry = unlocked.get(walletId);
    entry?.seed.fill(0);
    entry?.dataKey.fill(0);
    unlocked.delete(walletId);
    for (const privateKey of foreign.get(walletId)?.values() ?? []) privateKey.fill(0);
    foreign.delete(walletId);
  }

  function storeSecret(walletId: string, secret: Bytes, dataKey: Bytes): void {
    lock(walletId);
    unlocked.set(walletId, { seed: seedOfSecret(secret), dataKey });
    secret.fill(0);
  }

  function unlockedWallet(walletId: string): Unlocked {
    const entry = unlocked.get(walletId);
    if (!entry) throw new LockedError();
    return entry;
  }

  const byPassword = (jobId: number, walletId: string, vault: Vault, password: string) =>
    deriving(jobId, costOf(vault), () => dataKeyByPassword(walletId, vault, password));

  /** Only a vault that can be opened again is returned for storage. */
  async function verifyVault(walletId: string, vault: Vault, dataKey: Bytes): Promise<KeyResult> {
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
        const result = await verifyVault(walletId, sealed.vault, sealed.dataKey);
        storeSecret(walletId, secret, sealed.dataKey);
        return result;
      }
      case 'open': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.password);
        storeSecret(walletId, await openVault(walletId, vault, dataKey), dataKey);
        return { type: 'done' };
      }
      case 'open-by-passkey': {
        const vault = decodeVault(request.vault);
        const dataKey = await dataKeyByPasskey(walletId, vault, request.credentialId, request.prfOutput);
        storeSecret(walletId, await openVault(walletId, vault, dataKey), dataKey);
        return { type: 'done' };
      }
      case 'add-passkey': {
        const { dataKey } = unlockedWallet(walletId);
        const vault = decodeVault(request.vault);
        return verifyVault(
          walletId,
          await withPasskey(walletId, vault, dataKey, request.passkey, request.prfOutput),
          dataKey
        );
      }
      case 'change-password': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.current);
        const changed = await deriving(jobId, cost, () => withPassword(walletId, vault, dataKey, request.next, cost));
        return verifyVault(walletId, changed, dataKey);
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
        // The page is not trusted here: this worker decodes what is signed, checks its fee and hashes it.
        requireFee(request.message, request.confirmedFee);
        const { seed } = unlockedWallet(walletId);
        const hash = messageHash(request.message);
        const signatures = request.indexes.map((index) => {
          const privateKey = derivePrivateKey(seed, BigInt(index));
          const signature = sign(privateKey, hash);
          privateKey.fill(0);
          return signature;
        });
        return { type: 'signatures', signatures };
      }
      case 'sign-message': {
        const { privateKey, publicKey } = deriveKeyPair(unlockedWallet(walletId).seed, BigInt(request.index));
        try {
          return { type: 'signature', signature: sign(privateKey, hashToSign(request.message, publicKey)) };
        } finally {
          privateKey.fill(0);
        }
      }
      case 'seal-backup': {
        const { content, password } = request;
        const { vault, dataKey } = await deriving(jobId, cost, () => sealVault(walletId, content, password, cost));
        return verifyVault(walletId, vault, dataKey);
      }
      case 'open-backup': {
        const vault = decodeVault(request.vault);
        const dataKey = await byPassword(jobId, walletId, vault, request.password);
        return { type: 'content', content: await openVault(walletId, vault, dataKey) };
      }
      case 'open-foreign': {
        lock(walletId);
        const keys = foreignKeys(request.secret, request.reach);
        foreign.set(walletId, new Map(keys.map(({ publicKey, privateKey }) => [publicKey, privateKey])));
        return {
          type: 'foreign-keys',
          keys: keys.map(({ publicKey, origin, path, ahead }) => ({ publicKey, origin, path, ahead }))
        };
      }
      case 'sign-foreign': {
        requireFee(request.message, request.confirmedFee);
        const privateKey = foreign.get(walletId)?.get(request.publicKey);
        if (privateKey === undefined) throw new LockedError();
        return { type: 'signature', signature: sign(privateKey, messageHash(request.message)) };
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
      post({ type: 'failed', jobId, error: toErrorMessage(toAppError(error)) });
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

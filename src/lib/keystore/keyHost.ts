import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { sign } from '$lib/chain/keys/sign';
import { toAppError, toErrorMessage } from '$lib/errors';
import { foreignKeys } from '$lib/wallet/keys/foreignKeys';
import { deriveKeyPair, derivePrivateKey } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';
import { hashToSign } from '$lib/wallet/message/proof';
import { requireFee } from '$lib/wallet/transfer/feeCheck';
import { messageHash } from '$lib/wallet/transfer/signatureHashes';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import { DerivationTimer } from './derivationTimer';
import type { FromKeyWorker, KeyRequest, KeyResult, ToKeyWorker } from './protocol';
import {
  ARGON2_COST,
  costOf,
  dataKeyByPasskey,
  dataKeyByPassword,
  openVault,
  sealVault,
  withPasskey,
  withPassword,
  type Argon2Cost
} from './seal';
import { phraseOfSecret, secretOfPhrase } from './secret';
import { UnlockedSecrets } from './unlockedSecrets';
import { decodeVault, encodeVault, type Vault } from './vaultLayout';

type Bytes = Uint8Array<ArrayBuffer>;
type Job<Type extends KeyRequest['type']> = Extract<KeyRequest, { readonly type: Type }>;

/**
 * The worker's side of the protocol: the only place where seeds and private keys exist. Jobs run sequentially, so that
 * locks take effect in order and Argon2's memory is allocated once.
 * @param post sends a message to the page
 * @param cost cost of new passwords
 */
export function createKeyHost(post: (message: FromKeyWorker) => void, cost: Argon2Cost = ARGON2_COST) {
  const jobs = new KeyJobs(post, cost);
  let queue = Promise.resolve();

  async function answer({ jobId, request }: ToKeyWorker): Promise<void> {
    try {
      post({ type: 'finished', jobId, result: await jobs.run(jobId, request) });
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

class KeyJobs {
  readonly #post: (message: FromKeyWorker) => void;
  readonly #cost: Argon2Cost;
  readonly #secrets = new UnlockedSecrets();
  readonly #timer = new DerivationTimer();

  constructor(post: (message: FromKeyWorker) => void, cost: Argon2Cost) {
    this.#post = post;
    this.#cost = cost;
  }

  async run(jobId: number, request: KeyRequest): Promise<KeyResult> {
    switch (request.type) {
      case 'create':
        return this.#create(jobId, request);
      case 'open':
        return this.#open(jobId, request);
      case 'open-by-passkey':
        return this.#openByPasskey(request);
      case 'add-passkey':
        return this.#addPasskey(request);
      case 'change-password':
        return this.#changePassword(jobId, request);
      case 'show-phrase':
        return this.#showPhrase(jobId, request);
      case 'derive':
        return this.#derive(request);
      case 'sign':
        return this.#sign(request);
      case 'sign-message':
        return this.#signMessage(request);
      case 'seal-backup':
        return this.#sealBackup(jobId, request);
      case 'open-backup':
        return this.#openBackup(jobId, request);
      case 'open-foreign':
        return this.#openForeign(request);
      case 'sign-foreign':
        return this.#signForeign(request);
      case 'lock':
        this.#secrets.lock(request.walletId);
        return { type: 'done' };
    }
  }

  async #create(jobId: number, { walletId, phrase, password }: Job<'create'>): Promise<KeyResult> {
    const secret = secretOfPhrase(phrase);
    const { vault, dataKey } = await this.#seal(jobId, walletId, secret, password);
    const result = await verifyVault(walletId, vault, dataKey);
    this.#secrets.unlock(walletId, secret, dataKey);
    return result;
  }

  async #open(jobId: number, { walletId, vault: bytes, password }: Job<'open'>): Promise<KeyResult> {
    const vault = decodeVault(bytes);
    const dataKey = await this.#dataKeyOf(jobId, walletId, vault, password);
    this.#secrets.unlock(walletId, await openVault(walletId, vault, dataKey), dataKey);
    return { type: 'done' };
  }

  async #openByPasskey(request: Job<'open-by-passkey'>): Promise<KeyResult> {
    const { walletId, credentialId, prfOutput } = request;
    const vault = decodeVault(request.vault);
    const dataKey = await dataKeyByPasskey(walletId, vault, credentialId, prfOutput);
    this.#secrets.unlock(walletId, await openVault(walletId, vault, dataKey), dataKey);
    return { type: 'done' };
  }

  async #addPasskey({ walletId, vault, passkey, prfOutput }: Job<'add-passkey'>): Promise<KeyResult> {
    const { dataKey } = this.#secrets.of(walletId);
    const changed = await withPasskey(walletId, decodeVault(vault), dataKey, passkey, prfOutput);
    return verifyVault(walletId, changed, dataKey);
  }

  async #changePassword(jobId: number, request: Job<'change-password'>): Promise<KeyResult> {
    const { walletId, current, next } = request;
    const vault = decodeVault(request.vault);
    const dataKey = await this.#dataKeyOf(jobId, walletId, vault, current);
    const changed = await this.#timed(jobId, this.#cost, () =>
      withPassword(walletId, vault, dataKey, next, this.#cost)
    );
    return verifyVault(walletId, changed, dataKey);
  }

  async #showPhrase(jobId: number, { walletId, vault: bytes, password }: Job<'show-phrase'>): Promise<KeyResult> {
    const vault = decodeVault(bytes);
    const dataKey = await this.#dataKeyOf(jobId, walletId, vault, password);
    const secret = await openVault(walletId, vault, dataKey);
    const phrase = phraseOfSecret(secret);
    secret.fill(0);
    return { type: 'phrase', phrase };
  }

  #derive({ walletId, from, count }: Job<'derive'>): KeyResult {
    const { seed } = this.#secrets.of(walletId);
    return { type: 'keys', keys: Array.from({ length: count }, (_, i) => deriveKey(seed, from + i)) };
  }

  #sign({ walletId, message, confirmedFee, indexes }: Job<'sign'>): KeyResult {
    // The page is not trusted here: this worker decodes what is signed, checks its fee and hashes it.
    requireFee(message, confirmedFee);
    const { seed } = this.#secrets.of(walletId);
    const hash = messageHash(message);
    const signatures = indexes.map((index) => {
      const privateKey = derivePrivateKey(seed, BigInt(index));
      const signature = sign(privateKey, hash);
      privateKey.fill(0);
      return signature;
    });
    return { type: 'signatures', signatures };
  }

  #signMessage({ walletId, index, message }: Job<'sign-message'>): KeyResult {
    const { privateKey, publicKey } = deriveKeyPair(this.#secrets.of(walletId).seed, BigInt(index));
    try {
      return { type: 'signature', signature: sign(privateKey, hashToSign(message, publicKey)) };
    } finally {
      privateKey.fill(0);
    }
  }

  async #sealBackup(jobId: number, { walletId, content, password }: Job<'seal-backup'>): Promise<KeyResult> {
    const { vault, dataKey } = await this.#seal(jobId, walletId, content, password);
    return verifyVault(walletId, vault, dataKey);
  }

  async #openBackup(jobId: number, { walletId, vault: bytes, password }: Job<'open-backup'>): Promise<KeyResult> {
    const vault = decodeVault(bytes);
    const dataKey = await this.#dataKeyOf(jobId, walletId, vault, password);
    return { type: 'content', content: await openVault(walletId, vault, dataKey) };
  }

  #openForeign({ walletId, secret, reach }: Job<'open-foreign'>): KeyResult {
    this.#secrets.lock(walletId);
    const keys = foreignKeys(secret, reach);
    this.#secrets.holdForeign(walletId, new Map(keys.map(({ publicKey, privateKey }) => [publicKey, privateKey])));
    return {
      type: 'foreign-keys',
      keys: keys.map(({ publicKey, origin, path, ahead }) => ({ publicKey, origin, path, ahead }))
    };
  }

  #signForeign({ walletId, message, confirmedFee, publicKey }: Job<'sign-foreign'>): KeyResult {
    requireFee(message, confirmedFee);
    const privateKey = this.#secrets.foreignKey(walletId, publicKey);
    return { type: 'signature', signature: sign(privateKey, messageHash(message)) };
  }

  /** Seals a secret with a new password. */
  #seal(jobId: number, walletId: string, secret: Bytes, password: string) {
    return this.#timed(jobId, this.#cost, () => sealVault(walletId, secret, password, this.#cost));
  }

  /** @throws {WrongPasswordError | DamagedVaultError} */
  #dataKeyOf(jobId: number, walletId: string, vault: Vault, password: string): Promise<Bytes> {
    return this.#timed(jobId, costOf(vault), () => dataKeyByPassword(walletId, vault, password));
  }

  /** Runs a key derivation of this cost, after posting its expected duration. */
  async #timed<T>(jobId: number, cost: Argon2Cost, derive: () => Promise<T>): Promise<T> {
    this.#post({ type: 'deriving', jobId, expectedMs: await this.#timer.expectedMs(cost) });
    return this.#timer.measure(cost, derive);
  }
}

/** The vault for storage, after checking that it can be opened again. */
async function verifyVault(walletId: string, vault: Vault, dataKey: Bytes): Promise<KeyResult> {
  const bytes = encodeVault(vault);
  (await openVault(walletId, decodeVault(bytes), dataKey)).fill(0);
  return { type: 'vault', vault: bytes };
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

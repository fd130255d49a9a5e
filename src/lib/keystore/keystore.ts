import type { Hastings } from '$lib/chain/currency/currency';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { ForeignPublicKey, ForeignSecret } from '$lib/wallet/keys/foreignKeys';
import type { MessageToSign } from '$lib/wallet/message/proof';
import type { SigningMessage } from '$lib/wallet/transfer/signatureHashes';
import { encodeHex } from '$lib/codec/bytes';
import { WorkerError } from '$lib/errors';
import { KeyWorkerError, NoVaultError, UnknownPasskeyError } from './errors';
import type { Passkeys } from './passkey';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import type { FromKeyWorker, KeyRequest, KeyResult, ToKeyWorker } from './protocol';
import { decodeVault, encodeVault } from './vaultLayout';

type Bytes = Uint8Array<ArrayBuffer>;

/** Storage of key files. */
export interface VaultStore {
  load(walletId: string): Promise<Uint8Array | undefined>;
  /** Stores `next` if the file is still `before`, atomically. @returns whether it was */
  replace(walletId: string, before: Uint8Array, next: Uint8Array): Promise<boolean>;
}

/** The part of Worker that is used. */
export interface KeyWorkerPort {
  postMessage(message: ToKeyWorker): void;
  onmessage: ((event: MessageEvent<FromKeyWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface KeystoreDeps {
  readonly vaults: VaultStore;
  readonly openWorker: () => KeyWorkerPort;
  readonly passkeys: Passkeys;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** Progress of the key derivation, 0 to 1, estimated from measured speed. */
export type OnProgress = (fraction: number) => void;

/** A passkey that unlocks a wallet. */
export interface PasskeyInfo {
  readonly id: string;
  readonly label: string;
  readonly createdAtMs: number;
}

interface Job {
  readonly walletId: string;
  readonly resolve: (result: KeyResult) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: OnProgress;
  progress?: ReturnType<typeof setInterval>;
}

/** An unlock for which the key file is loaded, or the user is asked for a passkey. */
interface Preparing {
  readonly walletId: string;
  /** Locked since. */
  isCanceled: boolean;
}

/** Replaces the wallet id in the authenticated data, so that a backup cannot pass for a key file, or vice versa. */
const BACKUP = 'backup';
const PROGRESS_EVERY_MS = 50;
/** Estimated progress stays below this until the result arrives. */
const MAX_ESTIMATED_PROGRESS = 0.97;

/**
 * The keys of this browser's wallets. Seeds and private keys exist unencrypted only inside one worker; this class sends
 * it requests, and loads and changes key files.
 */
export class Keystore {
  readonly #deps: KeystoreDeps;
  readonly #jobs = new Map<number, Job>();
  readonly #unlocked = new Set<string>();
  /** Unlocks that the worker has not been asked for yet. */
  readonly #preparing = new Set<Preparing>();
  #worker: KeyWorkerPort | undefined;
  #lastJobId = 0;

  constructor(deps: KeystoreDeps) {
    this.#deps = deps;
  }

  /**
   * Encrypts the phrase of a new wallet, and leaves the wallet unlocked.
   * @param phrase 12 words, or 28 or 29 legacy words
   * @returns the key file, to be stored with the wallet
   * @throws {WordCountError | UnknownWordError | PhraseChecksumError} as {@link WorkerError} with their codes
   */
  async create(walletId: string, phrase: string, password: string, onProgress?: OnProgress): Promise<Uint8Array> {
    const vault = await this.#requestVault({ type: 'create', walletId, phrase, password }, onProgress);
    this.#unlocked.add(walletId);
    return vault;
  }

  /** @throws keystore/wrong-password, keystore/damaged, keystore/truncated, keystore/newer-version, keystore/no-keys */
  unlock(walletId: string, password: string, onProgress?: OnProgress): Promise<void> {
    return this.#unlock(walletId, (vault) => ({ type: 'open', walletId, vault, password }), onProgress);
  }

  /** @throws keystore/passkey-refused, keystore/passkey-unavailable, keystore/unknown-passkey, and as {@link unlock} */
  unlockWithPasskey(walletId: string): Promise<void> {
    return this.#unlock(walletId, async (vault) => {
      const { passkeys } = decodeVault(vault);
      if (passkeys.length === 0) throw new UnknownPasskeyError();
      return { type: 'open-by-passkey', walletId, vault, ...(await this.#deps.passkeys.get(passkeys)) };
    });
  }

  /** A lock cancels it, at any time: the browser's dialog for a passkey may stay open for minutes. */
  async #unlock(
    walletId: string,
    prepare: (vault: Bytes) => KeyRequest | Promise<KeyRequest>,
    onProgress?: OnProgress
  ): Promise<void> {
    const preparing: Preparing = { walletId, isCanceled: false };
    this.#preparing.add(preparing);
    try {
      const request = await prepare(await this.#load(walletId));
      if (preparing.isCanceled) return;
      await this.#request(request, onProgress);
      this.#unlocked.add(walletId);
    } finally {
      this.#preparing.delete(preparing);
    }
  }

  /** The passkeys of a wallet, oldest first. */
  async passkeys(walletId: string): Promise<PasskeyInfo[]> {
    const { passkeys } = decodeVault(await this.#load(walletId));
    return passkeys.map(({ credentialId, label, createdAtMs }) => ({
      id: encodeHex(credentialId),
      label,
      createdAtMs: Number(createdAtMs)
    }));
  }

  /** Creates a passkey for the wallet, which must be unlocked. */
  async addPasskey(walletId: string, label: string): Promise<void> {
    await this.#load(walletId);
    const prfSalt = crypto.getRandomValues(new Uint8Array(32));
    const { credentialId, prfOutput } = await this.#deps.passkeys.create(label, prfSalt);
    const passkey = { credentialId, prfSalt, label, createdAtMs: BigInt(this.#deps.nowMs()) };
    await this.#change(walletId, (vault) =>
      this.#requestVault({ type: 'add-passkey', walletId, vault, passkey, prfOutput })
    );
  }

  /** Removes the passkey from the wallet; only the user can delete it on its device. */
  async removePasskey(walletId: string, id: string): Promise<void> {
    await this.#change(walletId, (bytes) => {
      const vault = decodeVault(bytes);
      const passkeys = vault.passkeys.filter(({ credentialId }) => encodeHex(credentialId) !== id);
      return encodeVault({ ...vault, passkeys });
    });
  }

  /** Changes the password; passkeys are unchanged. @throws keystore/wrong-password, without any change */
  async changePassword(walletId: string, current: string, next: string, onProgress?: OnProgress): Promise<void> {
    await this.#change(walletId, (vault) =>
      this.#requestVault({ type: 'change-password', walletId, vault, current, next }, onProgress)
    );
  }

  /** The recovery phrase; always requires the password, even when unlocked. */
  async exportPhrase(walletId: string, password: string, onProgress?: OnProgress): Promise<string> {
    const vault = await this.#load(walletId);
    return expectResult(await this.#request({ type: 'show-phrase', walletId, vault, password }, onProgress), 'phrase')
      .phrase;
  }

  /** @throws keystore/locked */
  async deriveAddresses(walletId: string, from: number, count: number): Promise<readonly DerivedKey[]> {
    return expectResult(await this.#request({ type: 'derive', walletId, from, count }), 'keys').keys;
  }

  /**
   * Signs a payment with keys of the wallet. The worker decodes and hashes it itself.
   * @param confirmedFee the fee typed by the user, if it is extreme
   * @returns in the order of the indexes
   * @throws keystore/locked, wallet/fee-not-confirmed, wallet/unsound-transfer: not a payment
   */
  async sign(
    walletId: string,
    indexes: readonly number[],
    message: SigningMessage,
    confirmedFee?: Hastings
  ): Promise<readonly Signature[]> {
    const request = { type: 'sign', walletId, indexes, message, confirmedFee } as const;
    return expectResult(await this.#request(request), 'signatures').signatures;
  }

  /**
   * Signs a message with key `index` of the wallet. The worker hashes it itself.
   * @throws keystore/locked, wallet/message: not a message that this key can sign
   */
  async signMessage(walletId: string, index: number, message: MessageToSign): Promise<Signature> {
    return expectResult(await this.#request({ type: 'sign-message', walletId, index, message }), 'signature').signature;
  }

  /** Encrypts the content of a backup file, with the key derivation of key files. */
  sealBackup(content: Uint8Array, password: string, onProgress?: OnProgress): Promise<Uint8Array> {
    const request = { type: 'seal-backup', walletId: BACKUP, content: new Uint8Array(content), password } as const;
    return this.#requestVault(request, onProgress);
  }

  /** @throws keystore/wrong-password, keystore/damaged, keystore/truncated, keystore/newer-version */
  async openBackup(sealed: Uint8Array, password: string, onProgress?: OnProgress): Promise<Uint8Array> {
    const request = { type: 'open-backup', walletId: BACKUP, vault: new Uint8Array(sealed), password } as const;
    return expectResult(await this.#request(request, onProgress), 'content').content;
  }

  /**
   * Derives the keys of another wallet and holds them in the worker until `lock(id)`; nothing is stored.
   * @param reach as for `foreignKeys`
   * @throws wallet/word-count, wallet/unknown-word, wallet/phrase-checksum, wallet/private-key-mismatch
   */
  async openForeign(id: string, secret: ForeignSecret, reach = 1): Promise<readonly ForeignPublicKey[]> {
    const request = { type: 'open-foreign', walletId: id, secret, reach } as const;
    const { keys } = expectResult(await this.#request(request), 'foreign-keys');
    this.#unlocked.add(id);
    return keys;
  }

  /** Signs a payment with a key from {@link openForeign}. @throws as {@link sign} */
  async signForeign(
    id: string,
    publicKey: PublicKey,
    message: SigningMessage,
    confirmedFee?: Hastings
  ): Promise<Signature> {
    const request = { type: 'sign-foreign', walletId: id, publicKey, message, confirmedFee } as const;
    return expectResult(await this.#request(request), 'signature').signature;
  }

  isUnlocked(walletId: string): boolean {
    return this.#unlocked.has(walletId);
  }

  /** Wipes the keys of one wallet, or of all. After the last wallet, the worker is terminated. */
  async lock(walletId?: string): Promise<void> {
    for (const preparing of this.#preparing) {
      if (walletId === undefined || walletId === preparing.walletId) preparing.isCanceled = true;
    }
    // Wallets that are being created or unlocked included.
    const running = [...this.#jobs.values()].map((job) => job.walletId);
    const locked = walletId === undefined ? new Set([...this.#unlocked, ...running]) : [walletId];
    for (const id of locked) this.#unlocked.delete(id);
    await Promise.all(this.#worker ? Array.from(locked, (id) => this.#request({ type: 'lock', walletId: id })) : []);
    // What was already running may have completed in the meantime.
    for (const id of locked) this.#unlocked.delete(id);
    if (this.#unlocked.size === 0 && this.#jobs.size === 0) this.#stop();
  }

  async #load(walletId: string): Promise<Bytes> {
    const vault = await this.#deps.vaults.load(walletId);
    if (!vault) throw new NoVaultError();
    return new Uint8Array(vault);
  }

  /**
   * Changes the stored key file. If another tab changed it in the meantime, the change is repeated on the new file: the
   * last write would otherwise restore an old password or a removed passkey.
   */
  async #change(walletId: string, change: (vault: Bytes) => Bytes | Promise<Bytes>): Promise<void> {
    for (;;) {
      const before = await this.#load(walletId);
      const next = await change(new Uint8Array(before));
      if (await this.#deps.vaults.replace(walletId, before, next)) return;
    }
  }

  async #requestVault(request: KeyRequest, onProgress?: OnProgress): Promise<Bytes> {
    return expectResult(await this.#request(request, onProgress), 'vault').vault;
  }

  #request(request: KeyRequest, onProgress?: OnProgress): Promise<KeyResult> {
    const worker = (this.#worker ??= this.#start());
    const jobId = ++this.#lastJobId;
    return new Promise((resolve, reject) => {
      this.#jobs.set(jobId, { walletId: request.walletId, resolve, reject, onProgress });
      worker.postMessage({ jobId, request });
    });
  }

  #start(): KeyWorkerPort {
    const worker = this.#deps.openWorker();
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = ({ message }) => this.#fail(new KeyWorkerError(message ?? ''));
    return worker;
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** A failed worker loses the seeds: all wallets are locked. */
  #fail(error: Error): void {
    this.#stop();
    this.#unlocked.clear();
    for (const [jobId, job] of this.#jobs) {
      clearInterval(job.progress);
      job.reject(error);
      this.#jobs.delete(jobId);
    }
  }

  #receive(message: FromKeyWorker): void {
    const job = this.#jobs.get(message.jobId);
    if (!job) return;
    clearInterval(job.progress);
    if (message.type === 'deriving') return reportProgress(job, message.expectedMs);
    this.#jobs.delete(message.jobId);
    if (message.type === 'failed') return job.reject(new WorkerError(message.error));
    job.onProgress?.(1);
    job.resolve(message.result);
  }
}

function reportProgress(job: Job, expectedMs: number): void {
  const { onProgress } = job;
  if (!onProgress) return;
  const startMs = performance.now();
  onProgress(0);
  job.progress = setInterval(() => {
    onProgress(Math.min(MAX_ESTIMATED_PROGRESS, (performance.now() - startMs) / expectedMs));
  }, PROGRESS_EVERY_MS);
}

function expectResult<T extends KeyResult['type']>(result: KeyResult, type: T): Extract<KeyResult, { type: T }> {
  if (result.type !== type) throw new KeyWorkerError(`answered ${result.type} instead of ${type}`);
  return result as Extract<KeyResult, { type: T }>;
}

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SigningSeed } from '$lib/api/signing-server/schemas';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { AppError } from '$lib/errors';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';
import { openSmallDatabase } from '../store/smallDatabase';
import { inTransaction, type FileFormat } from '../store/database';
import type { Page } from '../store/paging';

/** No seed with this id. */
export class UnknownSeedError extends AppError {
  readonly code = 'signing/unknown-seed';
  constructor(readonly id: string) {
    super('not found');
  }
}

/** No seed has derived this key. */
export class UnknownKeyError extends AppError {
  readonly code = 'signing/unknown-key';
  constructor(readonly publicKey: PublicKey) {
    super('not found');
  }
}

/** A stored seed that cannot be decrypted: another secret, or a modified file. */
export class UnreadableSeedError extends AppError {
  readonly code = 'signing/unreadable-seed';
  constructor(readonly id: string) {
    super(`Seed ${id} cannot be decrypted. Is signing-secret the file it was stored with?`);
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS seeds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mark BLOB NOT NULL UNIQUE,   -- keyed hash of the seed, to recognize it
  sealed BLOB NOT NULL,        -- nonce(12) ciphertext(32) tag(16)
  created INTEGER NOT NULL     -- Unix seconds
) STRICT;
CREATE TABLE IF NOT EXISTS keys (
  seed INTEGER NOT NULL,
  place INTEGER NOT NULL,
  public_key BLOB NOT NULL UNIQUE,
  PRIMARY KEY (seed, place)
) WITHOUT ROWID, STRICT;
`;

/** Advice if the file is damaged. */
const IF_DAMAGED =
  'It holds the signing server’s seeds, and neither --reset nor --repair touches it. Restore a copy of it; without one, move it elsewhere: Quarry then starts without these seeds, which can be imported again from their phrases.';

const FORMAT: FileFormat = {
  version: 1,
  schema: SCHEMA,
  // Files without a version have these tables, or only some of them after a crash.
  migrations: { 0: (database) => database.exec(SCHEMA) },
  advice:
    'Start the version that wrote it, or restore a copy from before the upgrade. Neither --reset nor --repair touches it.'
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Stored seeds, each encrypted with AES-256-GCM, and their derived public keys. A seed is decrypted only while one of
 * its keys is used, and then wiped.
 */
export class SeedVault {
  readonly #database: DatabaseSync;
  readonly #sealingKey: Buffer;
  readonly #markingKey: Buffer;
  readonly #clock: () => number;

  /**
   * @param path a file, or `:memory:`
   * @param secret the encryption keys are derived from it
   * @param clock milliseconds since 1970
   * @throws {DamagedFileError | StoreVersionError}
   */
  constructor(path: string, secret: string, clock: () => number) {
    this.#database = openSmallDatabase(path, FORMAT, IF_DAMAGED);
    this.#sealingKey = derivedKey('seal', secret);
    this.#markingKey = derivedKey('mark', secret);
    this.#clock = clock;
  }

  /** Stores a seed; one that is already stored keeps its id. The caller's copy is wiped. */
  add(seed: Seed): SigningSeed {
    try {
      const mark = createHmac('sha256', this.#markingKey).update(seed).digest();
      return inTransaction(this.#database, () => {
        const known = this.#database.prepare('SELECT id FROM seeds WHERE mark = ?').get(mark);
        if (known) return this.get(String(known.id));
        const { lastInsertRowid } = this.#database
          .prepare("INSERT INTO seeds (mark, sealed, created) VALUES (?, x'', ?)")
          .run(mark, Math.floor(this.#clock() / 1000));
        const id = Number(lastInsertRowid);
        this.#database.prepare('UPDATE seeds SET sealed = ? WHERE id = ?').run(this.#seal(id, seed), id);
        return this.get(String(id));
      });
    } finally {
      seed.fill(0);
    }
  }

  /** @throws {UnknownSeedError} */
  get(id: string): SigningSeed {
    const row = this.#database.prepare(`${SEEDS} WHERE id = ?`).get(Number(id));
    if (!row) throw new UnknownSeedError(id);
    return storedSeed(row);
  }

  list({ offset, limit }: Page): SigningSeed[] {
    return this.#database.prepare(`${SEEDS} ORDER BY id LIMIT ? OFFSET ?`).all(limit, offset).map(storedSeed);
  }

  /** Derived keys in order of derivation. @throws {UnknownSeedError} */
  keys(id: string, { offset, limit }: Page): PublicKey[] {
    this.get(id);
    return this.#database
      .prepare('SELECT public_key FROM keys WHERE seed = ? ORDER BY place LIMIT ? OFFSET ?')
      .all(Number(id), limit, offset)
      .map((row) => publicKeyFromBytes(row.public_key as Uint8Array));
  }

  /** Derives the next keys. @throws {UnknownSeedError | UnreadableSeedError} */
  derive(id: string, count: number): PublicKey[] {
    return inTransaction(this.#database, () => {
      const { next } = this.#database
        .prepare('SELECT coalesce(max(place) + 1, 0) AS next FROM keys WHERE seed = ?')
        .get(Number(id)) as { next: number };
      // A key of two seeds (one seed stored under two secrets) moves to the one that can be read.
      const insert = this.#database.prepare(
        'INSERT INTO keys VALUES (?, ?, ?) ON CONFLICT (public_key) DO UPDATE SET seed = excluded.seed, place = excluded.place'
      );
      return this.#withSeed(id, (seed) =>
        Array.from({ length: count }, (_, i) => {
          const { publicKey, privateKey } = deriveKeyPair(seed, BigInt(next + i));
          privateKey.fill(0);
          insert.run(Number(id), next + i, publicKeyBytes(publicKey));
          return publicKey;
        })
      );
    });
  }

  /** Whether a seed has derived the key. */
  has(publicKey: PublicKey): boolean {
    return this.#find(publicKey) !== undefined;
  }

  /** Signs 32 bytes. @throws {UnknownKeyError | UnreadableSeedError} */
  sign(publicKey: PublicKey, hash: Uint8Array): Signature {
    const found = this.#find(publicKey);
    if (found === undefined) throw new UnknownKeyError(publicKey);
    return this.#withSeed(found.seed, (seed) => {
      const { privateKey } = deriveKeyPair(seed, BigInt(found.place));
      try {
        return sign(privateKey, hash);
      } finally {
        privateKey.fill(0);
      }
    });
  }

  close(): void {
    this.#database.close();
    this.#sealingKey.fill(0);
    this.#markingKey.fill(0);
  }

  #find(publicKey: PublicKey): { readonly seed: string; readonly place: number } | undefined {
    const row = this.#database
      .prepare('SELECT seed, place FROM keys WHERE public_key = ?')
      .get(publicKeyBytes(publicKey));
    return row && { seed: String(row.seed), place: row.place as number };
  }

  #withSeed<T>(id: string, use: (seed: Seed) => T): T {
    const seed = this.#open(id);
    try {
      return use(seed);
    } finally {
      seed.fill(0);
    }
  }

  // The id is authenticated, so that ciphertexts cannot be swapped between rows.
  #seal(id: number, seed: Seed): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey, nonce).setAAD(Buffer.from(String(id)));
    return Buffer.concat([nonce, cipher.update(seed), cipher.final(), cipher.getAuthTag()]);
  }

  #open(id: string): Seed {
    const row = this.#database.prepare('SELECT id, sealed FROM seeds WHERE id = ?').get(Number(id));
    if (!row) throw new UnknownSeedError(id);
    const sealed = row.sealed as Uint8Array;
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      // The stored id: the given one may have leading zeros.
      const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey, nonce).setAAD(Buffer.from(String(row.id)));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const seed = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      decipher.final();
      return seed as Uint8Array as Seed;
    } catch {
      throw new UnreadableSeedError(id);
    }
  }
}

const SEEDS = `SELECT id, created, (SELECT coalesce(max(place), 0) FROM keys WHERE seed = seeds.id) AS last FROM seeds`;

const storedSeed = (row: Record<string, unknown>): SigningSeed => ({
  id: String(row.id),
  lastIndex: row.last as number,
  createdAt: unixSeconds(row.created as number) satisfies UnixSeconds
});

const derivedKey = (purpose: string, secret: string): Buffer =>
  createHash('sha256').update(`quarry signing ${purpose}\0${secret}`).digest();

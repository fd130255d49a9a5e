import type { DatabaseSync } from 'node:sqlite';
import type { ServerAddress, ServerWallet } from '$lib/api/wallet-server/walletSchemas';
import type { Address } from '$lib/chain/address';
import { spendPolicy } from '$lib/chain/policy/policyLayout';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { decode, encode } from '$lib/codec/layout';
import { addressBytes, addressOf } from './columns';
import { requireInPlace } from './writes/inPlace';
import { Writes } from './writes/writes';

/** A wallet's user-defined fields. */
export type WalletFields = Pick<ServerWallet, 'name' | 'description' | 'metadata'>;

/** Wallets: address lists with user-defined labels. Balances and events are derived from the chain. */
export class WalletTable {
  readonly #database;
  readonly #all;
  readonly #get;
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #removeEvents;
  readonly #removeAddresses;
  readonly #addresses;
  readonly #address;
  readonly #putAddress;
  readonly #removeAddress;
  readonly #isWatched;
  readonly #wasSeen;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#database = database;
    this.#all = database.prepare('SELECT * FROM wallets ORDER BY id');
    this.#get = database.prepare('SELECT * FROM wallets WHERE id = ?');
    this.#insert = writes.prepareImmediate(
      'INSERT INTO wallets (name, description, metadata, created, updated) VALUES (?, ?, ?, ?, ?)'
    );
    this.#update = writes.prepare(
      'UPDATE wallets SET name = ?, description = ?, metadata = ?, updated = ? WHERE id = ?'
    );
    this.#remove = writes.prepare('DELETE FROM wallets WHERE id = ?');
    this.#removeEvents = writes.prepare('DELETE FROM wallet_events WHERE wallet = ?');
    this.#removeAddresses = writes.prepare('DELETE FROM wallet_addresses WHERE wallet = ?');
    this.#addresses = database.prepare('SELECT * FROM wallet_addresses WHERE wallet = ? ORDER BY seq');
    this.#address = database.prepare('SELECT * FROM wallet_addresses WHERE wallet = ? AND address = ?');
    this.#putAddress = writes.prepare(
      `INSERT INTO wallet_addresses (wallet, address, description, policy, metadata) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         description = excluded.description, policy = excluded.policy, metadata = excluded.metadata`
    );
    this.#removeAddress = writes.prepareImmediate('DELETE FROM wallet_addresses WHERE wallet = ? AND address = ?');
    this.#isWatched = database.prepare('SELECT 1 FROM wallet_addresses WHERE address = ? LIMIT 1');
    this.#wasSeen = database.prepare('SELECT 1 FROM event_addresses WHERE address = ? LIMIT 1');
  }

  all(): ServerWallet[] {
    return this.#all.all().map(storedWallet);
  }

  get(id: number): ServerWallet | undefined {
    const row = this.#get.get(id);
    return row && storedWallet(row);
  }

  /** Creates a wallet; ids are never reused. */
  create({ name, description, metadata }: WalletFields, now: UnixSeconds): ServerWallet {
    requireInPlace(this.#database);
    const { lastInsertRowid } = this.#insert.run(name, description, stringifyJson(metadata), now, now);
    return this.get(Number(lastInsertRowid))!;
  }

  /** The updated wallet; undefined if it does not exist. */
  update(id: number, { name, description, metadata }: WalletFields, now: UnixSeconds): ServerWallet | undefined {
    requireInPlace(this.#database);
    this.#update.run(name, description, stringifyJson(metadata), now, id);
    return this.get(id);
  }

  /** Deletes the wallet with its addresses; call it in a transaction. */
  remove(id: number): void {
    this.#removeEvents.run(id);
    this.#removeAddresses.run(id);
    this.#remove.run(id);
  }

  /** In insertion order. */
  addresses(id: number): ServerAddress[] {
    return this.#addresses.all(id).map(storedAddress);
  }

  address(id: number, address: Address): ServerAddress | undefined {
    const row = this.#address.get(id, addressBytes(address));
    return row && storedAddress(row);
  }

  has(id: number, address: Address): boolean {
    return this.#address.get(id, addressBytes(address)) !== undefined;
  }

  /** Adds or updates an address. */
  putAddress(id: number, { address, description, spendPolicy: policy, metadata }: ServerAddress): void {
    const policyBytes = policy === undefined ? null : encode(spendPolicy, policy);
    this.#putAddress.run(id, addressBytes(address), description, policyBytes, stringifyJson(metadata));
  }

  /** @returns whether the wallet had the address */
  removeAddress(id: number, address: Address): boolean {
    return this.#removeAddress.run(id, addressBytes(address)).changes > 0;
  }

  /** Whether the address is in a wallet. */
  isWatched(address: Address): boolean {
    return this.#isWatched.get(addressBytes(address)) !== undefined;
  }

  /** Whether the address is in a wallet or appears in the chain. */
  isKnown(address: Address): boolean {
    const bytes = addressBytes(address);
    return this.#isWatched.get(bytes) !== undefined || this.#wasSeen.get(bytes) !== undefined;
  }
}

const storedWallet = (row: Record<string, unknown>): ServerWallet => ({
  id: String(row.id),
  name: row.name as string,
  description: row.description as string,
  metadata: parseJson(row.metadata as string),
  createdAt: unixSeconds(row.created as number),
  updatedAt: unixSeconds(row.updated as number)
});

const storedAddress = (row: Record<string, unknown>): ServerAddress => ({
  address: addressOf(row.address),
  description: row.description as string,
  spendPolicy: row.policy === null ? undefined : decode(spendPolicy, row.policy as Uint8Array),
  metadata: parseJson(row.metadata as string)
});

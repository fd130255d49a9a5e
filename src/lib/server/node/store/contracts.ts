import type { DatabaseSync } from 'node:sqlite';
import { decode, encode } from '$lib/codec/layout';
import {
  fileContract,
  v2FileContract,
  type FileContract,
  type FileContractElement,
  type V2FileContract,
  type V2FileContractElement
} from '$lib/chain/element/fileContract';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { idBytes, idText } from './columns';
import type { Unstored } from './writes/unstored';
import { Writes } from './writes/writes';

const V1 = 1;
const V2 = 2;

/** A contract; the element's proof is empty and read from the tree on demand. */
export interface StoredContract<Element> {
  readonly element: Element;
  readonly resolved: Height | undefined;
}

type StoredV1 = StoredContract<FileContractElement>;

/** V1 and V2 file contracts of the best chain, at their latest revision. */
export class ContractTable {
  readonly #insert;
  readonly #revise;
  readonly #resolve;
  readonly #remove;
  readonly #get;
  readonly #unstoredV1: Unstored<FileContractId, StoredV1>;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#insert = writes.prepare('INSERT INTO contracts VALUES (?, ?, ?, ?, ?)');
    this.#revise = writes.prepare('UPDATE contracts SET body = ? WHERE id = ?');
    this.#resolve = writes.prepare('UPDATE contracts SET resolved = ? WHERE id = ?');
    this.#remove = writes.prepare('DELETE FROM contracts WHERE id = ?');
    this.#get = database.prepare('SELECT id, leaf, body, resolved FROM contracts WHERE id = ? AND version = ?');
    this.#get.setReadBigInts(true);
    this.#unstoredV1 = writes.unstored();
  }

  insertV1(element: FileContractElement, resolved?: Height): void {
    const { id, stateElement, fileContract: body } = element;
    const { leafIndex } = stateElement;
    const bytes = encode(fileContract, body);
    this.#insert.run(idBytes(id), V1, leafIndex, bytes, resolved ?? null);
    this.#unstoredV1.set(id, { element, resolved });
  }

  insertV2({ id, stateElement, fileContract: body }: V2FileContractElement, resolved?: Height): void {
    const { leafIndex } = stateElement;
    const bytes = encode(v2FileContract, body);
    this.#insert.run(idBytes(id), V2, leafIndex, bytes, resolved ?? null);
  }

  reviseV1(id: FileContractId, body: FileContract): void {
    this.#revise.run(encode(fileContract, body), idBytes(id));
    this.#changeV1(id, ({ element, resolved }) => ({ element: { ...element, fileContract: body }, resolved }));
  }

  reviseV2(id: FileContractId, body: V2FileContract): void {
    this.#revise.run(encode(v2FileContract, body), idBytes(id));
  }

  /** Marks a V1 contract as resolved in the block at `height`. */
  resolveV1(id: FileContractId, height: Height): void {
    this.setResolved(id, height);
    this.#changeV1(id, ({ element }) => ({ element, resolved: height }));
  }

  #changeV1(id: FileContractId, change: (contract: StoredV1) => StoredV1): void {
    const contract = this.#unstoredV1.isRecording ? this.getV1(id) : undefined;
    if (contract) this.#unstoredV1.set(id, change(contract));
  }

  /** Marks the contract as resolved in the block at `height`, or as open again. */
  setResolved(id: FileContractId, height: Height | undefined): void {
    this.#resolve.run(height ?? null, idBytes(id));
  }

  remove(id: FileContractId): void {
    this.#remove.run(idBytes(id));
  }

  /** While changes are recorded, as recorded. */
  getV1(id: FileContractId): StoredV1 | undefined {
    const unstored = this.#unstoredV1.get(id);
    if (unstored) return unstored;
    const row = this.#get.get(idBytes(id), V1);
    return row && storedV1(row);
  }

  getV2(id: FileContractId): StoredContract<V2FileContractElement> | undefined {
    const row = this.#get.get(idBytes(id), V2);
    if (!row) return undefined;
    return { element: { ...place(row), fileContract: decode(v2FileContract, row.body as Uint8Array) }, ...end(row) };
  }
}

const place = (row: Record<string, unknown>) => ({
  id: idText<FileContractId>(row.id),
  stateElement: { leafIndex: row.leaf as bigint, merkleProof: [] }
});

const end = (row: Record<string, unknown>) => ({ resolved: row.resolved === null ? undefined : Number(row.resolved) });

const storedV1 = (row: Record<string, unknown>): StoredV1 => ({
  element: { ...place(row), fileContract: decode(fileContract, row.body as Uint8Array) },
  ...end(row)
});

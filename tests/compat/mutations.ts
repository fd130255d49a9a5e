import {
  UNASSIGNED_LEAF_INDEX,
  type ChainIndexElement,
  type CoinElement,
  type CoinOutput,
  type FundElement
} from '$lib/chain/element/elements';
import type { FileContractElement, V2FileContractElement } from '$lib/chain/element/fileContract';
import { hastings } from '$lib/chain/currency/currency';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { JsonValue } from '$lib/codec/json';
import { v2FileContractTax } from '$lib/consensus/contractTax';

/** A number from 0 up to but excluding the bound. */
export type Draw = (below: number) => number;

/** The transactions of a block. */
export interface Content {
  readonly transactions: readonly Transaction[];
  readonly v2transactions: readonly V2Transaction[];
}

/** An element of any kind; existing, spent or resolved. */
export type AnyElement = CoinElement | FundElement | FileContractElement | V2FileContractElement | ChainIndexElement;

/** What values are replaced with, besides others in the block. */
export interface World {
  readonly height: bigint;
  readonly elements: readonly AnyElement[];
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** With `#` for list indices: places of one kind have one path. */
  readonly path: string;
}

const EDGES = [0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 127n, 2n ** 128n - 1n];

/** A copy in which one random value, of any kind of place equally often, is something else of its type. */
export function mutated(content: Content, world: World, draw: Draw): Content {
  const copy = structuredClone(content);
  const places = placesIn(copy);
  const paths = [...new Set(places.map(({ path }) => path))];
  const path = paths[draw(paths.length)];
  const alike = places.filter((place) => place.path === path);
  const place = alike[draw(alike.length)]!;
  place.holder[place.key] = structuredClone(changed(place, places, world, draw));
  return copy;
}

function placesIn(holder: object, path = ''): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => {
    // The proofs of a block are encoded as one: a wrong one cannot be written. A type says which fields there are.
    if (key === 'merkleProof' || key === 'type') return [];
    const at = `${path}.${Array.isArray(holder) ? '#' : key}`;
    const inner = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
    return [{ holder: holder as Place['holder'], key, path: at }, ...(inner ? placesIn(value, at) : [])];
  });
}

function changed({ holder, key, path }: Place, places: readonly Place[], world: World, draw: Draw): unknown {
  const value = holder[key];
  const pick = <T>(items: readonly T[]): T => items[draw(items.length)]!;
  const values = places.map((place) => place.holder[place.key]);
  if (typeof value === 'bigint') {
    // From 2^63 on, the reference's arithmetic on indices overflows; it rejects such blocks for other reasons.
    if (key === 'leafIndex')
      return pick([value === UNASSIGNED_LEAF_INDEX ? 0n : value + 1n, value / 2n, UNASSIGNED_LEAF_INDEX]);
    const others = values.filter((other) => typeof other === 'bigint');
    const heights = [world.height - 1n, world.height, world.height + 1n];
    return pick([
      value + 1n,
      value > 0n ? value - 1n : 1n,
      value * 2n,
      value / 2n,
      pick(EDGES),
      pick(heights),
      pick(others)
    ]);
  }
  if (typeof value === 'number') return pick([0, value + 1, Math.max(0, value - 1)]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return changedText(value, values, world, draw);
  if (value instanceof Uint8Array) {
    const at = draw(value.length + 1);
    return pick([
      value.map((byte, i) => (i === at ? byte ^ (1 << draw(8)) : byte)),
      value.subarray(0, at),
      Uint8Array.of(...value.subarray(0, at), 0, ...value.subarray(at))
    ]);
  }
  if (Array.isArray(value)) {
    const items = value as unknown[];
    const others = places.flatMap((place) => (place.path === `${path}.#` ? [place.holder[place.key]] : []));
    return pick([items.toSpliced(draw(items.length + 1), 1), items.toReversed(), [...items, ...others.slice(0, 1)]]);
  }
  return pick([...world.elements, ...values].filter((other) => isAlike(value, other)));
}

/** Whether one can stand where the other does: both have the same fields, or a type that says which. */
function isAlike(one: unknown, other: unknown): boolean {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
  if (!isRecord(one) || !isRecord(other)) return isRecord(one) === isRecord(other);
  if ('type' in one && 'type' in other) return true;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => key in one && key in other && isAlike(one[key], other[key]));
}

function changedText(value: string, values: readonly unknown[], { elements }: World, draw: Draw): unknown {
  const known = [...values, ...elements.map(({ id }) => id)];
  const others = known.filter((other) => typeof other === 'string' && other.length === value.length);
  const digit = draw(value.length);
  const isHash = /^[0-9a-f]{64}$/.test(value);
  if (!isHash || draw(3) > 0) return others[draw(others.length)];
  const flipped = (parseInt(value[digit]!, 16) ^ (1 << draw(4))).toString(16);
  return `${value.slice(0, digit)}${flipped}${value.slice(digit + 1)}`;
}

/** The bytes with one change, as a faulty or hostile encoder might write them. */
export function damaged(bytes: Uint8Array, draw: Draw): Uint8Array {
  const at = draw(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const value = [0, 1, 2, 0x7f, 0x80, 0xff, draw(256)][draw(7)]!;
  switch (draw(4)) {
    case 0:
      return Uint8Array.of(...before, after[0]! ^ (1 << draw(8)), ...after.subarray(1));
    case 1:
      return Uint8Array.of(...before, value, ...after.subarray(1));
    case 2:
      return Uint8Array.of(...before, value, ...after);
    default:
      return Uint8Array.of(...before, ...after.subarray(1 + draw(8)));
  }
}

const CHARACTERS = [...'0123456789abcdefghKmnpSTux.:,()[]" -+_\t'];

/** The text with one change. */
export function damagedText(text: string, draw: Draw): string {
  const at = draw(text.length + 1);
  const character = CHARACTERS[draw(CHARACTERS.length)]!;
  switch (draw(6)) {
    case 0:
      return text.slice(0, at) + character + text.slice(at);
    case 1:
      return text.slice(0, at) + character + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(at + 1);
    case 3:
      return text.slice(0, at);
    case 4:
      return text.slice(at);
    default:
      return text.toUpperCase();
  }
}

const MAX_U128 = 2n ** 128n - 1n;
const JSON_VALUES: readonly JsonValue[] = [
  ...[null, true, [], {}, '', 'x', '1', '00', '1e3', -1, 0, 1, 1.5, 256, 2 ** 53],
  ...[2n ** 64n - 1n, 2n ** 64n],
  ...[MAX_U128, MAX_U128 + 1n].map(String)
];

/** The JSON with one value, at any depth, changed, replaced or left out. */
export function damagedJson(value: JsonValue, draw: Draw): JsonValue {
  const isDeeper = typeof value === 'object' && value !== null && draw(4) > 0;
  if (isDeeper && Array.isArray(value) && value.length > 0) {
    const at = draw(value.length);
    return value.map((item, i) => (i === at ? damagedJson(item, draw) : item));
  }
  if (isDeeper && !Array.isArray(value) && Object.keys(value).length > 0) {
    const keys = Object.keys(value);
    const key = keys[draw(keys.length)]!;
    const { [key]: inner, ...others } = value;
    return draw(12) === 0 ? others : { ...value, [key]: damagedJson(inner!, draw) };
  }
  if (typeof value === 'string' && draw(3) === 0) return damagedText(value, draw);
  return JSON_VALUES[draw(JSON_VALUES.length)]!;
}

const sum = <T>(items: readonly T[], value: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + value(item), 0n);

/** A copy in which the first coin output takes what the others leave, so that more than the sums is judged. */
export function balanced({ transactions, v2transactions }: Content, coins: readonly CoinElement[]): Content {
  const values = new Map<string, bigint>(coins.map(({ id, output }) => [id, output.value]));
  return {
    transactions: transactions.map((txn) => {
      const income = sum(txn.coinInputs, ({ parentId }) => values.get(parentId) ?? 0n);
      const costs = sum(txn.minerFees, (fee) => fee) + sum(txn.fileContracts, ({ payout }) => payout);
      return { ...txn, coinOutputs: withSum(txn.coinOutputs, income - costs) };
    }),
    v2transactions: v2transactions.map((txn) => {
      const renewals = txn.fileContractResolutions.flatMap(({ resolution }) =>
        resolution.type === 'renewal' ? [resolution.renewal] : []
      );
      const contracts = [...txn.fileContracts, ...renewals.map(({ newContract }) => newContract)];
      const income =
        sum(txn.coinInputs, ({ parent }) => parent.output.value) +
        sum(renewals, ({ renterRollover, hostRollover }) => renterRollover + hostRollover);
      const costs = sum(
        contracts,
        (contract) => contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract)
      );
      return { ...txn, coinOutputs: withSum(txn.coinOutputs, income - costs - txn.minerFee) };
    })
  };
}

function withSum(outputs: readonly CoinOutput[], total: bigint): CoinOutput[] {
  const [first, ...others] = outputs;
  const left = total - sum(others, ({ value }) => value);
  return first === undefined || left <= 0n ? [...outputs] : [{ ...first, value: hastings(left) }, ...others];
}

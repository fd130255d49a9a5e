import { blake2b256 } from '$lib/chain/hash';
import { distinguisher } from '$lib/chain/taggedHash';
import { concatBytes, encodeHex, encodeU64le, encodeUtf8 } from '$lib/codec/bytes';

const UNIT = 2 ** -53;

/** The 32-bit finalizer of MurmurHash3: every input bit flips about half of the output bits. */
function mix(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * Seeded random numbers, without a sequence: each number is a function of the seed, a label for its purpose, and up to
 * three integers (who, when). So the order of calls does not matter, and a reorganization has nothing to undo.
 */
export class MarketRandom {
  readonly #seed: Uint8Array;
  readonly #lanes: readonly [number, number];
  readonly #labels = new Map<string, number>();

  /** @param seed any text; the market uses the id of the genesis block */
  constructor(seed: string) {
    this.#seed = blake2b256(encodeUtf8(`market/${seed}`));
    const view = new DataView(this.#seed.buffer, this.#seed.byteOffset);
    this.#lanes = [view.getUint32(0), view.getUint32(4)];
  }

  /** Uniform in [0, 1). */
  unit(label: string, a = 0, b = 0, c = 0): number {
    const [first, second] = this.#lanes;
    let high = mix(first ^ this.#labelHash(label));
    high = mix(high + Math.imul(a | 0, 0x9e3779b1));
    high = mix(high + Math.imul(b | 0, 0x85ebca77));
    high = mix(high + Math.imul(c | 0, 0xc2b2ae3d));
    const low = mix(high ^ second);
    return ((high >>> 0) * 2 ** 21 + (low >>> 11)) * UNIT;
  }

  /** True with the given probability. */
  chance(probability: number, label: string, a = 0, b = 0, c = 0): boolean {
    return this.unit(label, a, b, c) < probability;
  }

  /** Uniform integer in [from, below). */
  integer(from: number, below: number, label: string, a = 0, b = 0, c = 0): number {
    return from + Math.floor(this.unit(label, a, b, c) * (below - from));
  }

  /** Uniform in [from, to). */
  between(from: number, to: number, label: string, a = 0, b = 0, c = 0): number {
    return from + this.unit(label, a, b, c) * (to - from);
  }

  pick<T>(choices: readonly T[], label: string, a = 0, b = 0, c = 0): T {
    return choices[this.integer(0, choices.length, label, a, b, c)]!;
  }

  /** Approximately standard normal: the sum of twelve uniform numbers minus six, so within ±6. */
  normal(label: string, a = 0, b = 0): number {
    let sum = -6;
    for (let roll = 0; roll < 12; roll++) sum += this.unit(label, a, b, roll);
    return sum;
  }

  /** Log-normal: two thirds of the values are within a factor of e^spread of the median. */
  logNormal(median: number, spread: number, label: string, a = 0, b = 0): number {
    return median * Math.exp(spread * this.normal(label, a, b));
  }

  /** 32 cryptographically random-looking bytes, for keys and ids. Much slower than the others. */
  bytes(label: string, ...numbers: readonly number[]): Uint8Array {
    const parts = numbers.map((number) => encodeU64le(BigInt(number)));
    return blake2b256(concatBytes(distinguisher('market'), this.#seed, encodeUtf8(`${label}|`), ...parts));
  }

  /** {@link bytes} as 64 hexadecimal characters. */
  hex<T extends string = string>(label: string, ...numbers: readonly number[]): T {
    return encodeHex(this.bytes(label, ...numbers)) as T;
  }

  /** FNV-1a, cached per label. */
  #labelHash(label: string): number {
    const known = this.#labels.get(label);
    if (known !== undefined) return known;
    let hash = 0x811c9dc5;
    for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
    this.#labels.set(label, hash);
    return hash;
  }
}

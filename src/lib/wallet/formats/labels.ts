import { parseAddress } from '$lib/chain/address';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { containedText } from '$lib/codec/visibleText';

// Labels as JSON lines (BIP 329). Nothing in a file is lost: unknown fields stay in their line, and unknown lines are
// kept unchanged. Only characters that reverse the text beside a label are removed.

const TYPES = ['addr', 'input', 'output', 'pubkey', 'tx'] as const;
export type LabelType = (typeof TYPES)[number];

/** Maximum characters of a label or note: the length that BIP 329 says other software accepts. */
export const MAX_LABEL = 255;

/** A line that this wallet understands. */
export interface LabelLine {
  readonly type: LabelType;
  /** Lower case: an id, an address, a public key, or `<transaction id>:<index>`. */
  readonly ref: string;
  /** Missing if the line has none. */
  readonly label?: string;
  /** Distinguishes accounts that share a file. */
  readonly origin?: string;
  /** Outputs only; false means frozen. */
  readonly spendable?: boolean;
  /** Further fields. */
  readonly more?: JsonObject;
}

/** All labels of a wallet or a file. */
export interface LabelSet {
  readonly lines: readonly LabelLine[];
  /** Other lines, unchanged and in order. */
  readonly raw: readonly string[];
}

export interface LabelFile extends LabelSet {
  /** Lines of types or forms that belong to other software. */
  readonly unknown: number;
  /**
   * Lines that are not a JSON object with type and reference, are too long, or have an address with a wrong checksum.
   */
  readonly damaged: number;
}

/** Characters of a line. */
const MAX_LINE = 65_536;

const ID = /^[0-9a-f]{64}$/;
const POSITION = /^[0-9a-f]{64}:(?:0|[1-9]\d{0,8})$/;

const isAddress = (ref: string): boolean => {
  try {
    parseAddress(ref);
    return true;
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
};

/** 76 hex digits are meant as an address of this network. */
const LOOKS_LIKE_ADDRESS = /^[0-9a-f]{76}$/;

const IS_REF: Record<LabelType, (ref: string) => boolean> = {
  addr: isAddress,
  input: (ref) => POSITION.test(ref),
  output: (ref) => POSITION.test(ref) || ID.test(ref),
  pubkey: (ref) => ID.test(ref),
  tx: (ref) => ID.test(ref)
};

const isType = (type: unknown): type is LabelType => (TYPES as readonly unknown[]).includes(type);

type Read = LabelLine | 'unknown' | 'damaged';

function readLine(text: string): Read {
  if (text.length > MAX_LINE) return 'damaged';
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return 'damaged';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'damaged';
  const { type, ref, label, origin, spendable, ...more } = value;
  if (typeof type !== 'string' || typeof ref !== 'string') return 'damaged';
  if (!isType(type)) return 'unknown';
  const lower = ref.toLowerCase();
  if (type === 'addr' && LOOKS_LIKE_ADDRESS.test(lower) && !isAddress(lower)) return 'damaged';
  const isWellFormed =
    (label === undefined || typeof label === 'string') &&
    (origin === undefined || typeof origin === 'string') &&
    (spendable === undefined || (typeof spendable === 'boolean' && type === 'output'));
  if (!IS_REF[type](lower) || !isWellFormed) return 'unknown';
  return {
    type,
    ref: lower,
    ...(typeof label === 'string' && { label: containedText(label) }),
    ...(typeof origin === 'string' && { origin }),
    ...(typeof spendable === 'boolean' && { spendable }),
    ...(Object.keys(more).length > 0 && { more })
  };
}

/** What a line is about; the last line about it wins. */
const subjectOf = ({ type, ref, origin = '' }: LabelLine): string => `${type} ${ref} ${origin}`;

const bySubject = (lines: readonly LabelLine[]): Map<string, LabelLine> =>
  new Map(lines.map((line) => [subjectOf(line), line]));

/** Parses JSON lines. Never fails: unreadable lines are kept and counted. */
export function parseLabels(text: string): LabelFile {
  const lines: LabelLine[] = [];
  const raw: string[] = [];
  const counts = { unknown: 0, damaged: 0 };
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    const content = line.replace(/\r$/, '');
    if (content.trim() === '') continue;
    const read = readLine(content);
    if (typeof read === 'object') lines.push(read);
    else {
      raw.push(content);
      counts[read]++;
    }
  }
  return { lines: [...bySubject(lines).values()], raw, ...counts };
}

/** JSON lines, known ones sorted by type and reference, then all others in their original order. */
export function formatLabels({ lines, raw }: LabelSet): string {
  const sorted = lines.toSorted((a, b) => compare(subjectOf(a), subjectOf(b)));
  const texts = sorted.map(({ more, ...line }) => stringifyJson({ ...line, ...more }));
  return [...texts, ...raw].map((line) => `${line}\n`).join('');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `fill`: the file only fills empty fields. `replace`: the file wins. */
export type MergeMode = 'fill' | 'replace';

/** A merge before it is applied. */
export interface LabelMerge extends LabelSet {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** Outputs that it freezes, and frozen ones that it makes spendable. */
  readonly frozen: number;
  readonly thawed: number;
  readonly unknown: number;
  readonly damaged: number;
}

/** Merges the labels of a file into those of a wallet. */
export function mergeLabels(current: LabelSet, file: LabelFile, mode: MergeMode): LabelMerge {
  const merged = bySubject(current.lines);
  const counts = { added: 0, changed: 0, same: 0, frozen: 0, thawed: 0 };
  for (const line of file.lines) {
    const subject = subjectOf(line);
    const before = merged.get(subject);
    const after = before === undefined ? line : mode === 'fill' ? fill(before, line) : replace(before, line);
    if (before === undefined) counts.added++;
    else if (isSame(before, after)) counts.same++;
    else counts.changed++;
    const [wasFrozen, isFrozen] = [before?.spendable === false, after.spendable === false];
    if (wasFrozen !== isFrozen) counts[isFrozen ? 'frozen' : 'thawed']++;
    merged.set(subject, after);
  }
  const known = new Set(current.raw);
  const raw = [...current.raw, ...file.raw.filter((line) => !known.has(line))];
  return { lines: [...merged.values()], raw, ...counts, unknown: file.unknown, damaged: file.damaged };
}

/** A merge undone in the current labels: what was changed since stays. @param before labels that were merged */
export function undoMerge(current: LabelSet, before: LabelSet, merged: LabelSet): LabelSet {
  const [old, imported] = [bySubject(before.lines), bySubject(merged.lines)];
  const lines = current.lines.flatMap((line) => {
    const subject = subjectOf(line);
    const from = imported.get(subject);
    return from === undefined || !isSame(from, line) ? [line] : (old.get(subject) ?? []);
  });
  const added = new Set(merged.raw).difference(new Set(before.raw));
  return { lines, raw: current.raw.filter((line) => !added.has(line)) };
}

const withMore = (line: Omit<LabelLine, 'more'>, more: JsonObject): LabelLine =>
  Object.keys(more).length === 0 ? line : { ...line, more };

function fill(before: LabelLine, { label, spendable, more }: LabelLine): LabelLine {
  return withMore(
    {
      ...before,
      ...(!before.label && label && { label }),
      ...(before.spendable === undefined && spendable !== undefined && { spendable })
    },
    { ...more, ...before.more }
  );
}

const replace = (before: LabelLine, { more, ...line }: LabelLine): LabelLine =>
  withMore({ ...before, ...line }, { ...before.more, ...more });

const isSame = (a: LabelLine, b: LabelLine): boolean =>
  (a.label ?? '') === (b.label ?? '') &&
  a.spendable === b.spendable &&
  stringifyJson(a.more ?? {}) === stringifyJson(b.more ?? {});

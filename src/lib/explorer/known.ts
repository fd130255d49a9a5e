/** A thing with an id or an address that this page knows already. */
export interface KnownThing {
  /** Hexadecimal id or address. */
  readonly id: string;
  readonly kind: 'block' | 'transaction' | 'output' | 'address';
  /** Of an address: the label, if it has one; of a block: its height. */
  readonly name: string;
  /** The name is a label that somebody gave it. */
  readonly isLabelled?: boolean;
  readonly href: string;
}

/** Fewer digits fit too many ids. */
const MIN_DIGITS = 4;

/** Those whose id begins as typed, `0x` and spaces aside; none for fewer digits than distinguish ids. */
export function beginningWith(typed: string, things: readonly KnownThing[]): readonly KnownThing[] {
  const digits = typed.replace(/\s+/g, '').replace(/^0x/i, '').toLowerCase();
  if (digits.length < MIN_DIGITS || !/^[0-9a-f]+$/.test(digits)) return [];
  return things.filter(({ id }) => id.startsWith(digits));
}

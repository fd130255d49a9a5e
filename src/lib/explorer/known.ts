/** An item with an id or address that is already known to this page. */
export interface KnownItem {
  /** Hexadecimal id or address. */
  readonly id: string;
  readonly kind: 'block' | 'transaction' | 'output' | 'address';
  /** An address's label, if any; a block's height. */
  readonly name: string;
  /** The name is a user's label. */
  readonly isLabeled?: boolean;
  readonly href: string;
}

/** Fewer digits match too many ids. */
const MIN_DIGITS = 4;

/** Items whose id starts with the typed digits, ignoring `0x` and spaces; none if there are too few digits. */
export function beginningWith(typed: string, items: readonly KnownItem[]): readonly KnownItem[] {
  const digits = typed.replace(/\s+/g, '').replace(/^0x/i, '').toLowerCase();
  if (digits.length < MIN_DIGITS || !/^[0-9a-f]+$/.test(digits)) return [];
  return items.filter(({ id }) => id.startsWith(digits));
}

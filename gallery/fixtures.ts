import { UnreachableError } from '$lib/api/http/errors';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { UnexpectedError } from '$lib/errors';

/* Example content, all invented; ids and addresses have the right length but no meaning. */

export const ID = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea';
export const ADDRESS = `${ID}488908c3000d`;
export const NOW_MS = Date.now();
const COIN = 10n ** 24n;

export const coins = (count: number): Hastings => hastings((BigInt(Math.round(count * 1000)) * COIN) / 1000n);

/** Too long for any place; the second has no break opportunity. */
export const LONG =
  'A name that goes on well beyond the room that any card, row or button was drawn for, as names in translation do';
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihung';

export const unreachable = new UnreachableError({ method: 'GET', path: '/consensus' });
export const unexpected = new UnexpectedError('Cannot read properties of undefined (reading "height")');

export interface Contract {
  readonly id: string;
  readonly host: string;
  readonly bytes: bigint;
  readonly cost: bigint;
}

export const CONTRACTS: readonly Contract[] = Array.from({ length: 12 }, (_, i) => ({
  id: `${i.toString(16)}${ID.slice(1)}`,
  host: i === 3 ? `${LONG_WORD.toLowerCase()}.example:9982` : `host-${i + 1}.example:9982`,
  bytes: BigInt(((i * 7) % 12) + 1) * 10n ** 9n,
  cost: BigInt(((i * 5) % 12) + 1) * COIN
}));

/** Two days of hourly readings, with one hour missing. */
const HOURS = Array.from({ length: 48 }, (_, i) => i);
export const TIMES = HOURS.map((i) => Math.floor(NOW_MS / 1000) - (47 - i) * 3600);
export const WAVE = HOURS.map((i) => (i === 20 ? null : 120 + 40 * Math.sin(i / 5)));
export const STEPS = HOURS.map((i) => 20 + Math.floor(i / 6) * 5);

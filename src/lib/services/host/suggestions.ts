import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { parseQuantity, roundQuantity } from '$lib/chain/currency/quantity';
import { HOST_SETTINGS, QUANTITY_NAMES, type QuantityName } from './settingFields';

/** A suggested value and its source. */
export interface Suggestion {
  readonly value: bigint;
  readonly from: 'median' | 'initial';
  /** Number of hosts behind the median; 0 for a new daemon's default. */
  readonly hosts: number;
}

/** The median; for an even number of values, the lower of the middle two. */
export function median(values: readonly bigint[]): bigint | undefined {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Minimum number of hosts for a meaningful median. */
const FEWEST_HOSTS = 5;

/**
 * Suggestions for each quantity: the median of the hosts that accept contracts, if the host database has it; else a new
 * daemon's default.
 */
export function suggestSettings(active: readonly HostdbEntry[]): Readonly<Record<QuantityName, Suggestion>> {
  const accepting = active.filter((host) => host.acceptingContracts);
  return Object.fromEntries(
    QUANTITY_NAMES.map((name) => {
      const setting = HOST_SETTINGS[name];
      const ofHost = 'ofHost' in setting ? setting.ofHost : undefined;
      const values = ofHost ? accepting.map((host) => ofHost(host)).filter((value) => value !== undefined) : [];
      const middle = values.length < FEWEST_HOSTS ? undefined : median(values);
      return [
        name,
        middle === undefined
          ? { value: setting.initial, from: 'initial', hosts: 0 }
          : { value: readable(name, middle), from: 'median', hosts: values.length }
      ];
    })
  ) as Record<QuantityName, Suggestion>;
}

/** Rounded to three decimals of the usual unit. */
function readable(name: QuantityName, value: bigint): bigint {
  const [unit] = HOST_SETTINGS[name].units;
  const rounded = roundQuantity(value, unit, 3);
  return rounded.startsWith('<') ? value : parseQuantity(rounded, unit).value;
}

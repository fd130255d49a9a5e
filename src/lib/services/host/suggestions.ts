import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { parseQuantity, roundQuantity } from '$lib/chain/currency/quantity';
import { HOST_SETTINGS, QUANTITY_NAMES, type QuantityName } from './settingFields';

/** A value to consider, and where it comes from. */
export interface Suggestion {
  readonly value: bigint;
  readonly from: 'median' | 'initial';
  /** Hosts that the median is of; 0 for what a new daemon starts with. */
  readonly hosts: number;
}

/** The value in the middle; of an even number of them the lower of the two. */
export function median(values: readonly bigint[]): bigint | undefined {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Fewer hosts than these say nothing about what is usual. */
const FEWEST_HOSTS = 5;

/**
 * What to suggest for each quantity: what the middle one of the hosts that take contracts asks, where the host database
 * tells; else what a new daemon starts with.
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

/** The same in three decimals of the usual unit, so that nobody is shown the digits of a stranger's arithmetic. */
function readable(name: QuantityName, value: bigint): bigint {
  const [unit] = HOST_SETTINGS[name].units;
  const rounded = roundQuantity(value, unit, 3);
  return rounded.startsWith('<') ? value : parseQuantity(rounded, unit).value;
}

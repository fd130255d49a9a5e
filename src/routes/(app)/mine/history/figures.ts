import { scale } from '$lib/messages/format';
import { formatRounded, measured } from '$lib/messages/numbers';

const WH_BELOW = 100;

/** Watt-hours, or kilowatt-hours if large. */
export const energyText = (wattHours: number): string =>
  wattHours < WH_BELOW
    ? measured(formatRounded(Math.round(wattHours * 100) / 100), 'Wh')
    : measured(formatRounded(wattHours / 1_000), 'kWh');

/** A count of hashes in three digits: "12.4 GH". */
export function hashesText(hashes: number): string {
  const [number, prefix] = scale(hashes);
  return measured(number, `${prefix}H`);
}

import { formatRounded } from '$lib/messages/format';
import { m } from '$lib/messages/mining/history';

const WH_BELOW = 100;

/** Watt-hours, or kilowatt-hours if large. */
export const energyText = (wattHours: number): string =>
  wattHours < WH_BELOW
    ? m.wattHours(formatRounded(Math.round(wattHours * 100) / 100))
    : m.energy(formatRounded(wattHours / 1_000));

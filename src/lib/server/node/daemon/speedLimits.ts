import type { Refusal } from '../errors';
import type { SettingsTable } from '../store/settings';

/** Bytes per second, 0 for unlimited. */
export interface SpeedLimits {
  readonly maxDownloadSpeed: bigint;
  readonly maxUploadSpeed: bigint;
}

/** The daemon and its gateway have separate limits. */
type Scope = 'daemon' | 'gateway';

// Earlier releases wrote large ones as `9.2e+18`.
const speedIn = (settings: SettingsTable, key: string): bigint => {
  const text = settings.get(key) ?? '0';
  return /^\d+$/.test(text) ? BigInt(text) : BigInt(Math.round(Number(text)));
};

export const speedLimits = (settings: SettingsTable, scope: Scope): SpeedLimits => ({
  maxDownloadSpeed: speedIn(settings, `${scope}.maxdownloadspeed`),
  maxUploadSpeed: speedIn(settings, `${scope}.maxuploadspeed`)
});

/** The limits in effect for peer connections: of the daemon's and the gateway's, the lower one that is set. */
export function effectiveLimits(settings: SettingsTable): SpeedLimits {
  const scopes = [speedLimits(settings, 'daemon'), speedLimits(settings, 'gateway')];
  const lowest = (speeds: readonly bigint[]): bigint =>
    speeds.filter((speed) => speed > 0n).reduce((low, speed) => (low === 0n || speed < low ? speed : low), 0n);
  return {
    maxDownloadSpeed: lowest(scopes.map(({ maxDownloadSpeed }) => maxDownloadSpeed)),
    maxUploadSpeed: lowest(scopes.map(({ maxUploadSpeed }) => maxUploadSpeed))
  };
}

/** Limits as the parameters of requests. */
export interface GivenLimits {
  readonly maxdownloadspeed?: bigint;
  readonly maxuploadspeed?: bigint;
}

/** The parameter that is below 0. */
export function negativeSpeed({ maxdownloadspeed = 0n, maxuploadspeed = 0n }: GivenLimits): string | undefined {
  if (maxdownloadspeed < 0n) return 'maxdownloadspeed';
  return maxuploadspeed < 0n ? 'maxuploadspeed' : undefined;
}

/**
 * Changes the limits that are given.
 * @throws {Refusal} `whenNegative`, with nothing changed, if a limit is below 0
 */
export function setSpeedLimits(settings: SettingsTable, scope: Scope, given: GivenLimits, whenNegative: Refusal): void {
  const negative = negativeSpeed(given);
  if (negative !== undefined) throw whenNegative.about(negative);
  const { maxdownloadspeed: download, maxuploadspeed: upload } = given;
  if (download !== undefined) settings.set(`${scope}.maxdownloadspeed`, String(download));
  if (upload !== undefined) settings.set(`${scope}.maxuploadspeed`, String(upload));
}

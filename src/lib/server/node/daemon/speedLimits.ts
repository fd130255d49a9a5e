import type { SettingsTable } from '../store/settings';

/** Bytes per second, 0 means unlimited. There are no peers to limit: what a person sets is kept and shown. */
export interface SpeedLimits {
  readonly maxDownloadSpeed: number;
  readonly maxUploadSpeed: number;
}

/** The limits of the daemon as a whole and of its gateway are set apart. */
type Scope = 'daemon' | 'gateway';

export const speedLimits = (settings: SettingsTable, scope: Scope): SpeedLimits => ({
  maxDownloadSpeed: settings.getNumber(`${scope}.maxdownloadspeed`),
  maxUploadSpeed: settings.getNumber(`${scope}.maxuploadspeed`)
});

/** Changes the limits that are given; false, with nothing changed, when one is below 0. */
export function setSpeedLimits(settings: SettingsTable, scope: Scope, download?: number, upload?: number): boolean {
  if ((download ?? 0) < 0 || (upload ?? 0) < 0) return false;
  if (download !== undefined) settings.set(`${scope}.maxdownloadspeed`, String(download));
  if (upload !== undefined) settings.set(`${scope}.maxuploadspeed`, String(upload));
  return true;
}

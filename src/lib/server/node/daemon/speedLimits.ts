import type { SettingsTable } from '../store/settings';

/** Bytes per second, 0 for unlimited. The node has no peers to limit: the setting is stored and shown. */
export interface SpeedLimits {
  readonly maxDownloadSpeed: number;
  readonly maxUploadSpeed: number;
}

/** The daemon and its gateway have separate limits. */
type Scope = 'daemon' | 'gateway';

export const speedLimits = (settings: SettingsTable, scope: Scope): SpeedLimits => ({
  maxDownloadSpeed: settings.getNumber(`${scope}.maxdownloadspeed`),
  maxUploadSpeed: settings.getNumber(`${scope}.maxuploadspeed`)
});

/** Changes the given limits; returns false without any change if one is negative. */
export function setSpeedLimits(settings: SettingsTable, scope: Scope, download?: number, upload?: number): boolean {
  if ((download ?? 0) < 0 || (upload ?? 0) < 0) return false;
  if (download !== undefined) settings.set(`${scope}.maxdownloadspeed`, String(download));
  if (upload !== undefined) settings.set(`${scope}.maxuploadspeed`, String(upload));
  return true;
}

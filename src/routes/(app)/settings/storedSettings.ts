import { parseEngine } from '$lib/services/mining/engineOrder';
import { parsePauses } from '$lib/services/mining/pauses';
import { isLocale } from '$lib/messages/locale';
import { parseFormats, type Formats } from '$lib/services/settings/formats';
import type { ParseSetting } from '$lib/services/settings/settingsFile';
import type { MinerState } from '$lib/state/mining/miner.svelte';
import type { MiningPauses } from '$lib/state/mining/pauses.svelte';
import type { Persisted } from '$lib/state/reactive/persisted.svelte';
import type { Language } from '$lib/state/shell/language.svelte';
import { parseTheme, type Theme } from '$lib/state/shell/theme.svelte';

/** A setting as a file holds it. */
export interface StoredSetting {
  readonly value: unknown;
  readonly parse: ParseSetting;
  /** Applies a value that `parse` returned. */
  readonly set: (value: unknown) => void;
}

export type StoredSettings = Readonly<Record<string, StoredSetting>>;

interface Holders {
  readonly language: Language;
  readonly theme: Theme;
  readonly formats: Persisted<Formats>;
  readonly miner: MinerState;
  readonly pauses: MiningPauses;
}

const setting = <T>(value: T, parse: (value: unknown) => T | undefined, set: (value: T) => void): StoredSetting => ({
  value,
  parse,
  set: (read) => set(read as T)
});

/** All that a file of settings holds, by name. No wallet, no connection and nothing that names a person is among them. */
export const storedSettings = ({ language, theme, formats, miner, pauses }: Holders): StoredSettings => ({
  language: setting(
    language.choice,
    (value) => (isLocale(value) || value === 'browser' ? value : undefined),
    (choice) => (language.choice = choice)
  ),
  theme: setting(theme.choice, parseTheme, (choice) => (theme.choice = choice)),
  formats: setting(formats.value, parseFormats, (value) => (formats.value = value)),
  'mining.engine': setting(miner.enginePreference, parseEngine, (engine) => miner.setEngine(engine)),
  'mining.power': setting(
    miner.power,
    (value) => (typeof value === 'number' && value >= 0.05 && value <= 1 ? value : undefined),
    (power) => miner.setPower(power)
  ),
  'mining.pauses': setting(pauses.rules, parsePauses, (rules) => (pauses.rules = rules))
});

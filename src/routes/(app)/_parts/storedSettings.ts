import { parseEngine } from '$lib/services/mining/engineOrder';
import { parseCores } from '$lib/services/mining/cores';
import { parseElectricity } from '$lib/services/mining/electricity';
import { parsePauses } from '$lib/services/mining/pauses';
import { isLocale } from '$lib/messages/locale';
import { parseFormats, type Formats } from '$lib/services/settings/formats';
import { parseNoticeSettings } from '$lib/services/notifications/notices';
import { strict, type ParseSetting } from '$lib/services/settings/settingsFile';
import type { MinerState, MiningParts } from '$lib/state/mining/miner.svelte';
import type { Notifications } from '$lib/state/notifications/notifications.svelte';
import type { Persisted } from '$lib/state/reactive/persisted.svelte';
import type { Language } from '$lib/state/shell/language.svelte';
import { parseTheme, type Theme } from '$lib/state/shell/theme.svelte';
import { parseAutoLockMinutes, type Wallets } from '$lib/state/wallet/wallets.svelte';

/** A setting in a settings file. */
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
  readonly mining: Pick<MiningParts, 'pauses' | 'cores' | 'electricity'>;
  readonly notifications: Pick<Notifications, 'settings'>;
  readonly wallets: Pick<Wallets, 'autoLockMinutes'>;
}

/** Instead of a number of cores. */
const ALL_BUT_ONE = 'all-but-one';

const setting = <T>(value: T, parse: (value: unknown) => T | undefined, set: (value: T) => void): StoredSetting => ({
  value,
  parse,
  set: (read) => set(read as T)
});

/**
 * All settings of a settings file, by name. Contains no wallets, no connections and nothing that identifies a person.
 */
export const storedSettings = ({
  language,
  theme,
  formats,
  miner,
  mining,
  notifications,
  wallets
}: Holders): StoredSettings => ({
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
  'mining.cores': setting(
    mining.cores.chosen ?? ALL_BUT_ONE,
    (value) => (value === ALL_BUT_ONE ? value : parseCores(value)),
    (cores) => mining.cores.choose(cores === ALL_BUT_ONE ? undefined : cores)
  ),
  'mining.pauses': setting(mining.pauses.rules, strict(parsePauses), (rules) => (mining.pauses.rules = rules)),
  'mining.electricity': setting(
    mining.electricity.value,
    strict(parseElectricity),
    (value) => (mining.electricity.value = value)
  ),
  notifications: setting(
    notifications.settings,
    strict(parseNoticeSettings),
    (settings) => (notifications.settings = settings)
  ),
  'wallets.autoLockMinutes': setting(
    wallets.autoLockMinutes,
    parseAutoLockMinutes,
    (minutes) => (wallets.autoLockMinutes = minutes)
  )
});

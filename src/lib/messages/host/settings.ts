import { CALL_PRICE_UNITS, TRAFFIC_PRICE_UNITS } from '$lib/chain/currency/quantity';
import type { ScoreChange } from '$lib/services/host/scoreChange';
import type { SettingProblem, SettingWarning } from '$lib/services/host/settingRules';
import type messages from '../en/host/settings';
import { formatCount, formatFixed, measured } from '../numbers';
import { m as host } from './overview';
import { locale } from '../locale';
import { describeQuantity } from '../quantities/quantity';

/** Texts of the settings of the host and of the score estimate. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/host/settings.ts`)) as { default: typeof messages });
};

export function problemText(problem: SettingProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  switch (problem.code) {
    case 'callPriceTooHigh':
    case 'accessPriceTooHigh': {
      const download = describeQuantity(problem.download, TRAFFIC_PRICE_UNITS[0]);
      return m.problems[problem.code](download, describeQuantity(problem.most, CALL_PRICE_UNITS[0]));
    }
    case 'tooLarge':
    case 'tooShort':
    case 'relativePath':
    case 'windowTooLong':
      return m.problems[problem.code];
    default:
      return host.address[problem.code];
  }
}

export const warningText = (warning: SettingWarning): string =>
  warning.code === 'registryRounded'
    ? m.warnings.registryRounded(formatCount(warning.entries), measured(formatCount(warning.bytes / 1024n), 'KiB'))
    : m.warnings[warning.code];

export function scoreChangeText(change: ScoreChange): string {
  if (change.kind !== 'higher' && change.kind !== 'lower') return m.score[change.kind];
  const { factor } = change;
  return m.score[change.kind](
    factor < 100 ? formatFixed(factor, 2) : factor < 1e9 ? formatCount(factor) : m.score.huge
  );
}

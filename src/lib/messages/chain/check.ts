import type messages from '../en/chain/check';
import { locale } from '../locale';

/** Texts of the light client's page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/check.ts`)) as { default: typeof messages });
};

const VIOLATIONS: Readonly<Record<string, keyof typeof messages.violations>> = {
  'header/insufficient-work': 'insufficientWork',
  'header/too-early': 'tooEarly',
  'header/nonce-factor': 'nonceFactor',
  'block/wrong-commitment': 'wrongCommitment',
  'light/state-differs': 'stateDiffers',
  'light/other-branch': 'otherBranch',
  'light/unproven-spend': 'unprovenSpend',
  'light/wrong-start': 'wrongStart',
  'light/other-rules': 'otherRules',
  'light/less-work': 'lessWork'
};

/** What is wrong with a server's data, by the code of the check that failed. */
export const violationText = (code: string): string => m.violations[VIOLATIONS[code] ?? 'invalidBlock'];

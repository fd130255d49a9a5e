import type { WalletSummary } from './views';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a wallet created without its words may be mined to. */
const PHRASE_GRACE_MS = 7 * DAY_MS;

type Dated = Pick<WalletSummary, 'createdAtMs' | 'phrasePending'>;

/** Until when the words of a wallet must be confirmed, milliseconds since 1970; undefined if they are. */
export const phraseDueMs = ({ createdAtMs, phrasePending }: Dated): number | undefined =>
  phrasePending ? createdAtMs + PHRASE_GRACE_MS : undefined;

/** Whether mining to the wallet waits for its words. */
export const isPhraseOverdue = (wallet: Dated, nowMs: number): boolean => nowMs >= (phraseDueMs(wallet) ?? Infinity);

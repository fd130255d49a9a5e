import type { SyncProgress } from '$lib/services/node/syncProgress';
import type messages from './en/sync';
import { locale } from './locale';

/** Texts about the node's synchronisation, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/sync.ts`)) as { default: typeof messages });
};

export function rateText(blocksPerSecond: number | undefined): string {
  if (blocksPerSecond === undefined) return m.measuring;
  if (blocksPerSecond === 0) return m.noBlock;
  if (blocksPerSecond >= 1) return m.blocksPerSecond(blocksPerSecond);
  return m.blockEvery(1 / blocksPerSecond);
}

export function remainingText(secondsLeft: number | undefined): string {
  if (secondsLeft === undefined) return m.measuring;
  return secondsLeft === Infinity ? m.stalled : m.aboutDuration(secondsLeft);
}

export const targetText = ({ height, target }: SyncProgress): string =>
  target === undefined || !target.isEstimate
    ? m.progress(height, target?.height ?? height)
    : m.estimatedProgress(height, target.height);

import type { SyncProgress } from '$lib/services/node/syncProgress';
import type messages from './en/sync';
import { locale } from './locale';

/** Texts about the node's synchronization, in the page's language once {@link load} has run. */
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

export function targetText({ height, target }: SyncProgress): string {
  if (target === undefined || target.source === 'headers') return m.progress(height, target?.height ?? height);
  const about = Math.max(height, threeDigits(target.height));
  return target.source === 'peers' ? m.announcedProgress(height, about) : m.estimatedProgress(height, about);
}

/** An estimate claims no more than it knows: 583,214 as 583,000. */
function threeDigits(height: number): number {
  const unit = 10 ** Math.max(0, String(height).length - 3);
  return Math.round(height / unit) * unit;
}

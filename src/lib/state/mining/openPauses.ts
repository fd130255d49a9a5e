import { BUSY_MS } from '$lib/services/mining/pauses';
import { MiningPauses, type Battery, type WatchIdle } from './pauses.svelte';

/** Idle Detection API; missing from TypeScript's DOM types. */
interface IdleDetector extends EventTarget {
  readonly userState: 'active' | 'idle' | null;
  start(options: { threshold: number; signal: AbortSignal }): Promise<void>;
}

interface IdleDetection {
  new (): IdleDetector;
  requestPermission(): Promise<PermissionState>;
}

interface Browser {
  readonly IdleDetector?: IdleDetection;
  readonly navigator: { getBattery?(): Promise<Battery> };
}

const browser = globalThis as unknown as Browser;

const watchIdle: WatchIdle = async (onchange, signal) => {
  if (!browser.IdleDetector) throw new DOMException('No idle detection', 'NotSupportedError');
  const detector = new browser.IdleDetector();
  detector.addEventListener('change', () => onchange(detector.userState === 'idle'), { signal });
  await detector.start({ threshold: BUSY_MS, signal });
  onchange(detector.userState === 'idle');
};

/** Mining pauses, based on what this browser reports. */
export const openPauses = (): MiningPauses =>
  new MiningPauses({
    readBattery: async () => browser.navigator.getBattery?.(),
    watchIdle,
    askToWatchIdle: async () => (await browser.IdleDetector?.requestPermission()) === 'granted',
    input: window,
    now: () => new Date()
  });

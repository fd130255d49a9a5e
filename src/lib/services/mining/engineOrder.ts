import type { DetectedEngine, EngineKind } from '$lib/mining/grinder/grinder';

export type EnginePreference = 'auto' | EngineKind;

/** What falls back to what: each to those after it. */
const ENGINES: readonly EngineKind[] = ['together', 'webgpu', 'wasm', 'js'];
const ALONE = ENGINES.slice(1);

/** A preference as it was stored; undefined when it is none. */
export const parseEngine = (stored: unknown): EnginePreference | undefined =>
  (['auto', ...ENGINES] as const).find((preference) => preference === stored);

/**
 * Engines to try, best first: the preferred one and whatever is slower than it, or by speed on this device.
 * @param detect what there is; asked only where nothing is preferred
 */
export async function engineOrder(
  preferred: EnginePreference,
  detect: () => Promise<readonly DetectedEngine[]>
): Promise<readonly EngineKind[]> {
  if (preferred !== 'auto') return ENGINES.slice(ENGINES.indexOf(preferred));
  const webgpu = (await detect()).find(({ kind }) => kind === 'webgpu');
  // An adapter that computes on the processor does so several times slower than WebAssembly on the same cores.
  const isSoftware = webgpu?.available && webgpu.info.adapter?.software;
  return isSoftware ? ['wasm', 'webgpu', 'js'] : ALONE;
}

import type { DetectedEngine, EngineKind } from '$lib/mining/grinder/grinder';

export type EnginePreference = 'auto' | EngineKind;

/** Fallback order: each engine falls back to those after it. */
const ENGINES: readonly EngineKind[] = ['together', 'webgpu', 'wasm', 'js'];
const ALONE = ENGINES.slice(1);

/** Decodes a stored preference; undefined if invalid. */
export const parseEngine = (stored: unknown): EnginePreference | undefined =>
  (['auto', ...ENGINES] as const).find((preference) => preference === stored);

/**
 * Engines to try in order: the preferred one and all slower ones, or by speed on this device.
 * @param detect finds the engines; called only without a preference
 */
export async function engineOrder(
  preferred: EnginePreference,
  detect: () => Promise<readonly DetectedEngine[]>
): Promise<readonly EngineKind[]> {
  if (preferred !== 'auto') return ENGINES.slice(ENGINES.indexOf(preferred));
  const webgpu = (await detect()).find(({ kind }) => kind === 'webgpu');
  // A software GPU adapter is several times slower than WebAssembly on the same cores.
  const isSoftware = webgpu?.available && webgpu.info.adapter?.software;
  return isSoftware ? ['wasm', 'webgpu', 'js'] : ALONE;
}

import type { SearchJob } from '$lib/mining/grinder/search';

/** Byte offsets of the uniform `Params` in kernel/grind.wgsl. */
export const PARAMS = { first: 0, step: 8, count: 16, top: 20, folded: 32 } as const;

/** 21 precomputed words, two per 16-byte vector. */
export const PARAMS_BYTES = PARAMS.folded + 16 * 11;

/** The uniform buffer of one dispatch: `count` nonces from `first`. */
export function encodeParams(job: SearchJob, first: bigint, count: number): ArrayBuffer {
  const buffer = new ArrayBuffer(PARAMS_BYTES);
  const view = new DataView(buffer);
  view.setBigUint64(PARAMS.first, first, true);
  view.setBigUint64(PARAMS.step, job.step, true);
  view.setUint32(PARAMS.count, count, true);
  view.setUint32(PARAMS.top, job.top, true);
  job.folded.forEach((word, i) => view.setBigUint64(PARAMS.folded + 8 * i, word, true));
  return buffer;
}

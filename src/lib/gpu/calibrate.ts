import { HEADER_BYTES } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { DEFAULT_SHAPE, SHAPES, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { prepareSearch } from '$lib/mining/grinder/search';
import { createSearchPipeline, type Slot } from './pipeline';

/** Measured rate of a shape on this adapter. */
export interface ShapeRate {
  readonly shape: KernelShape;
  readonly noncesPerMs: number;
}

/** Long enough for a GPU to reach its boost clock, short enough that six shapes take less than two seconds. */
const MEASURED_MS = 40;
const ROUNDS = 3;
const FIRST_NONCES = 1 << 15;
const MAX_NONCES = 1 << 30;
/** A shape must beat the default by this factor: smaller differences are noise, and the default is a safe choice. */
const MARGIN = 1.02;

/** A search without solutions. */
const UNSOLVABLE = prepareSearch(
  { header: new Uint8Array(HEADER_BYTES), target: new Uint8Array(32) },
  DEFAULT_NONCE_FACTOR
);

/**
 * Measures each shape on the device. @returns all rates, best first; shapes that do not compile are omitted
 * @param nowMs monotonic clock, milliseconds
 */
export async function calibrate(
  device: GPUDevice,
  nowMs: () => number,
  shapes: readonly KernelShape[] = SHAPES
): Promise<ShapeRate[]> {
  const rates: ShapeRate[] = [];
  for (const shape of shapes) {
    if (shape.workgroupSize > device.limits.maxComputeInvocationsPerWorkgroup) continue;
    const pipeline = await createSearchPipeline(device, shape).catch(() => undefined);
    if (pipeline === undefined) continue;
    const slot = pipeline.createSlot();
    try {
      rates.push({ shape, noncesPerMs: await measure(slot, nowMs) });
    } finally {
      slot.destroy();
    }
  }
  return rates.toSorted((a, b) => b.noncesPerMs - a.noncesPerMs);
}

/** The best shape if it is clearly better than the default, else the default. */
export function bestShape(rates: readonly ShapeRate[]): KernelShape {
  const [best] = rates;
  const defaultRate = rates.find(({ shape }) => shape === DEFAULT_SHAPE)?.noncesPerMs ?? 0;
  return best && best.noncesPerMs > defaultRate * MARGIN ? best.shape : DEFAULT_SHAPE;
}

async function measure(slot: Slot, nowMs: () => number): Promise<number> {
  // Grows until it takes long enough to be timed; the first runs also warm up the device.
  let nonces = FIRST_NONCES;
  for (;;) {
    const startedAtMs = nowMs();
    await slot.run(UNSOLVABLE, 0n, nonces);
    if (nowMs() - startedAtMs >= MEASURED_MS || nonces >= MAX_NONCES) break;
    nonces *= 2;
  }
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAtMs = nowMs();
    await slot.run(UNSOLVABLE, 0n, nonces);
    // The minimum is the best estimate: any interference makes a run longer.
    best = Math.min(best, nowMs() - startedAtMs);
  }
  return nonces / best;
}

import { HEADER_BYTES } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { DEFAULT_SHAPE, SHAPES, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { prepareSearch } from '$lib/mining/grinder/search';
import { createSearchPipeline, type Slot } from './pipeline';

/** What a shape was measured to do on this adapter. */
export interface ShapeRate {
  readonly shape: KernelShape;
  readonly noncesPerMs: number;
}

/** Long enough for a GPU to reach its clock, short enough that six shapes take less than two seconds. */
const MEASURED_MS = 40;
const ROUNDS = 3;
const FIRST_NONCES = 1 << 15;
const MOST_NONCES = 1 << 30;
/** A shape must beat the default by this share: less is noise, and the default is known to be good. */
const MARGIN = 1.02;

/** A search that finds nothing. */
const job = prepareSearch({ header: new Uint8Array(HEADER_BYTES), target: new Uint8Array(32) }, DEFAULT_NONCE_FACTOR);

/**
 * Measures each shape on the device and gives all rates, the best first. What cannot be compiled is left out.
 * @param nowMs a steady clock
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

/** The shape to use: the best one, where it is clearly better than the default. */
export function bestShape(rates: readonly ShapeRate[]): KernelShape {
  const [best] = rates;
  const usual = rates.find(({ shape }) => shape === DEFAULT_SHAPE)?.noncesPerMs ?? 0;
  return best && best.noncesPerMs > usual * MARGIN ? best.shape : DEFAULT_SHAPE;
}

async function measure(slot: Slot, nowMs: () => number): Promise<number> {
  // Grown until it takes long enough to be timed; the first ones also warm up.
  let nonces = FIRST_NONCES;
  for (;;) {
    const startedAtMs = nowMs();
    await slot.run(job, 0n, nonces);
    if (nowMs() - startedAtMs >= MEASURED_MS || nonces >= MOST_NONCES) break;
    nonces *= 2;
  }
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAtMs = nowMs();
    await slot.run(job, 0n, nonces);
    // The least is the truest: whatever disturbs makes it longer.
    best = Math.min(best, nowMs() - startedAtMs);
  }
  return nonces / best;
}

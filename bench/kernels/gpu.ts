import { arrangeGroups, createSearchPipeline } from '$lib/gpu/pipeline';
import type { KernelShape } from '$lib/mining/grinder/kernelShape';
import { prepareSearch } from '$lib/mining/grinder/search';
import type { Result } from './protocol';

/** An arbitrary header, the same for every contender. */
export const HEADER = Uint8Array.from({ length: 80 }, (_, i) => (i * 37) % 251);

/** Runs one dispatch at a time, in its own buffers. */
export interface GpuSlot {
  run(nonces: number): Promise<void>;
}
export interface GpuSlots {
  readonly slots: readonly GpuSlot[];
  readonly granularity: number;
}

/** Dispatches in flight, the same for all. */
const DEPTH = 3;
const DISPATCH_MS = 50;

async function openDevice(gpu: GPU): Promise<GPUDevice> {
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error('there is no adapter');
  return adapter.requestDevice();
}

export async function openOurs(gpu: GPU, shape?: KernelShape): Promise<GpuSlots> {
  const device = await openDevice(gpu);
  const pipeline = await createSearchPipeline(device, shape);
  const job = prepareSearch({ header: HEADER, target: new Uint8Array(32) }, 1009n);
  return {
    granularity: pipeline.noncesPerGroup,
    slots: Array.from({ length: DEPTH }, () => {
      const slot = pipeline.createSlot();
      return { run: async (nonces) => void (await slot.run(job, 0n, nonces)) };
    })
  };
}

// Buffer sizes as declared by its shader: hash (32 bytes), difficulty and seed; found, work and difficulty.
const NANO_POW_INPUT = 48;
const NANO_POW_OUTPUT = 32;
const NANO_POW_GROUP = 64;

/** nano-pow's shader with its own buffers, driven like ours. */
export async function openNanoPow(gpu: GPU, code: string): Promise<GpuSlots> {
  const device = await openDevice(gpu);
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }), entryPoint: 'main' }
  });
  const input = new BigUint64Array([1n, 2n, 3n, 4n, 2n ** 64n - 1n, 0n]);
  return {
    granularity: NANO_POW_GROUP,
    slots: Array.from({ length: DEPTH }, () => {
      const uniform = device.createBuffer({
        size: NANO_POW_INPUT,
        usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST
      });
      const output = device.createBuffer({
        size: NANO_POW_OUTPUT,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC
      });
      const readback = device.createBuffer({
        size: NANO_POW_OUTPUT,
        usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ
      });
      const bindings = device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [
          { binding: 0, resource: { buffer: uniform } },
          { binding: 1, resource: { buffer: output } }
        ]
      });
      return {
        async run(nonces) {
          device.queue.writeBuffer(uniform, 0, input);
          const encoder = device.createCommandEncoder();
          encoder.clearBuffer(output);
          const pass = encoder.beginComputePass();
          pass.setPipeline(pipeline);
          pass.setBindGroup(0, bindings);
          pass.dispatchWorkgroups(
            ...arrangeGroups(Math.ceil(nonces / NANO_POW_GROUP), device.limits.maxComputeWorkgroupsPerDimension)
          );
          pass.end();
          encoder.copyBufferToBuffer(output, 0, readback, 0, NANO_POW_OUTPUT);
          device.queue.submit([encoder.finish()]);
          await readback.mapAsync(GPUMapMode.READ);
          readback.unmap();
        }
      };
    })
  };
}

/** Runs dispatches of about 50 ms each, three in flight. */
export async function measureSlots({ slots, granularity }: GpuSlots, wantedMs: number): Promise<Result> {
  let nonces = granularity * 256;
  for (;;) {
    const atMs = performance.now();
    await slots[0]!.run(nonces);
    const ms = performance.now() - atMs;
    if (ms >= DISPATCH_MS / 2) {
      nonces = granularity * Math.max(1, Math.round((nonces * DISPATCH_MS) / ms / granularity));
      break;
    }
    nonces *= 2;
  }
  await Promise.all(slots.map((slot) => slot.run(nonces)));
  const startedAtMs = performance.now();
  let hashes = 0;
  let lastMs = 0;
  await Promise.all(
    slots.map(async (slot) => {
      while (performance.now() - startedAtMs < wantedMs) {
        await slot.run(nonces);
        hashes += nonces;
        lastMs = performance.now() - startedAtMs;
      }
    })
  );
  return { hashes, ms: lastMs };
}

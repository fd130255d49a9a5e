import { DEFAULT_SHAPE, type KernelShape } from '$lib/mining/grinder/kernelShape';
import type { SearchJob } from '$lib/mining/grinder/search';
import { ShaderError } from './errors';
import { SHADER } from './kernel/source';
import { encodeParams, PARAMS_BYTES } from './params';
import { decodeHits, HIT_SLOTS, HITS_BYTES } from './results';
import type { Hits } from './results';

/** A set of buffers for one dispatch; several slots can be in flight. */
export interface Slot {
  /** Submits a dispatch and resolves with the hits among `count` nonces from `first`. One run per slot at a time. */
  run(job: SearchJob, first: bigint, count: number): Promise<Hits>;
  destroy(): void;
}

export interface SearchPipeline {
  /** Nonces per workgroup: dispatch sizes should be a multiple of it. */
  readonly noncesPerGroup: number;
  createSlot(): Slot;
}

/**
 * Compiles the search for a device.
 * @throws {ShaderError}
 */
export async function createSearchPipeline(
  device: GPUDevice,
  { workgroupSize, noncesPerInvocation }: KernelShape = DEFAULT_SHAPE
): Promise<SearchPipeline> {
  const module = device.createShaderModule({ label: 'nonce search', code: SHADER });
  const layout = device.createBindGroupLayout({
    label: 'nonce search',
    entries: [
      { binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'uniform', minBindingSize: PARAMS_BYTES } },
      { binding: 1, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage', minBindingSize: HITS_BYTES } }
    ]
  });
  const pipeline = await device
    .createComputePipelineAsync({
      label: 'nonce search',
      layout: device.createPipelineLayout({ label: 'nonce search', bindGroupLayouts: [layout] }),
      compute:
        noncesPerInvocation === 1
          ? { module, entryPoint: 'grind', constants: { WORKGROUP_SIZE: workgroupSize, HIT_SLOTS } }
          : {
              module,
              entryPoint: 'grindMany',
              constants: { WORKGROUP_SIZE: workgroupSize, HIT_SLOTS, NONCES: noncesPerInvocation }
            }
    })
    .catch(async (cause: unknown) => {
      const { messages } = await module.getCompilationInfo();
      throw new ShaderError(
        messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`),
        { cause }
      );
    });
  const noncesPerGroup = workgroupSize * noncesPerInvocation;
  return { noncesPerGroup, createSlot: () => createSlot(device, pipeline, layout, noncesPerGroup) };
}

/**
 * Workgroup counts in two dimensions: one dimension is limited to 65,535. The kernel ignores surplus groups.
 * @param maxPerDimension the device's maxComputeWorkgroupsPerDimension
 */
export function arrangeGroups(groups: number, maxPerDimension: number): [x: number, y: number] {
  const y = Math.ceil(groups / maxPerDimension);
  return [Math.ceil(groups / y), y];
}

function createSlot(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  layout: GPUBindGroupLayout,
  noncesPerGroup: number
): Slot {
  const buffer = (label: string, size: number, usage: GPUBufferUsageFlags) =>
    device.createBuffer({ label, size, usage });
  const params = buffer('search parameters', PARAMS_BYTES, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  const hits = buffer(
    'search hits',
    HITS_BYTES,
    GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST
  );
  const readback = buffer('search hits, mapped', HITS_BYTES, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  const bindings = device.createBindGroup({
    label: 'nonce search',
    layout,
    entries: [
      { binding: 0, resource: { buffer: params } },
      { binding: 1, resource: { buffer: hits } }
    ]
  });

  return {
    async run(job, first, count) {
      device.queue.writeBuffer(params, 0, encodeParams(job, first, count));
      const encoder = device.createCommandEncoder({ label: 'nonce search' });
      encoder.clearBuffer(hits, 0, 4);
      const pass = encoder.beginComputePass({ label: 'nonce search' });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(
        ...arrangeGroups(Math.ceil(count / noncesPerGroup), device.limits.maxComputeWorkgroupsPerDimension)
      );
      pass.end();
      encoder.copyBufferToBuffer(hits, 0, readback, 0, HITS_BYTES);
      device.queue.submit([encoder.finish()]);

      await readback.mapAsync(GPUMapMode.READ);
      const found = decodeHits(readback.getMappedRange());
      readback.unmap();
      return found;
    },
    destroy() {
      for (const each of [params, hits, readback]) each.destroy();
    }
  };
}

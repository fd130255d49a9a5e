import type { EngineInfo } from '$lib/mining/grinder/grinder';
import { NoAdapterError, NoDeviceError, WebGpuInsecureError, WebGpuMissingError } from './errors';

export type AdapterFacts = NonNullable<EngineInfo['adapter']>;

export interface OpenDevice {
  readonly device: GPUDevice;
  readonly adapter: AdapterFacts;
}

/** Names of the known software rasterizers; not all of them set `isFallbackAdapter`. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render/i;

/** Adapter properties; `software` when it computes on the CPU. */
export function describeAdapter(info: GPUAdapterInfo): AdapterFacts {
  const { vendor, architecture, description } = info;
  const software = info.isFallbackAdapter || SOFTWARE.test(`${vendor} ${architecture} ${description}`);
  return { vendor, architecture, description, software };
}

/** For example "nvidia lovelace"; empty when the browser does not name it. */
export const adapterLabel = ({ vendor, architecture, description }: AdapterFacts): string =>
  description || [vendor, architecture].filter((part) => part !== '').join(' ');

/**
 * The browser's high-performance adapter.
 * @throws {WebGpuMissingError | WebGpuInsecureError | NoAdapterError}
 */
export async function requestAdapter(gpu: GPU | undefined): Promise<GPUAdapter> {
  if (gpu === undefined)
    throw globalThis.isSecureContext === false ? new WebGpuInsecureError() : new WebGpuMissingError();
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (cause) {
    throw new NoAdapterError({ cause });
  }
  if (adapter === null) throw new NoAdapterError();
  return adapter;
}

/**
 * A device with default limits: the search needs one small uniform and one small storage buffer.
 * @throws {WebGpuMissingError | WebGpuInsecureError | NoAdapterError | NoDeviceError}
 */
export async function openDevice(gpu: GPU | undefined): Promise<OpenDevice> {
  const adapter = await requestAdapter(gpu);
  try {
    const device = await adapter.requestDevice({ label: 'nonce search' });
    return { device, adapter: describeAdapter(adapter.info) };
  } catch (cause) {
    throw new NoDeviceError({ cause });
  }
}

import { afterAll, expect, test } from 'vitest';
import type { EngineInfo } from '$lib/mining/grinder/grinder';
import { engineName } from '../../../src/routes/(app)/_parts/engineName';
import { loadMessages } from '../../support/messages';

const gpu = (label: string, software = false): EngineInfo => ({
  kind: 'webgpu',
  label,
  adapter: { vendor: '', architecture: '', description: label, software }
});
const wasm: EngineInfo = { kind: 'wasm', label: 'WebAssembly SIMD', workers: 8 };

afterAll(() => loadMessages('en'));

test.each([
  [gpu('nvidia lovelace'), 'WebGPU on nvidia lovelace'],
  [gpu('llvmpipe', true), 'WebGPU on llvmpipe (software)'],
  [gpu(''), 'WebGPU on an unnamed adapter'],
  [{ kind: 'js', label: 'JavaScript' } as const, 'JavaScript'],
  [{ ...wasm, workers: 1 }, 'WebAssembly SIMD, 1 worker'],
  [
    { kind: 'together', label: '', members: [gpu('nvidia'), wasm] } as const,
    'WebGPU on nvidia and WebAssembly SIMD, 8 workers'
  ]
])('%#: %s', (engine, name) => expect(engineName(engine)).toBe(name));

test('in German', async () => {
  await loadMessages('de');
  expect(engineName({ kind: 'together', label: '', members: [gpu('nvidia', true), wasm] })).toBe(
    'WebGPU auf nvidia (Software) und WebAssembly SIMD, 8 Worker'
  );
});

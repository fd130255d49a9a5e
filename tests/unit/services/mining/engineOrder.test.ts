import { expect, test } from 'vitest';
import type { DetectedEngine } from '$lib/mining/grinder/grinder';
import { UnexpectedError } from '$lib/errors';
import { engineOrder, parseEngine } from '$lib/services/mining/engineOrder';

const gpu = (software: boolean): DetectedEngine => ({
  kind: 'webgpu',
  available: true,
  info: {
    kind: 'webgpu',
    label: 'GPU',
    adapter: { vendor: '', architecture: '', description: '', software }
  }
});

test('without a preference, the fastest on this device comes first', async () => {
  expect(await engineOrder('auto', async () => [gpu(false)])).toEqual(['webgpu', 'wasm', 'js']);
  expect(await engineOrder('auto', async () => [gpu(true)])).toEqual(['wasm', 'webgpu', 'js']);
  const missing: DetectedEngine = { kind: 'webgpu', available: false, reason: new UnexpectedError('none') };
  expect(await engineOrder('auto', async () => [missing])).toEqual(['webgpu', 'wasm', 'js']);
});

test('a preferred engine falls back to slower ones, without detection', async () => {
  const detect = () => Promise.reject(new Error('asked'));
  expect(await engineOrder('together', detect)).toEqual(['together', 'webgpu', 'wasm', 'js']);
  expect(await engineOrder('wasm', detect)).toEqual(['wasm', 'js']);
});

test.each([['auto'], ['js'], ['together']])('%s is a preference', (word) => expect(parseEngine(word)).toBe(word));
test.each([['__proto__'], [7], [null]])('%j is not', (stored) => expect(parseEngine(stored)).toBeUndefined());

import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Bars from '$lib/components/chart/Bars.svelte';

test('two bars of the same name are shown, as the benchmark of a single core has them', async () => {
  const bar = { name: 'WebAssembly SIMD, 1 worker', value: 1, text: '1 H/s' };
  const shown = mount(Bars, {
    target: document.body,
    props: { label: 'Hash rates', bars: [bar, { ...bar, value: 2 }] }
  });
  expect(document.querySelectorAll('li')).toHaveLength(2);
  await unmount(shown);
});

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { m } from '$lib/messages/chain/pages';
import ChartsCard from '../../src/routes/(app)/chain/_parts/ChartsCard.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

test.each([
  [undefined, false, () => m.charts.loading],
  [undefined, true, () => m.charts.unavailable],
  [0, false, () => m.charts.tooFew]
])('a chain of unknown height has not too few blocks for a chart: %s, failing: %s', async (tip, failing, expected) => {
  const charts = { samples: [], step: 1, range: undefined, progress: undefined, problem: undefined };
  shown = mount(ChartsCard, { target: document.body, props: { charts: charts as never, tip, failing } });
  flushSync();
  await eventually(() => expect(document.body.textContent).toContain(expected()));
});

import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { formatDateTime } from '$lib/messages/format';
import { setOpenHistory } from '$lib/state/context';
import HistoryCard from '../../src/routes/(app)/_parts/HistoryCard.svelte';
import { eventually } from '../support/eventually';

const LINES = [
  { label: 'In', series: 'gateway.peersIn' as const, token: '--good' },
  { label: 'Out', series: 'gateway.peersOut' as const, token: '--accent' }
];

test('a single sample is shown in words', async () => {
  const samples = [{ atMs: 60_000, values: { 'gateway.peersIn': 3n, 'gateway.peersOut': 5n } }];
  const provided = (...[anchor, props]: Parameters<typeof HistoryCard>) => {
    setOpenHistory((async () => ({ revision: 0, read: async () => ({ tier: 'minute', samples }) })) as never);
    return HistoryCard(anchor, props);
  };
  const props = { title: 'Peers', kind: 'count' as const, lines: LINES };
  const shown = mount(provided, { target: document.body, props, context: new Map() });
  await eventually(() => expect(document.querySelector('figure')).not.toBeNull());
  const text = document.querySelector('figure')!.textContent.trim();
  expect(text).toBe(`${formatDateTime(60_000)} · In: 3, Out: 5. One sample so far. The chart appears with the second.`);
  await unmount(shown);
});

const UNAVAILABLE = 'The history appears once the node responds.';

test('a range that cannot be read is not shown with the values of another one', async () => {
  const samples = [60_000, 120_000].map((atMs) => ({ atMs, values: { 'gateway.peersOut': 5n } }));
  const read = async (range: string) => {
    if (range !== '1d') throw new Error('the storage is closed');
    return { tier: 'minute', samples };
  };
  const provided = (...[anchor, props]: Parameters<typeof HistoryCard>) => {
    setOpenHistory((async () => ({ revision: 0, read })) as never);
    return HistoryCard(anchor, props);
  };
  const lines = [{ label: 'Peers', series: 'gateway.peersOut' as const, token: '--good' }];
  const props = { title: 'Peers', kind: 'count' as const, lines };
  const shown = mount(provided, { target: document.body, props, context: new Map() });
  await eventually(() => expect(document.querySelector('figure')).not.toBeNull());
  document.querySelector<HTMLInputElement>('input[value="1w"]')!.click();
  flushSync();
  await eventually(() => expect(document.body.textContent).toContain(UNAVAILABLE));
  expect(document.querySelector('figure')).toBeNull();
  await unmount(shown);
});

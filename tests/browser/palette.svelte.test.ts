import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import * as context from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import Palette from '../../src/routes/(app)/_shell/Palette.svelte';
import { eventually } from '../support/eventually';

test('a refusal to start the node’s miner is reported', async () => {
  const notices = new Notices();
  const fetch = async () => new Response('{"message":"the wallet is locked"}', { status: 500 });
  const provided = (...[anchor, props]: Parameters<typeof Palette>) => {
    context.setNotices(notices);
    context.setDaemonTransport({ fetch, baseUrl: 'http://quarry.test/api/daemon' });
    context.setMiner({ status: { step: 'idle' }, found: [] } as never);
    context.setOverview({ recent: {} } as never);
    context.setAlerts({ open: [] } as never);
    context.setTheme({ choice: 'system' } as never);
    context.setOpenWallets(() => new Promise(() => undefined));
    return Palette(anchor, props);
  };
  const props = { open: true, onclose: () => undefined };
  const palette = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  const input = document.querySelector('input')!;
  input.value = 'Start the node';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]!.text).toContain('The node’s miner was not started: ');
  await unmount(palette);
});

import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Search from '@lucide/svelte/icons/search';
import type { Command } from '$lib/components/shell/command';
import CommandPalette from '$lib/components/shell/CommandPalette.svelte';
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

test('results that arrive later do not take the place of the selected command', async () => {
  const ran: string[] = [];
  const command = (id: string): Command => ({ id, label: id, kind: 'page', icon: Search, run: () => ran.push(id) });
  const props = $state({ open: true, typed: '', commands: ['one', 'two'].map(command), onclose: () => undefined });
  const palette = mount(CommandPalette, { target: document.body, props });
  flushSync();
  const press = (key: string) => {
    document.querySelector('input')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  };
  press('ArrowDown');
  props.commands = ['later', 'one', 'two'].map(command);
  flushSync();
  press('Enter');
  press('ArrowUp');
  press('Enter');
  expect(ran).toEqual(['two', 'one']);
  await unmount(palette);
});

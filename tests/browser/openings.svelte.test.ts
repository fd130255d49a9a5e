import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Daemon } from '$lib/api/daemon/client';
import { setDaemonTransport, setNotices, setOpenedWith, setUseConnection, setWallets } from '$lib/state/context';
import { NO_TOTALS } from '$lib/services/mining/miningRecords';
import { Network } from '$lib/state/node/network.svelte';
import { NodeMiner } from '$lib/state/node/nodeMiner.svelte';
import { Notices } from '$lib/state/shell/notices.svelte';
import Connections from '../../src/routes/(app)/connections/+page.svelte';
import Announce from '../../src/routes/(app)/host/_overview/Announce.svelte';
import DeleteSector from '../../src/routes/(app)/host/storage/DeleteSector.svelte';
import Records from '../../src/routes/(app)/mine/history/Records.svelte';
import SubmitBlock from '../../src/routes/(app)/mine/SubmitBlock.svelte';
import BlocklistDialog from '../../src/routes/(app)/network/BlocklistDialog.svelte';
import PeersCard from '../../src/routes/(app)/network/PeersCard.svelte';
import SaveBackup from '../../src/routes/(app)/wallet/_parts/SaveBackup.svelte';
import { eventually } from '../support/eventually';

beforeEach(() => page.viewport(1200, 800));

let shown: object | undefined;
const notices = new Notices();
afterEach(async () => {
  if (shown) await unmount(shown);
  for (const { id } of notices.list) notices.dismiss(id);
});

/** Mounts a component of a page. @param fetch answers requests to Quarry's server */
function show(part: Component<never>, props: object, fetch: typeof globalThis.fetch = () => new Promise(() => {})) {
  const provided = (...[anchor, given]: Parameters<typeof part>) => {
    setNotices(notices);
    setWallets({ writeBackup: () => Promise.reject(new Error('refused')) } as never);
    setOpenedWith({ id: 'start', name: '' });
    setUseConnection(() => undefined);
    setDaemonTransport({ fetch, baseUrl: 'http://quarry.test/api/daemon' });
    return part(anchor, given);
  };
  shown = mount(provided, { target: document.body, props: props as never, context: new Map() });
  flushSync();
}

const buttonOf = (label: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === label
  );
function press(label: string) {
  buttonOf(label)!.click();
  flushSync();
}
function type(text: string) {
  const field = document.querySelector<HTMLInputElement>('dialog[open] :is(input, textarea)')!;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
async function cancel() {
  const dialog = document.querySelector('dialog[open]')!;
  const closed = new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  press('Cancel');
  if (dialog.isConnected) await closed;
}
const openDialog = () => document.querySelector('dialog[open]');

/** A node with two peers, whose connections and disconnections end when `end` is called. */
async function showPeers() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const peers = ['203.0.113.7:9981', '203.0.113.8:9981'].map((netAddress) => ({ netAddress, version: '1.0.0' }));
  const gateway = {
    status: async () => ({ peers }),
    connect: () => promise,
    disconnect: () => promise
  } as unknown as Daemon['gateway'];
  const network = new Network({ gateway });
  await network.status.refresh();
  show(PeersCard as never, { network, alone: false });
  return { end: resolve };
}

test('a peer that connects after the dialog was closed does not close it when it is open again', async () => {
  const { end } = await showPeers();
  press('Connect to a peer…');
  type('203.0.113.9:9981');
  document.querySelector('form')!.requestSubmit();
  await cancel();
  press('Connect to a peer…');
  type('203.0.113.10:9981');
  end();
  await eventually(() => expect(notices.list).toHaveLength(1));
  flushSync();
  expect(document.querySelector<HTMLInputElement>('dialog[open] input')?.value).toBe('203.0.113.10:9981');
});

test('a peer that disconnects after its dialog was closed does not close that of another one', async () => {
  const { end } = await showPeers();
  press('Disconnect 203.0.113.7:9981');
  press('Disconnect');
  await cancel();
  press('Disconnect 203.0.113.8:9981');
  end();
  await eventually(() => expect(notices.list).toHaveLength(1));
  flushSync();
  expect(openDialog()?.textContent).toContain('203.0.113.8:9981');
});

test('a connection that is removed after its dialog was closed does not close that of another one', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const connections = ['one', 'two'].map((id) => ({ id, name: id, embedded: false, fixed: false, unlocked: [] }));
  show(Connections as never, {}, async (input, init) =>
    new Request(input, init).method === 'DELETE' ? promise : Response.json({ selected: 'start', connections })
  );
  await eventually(() => expect(buttonOf('Remove one')).toBeDefined());
  press('Remove one');
  document.querySelector<HTMLFormElement>('dialog[open] form')!.requestSubmit();
  await cancel();
  press('Remove two');
  resolve(new Response(null, { status: 204 }));
  await eventually(() => expect(notices.list).toHaveLength(1));
  flushSync();
  expect(openDialog()?.textContent).toContain('two');
});

const ROOT = 'ab'.repeat(32);
test.each([
  ['an announcement', Announce, { own: '', accepting: true }, ['host.example:9982'], 'announce'],
  ['the deletion of a sector', DeleteSector, {}, [ROOT, 'delete'], 'deleteSector']
] as const)(
  '%s that ends after its dialog was closed does not close the next one',
  async (_, part, props, typed, call) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const act = vi.fn(() => promise);
    const onclose = vi.fn();
    show(part as never, { ...props, client: { [call]: act }, onclose });
    const fields = document.querySelectorAll<HTMLInputElement>('dialog[open] input');
    typed.forEach((text, i) => {
      fields[i]!.value = text;
      fields[i]!.dispatchEvent(new Event('input', { bubbles: true }));
    });
    flushSync();
    document.querySelector('form')!.requestSubmit();
    expect(act).toHaveBeenCalledOnce();
    await unmount(shown!);
    shown = undefined;
    resolve();
    await eventually(() => expect(notices.list).toHaveLength(1));
    expect(onclose).not.toHaveBeenCalled();
  }
);

test('a change of the blocklist that ends after its dialog was closed does not close the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const network = { blocking: {}, changeBlocklist: () => promise };
  const onclose = vi.fn();
  show(BlocklistDialog as never, { action: 'append', initial: '203.0.113.7', current: [], network, onclose });
  document.querySelector('form')!.requestSubmit();
  await unmount(shown!);
  shown = undefined;
  resolve(true);
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(onclose).not.toHaveBeenCalled();
});

test('the Escape key does not discard a blocklist that was typed', async () => {
  const network = { blocking: {} };
  const onclose = vi.fn();
  show(BlocklistDialog as never, { action: 'append', initial: '203.0.113.7', current: [], network, onclose });
  const field = document.querySelector('textarea')!;
  await userEvent.type(field, ' 203.0.113.8');
  await userEvent.keyboard('{Escape}');
  expect(onclose).not.toHaveBeenCalled();
  expect(document.querySelector('dialog')!.open).toBe(true);
  await userEvent.fill(field, '203.0.113.7');
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(onclose).toHaveBeenCalledOnce());
});

test('a block pasted while another one is submitted stays', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const miner = { status: async () => ({}), submitBlock: () => promise } as unknown as Daemon['miner'];
  const nodeMiner = new NodeMiner({ miner });
  show(SubmitBlock as never, { nodeMiner });
  const field = document.querySelector('textarea')!;
  const paste = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };
  paste('00'.repeat(100));
  document.querySelector('form')!.requestSubmit();
  paste('11');
  resolve();
  await eventually(() => expect(nodeMiner.submission.busy).toBe(false));
  await new Promise((done) => setTimeout(done, 50));
  flushSync();
  expect(field.value).toBe('11');
});

const mined = { ...NO_TOTALS, id: 'first', startedAtMs: 0, endedAtMs: 1, engine: { kind: 'js' }, work: 'daemon' };
test.each([
  ['a backup', SaveBackup, {}, 'Save backup file'],
  [
    'the removal of the mining history',
    Records,
    { history: { records: [mined], clear: () => Promise.reject(new Error('refused')) } },
    'Delete the history'
  ]
] as const)(
  '%s that was refused is not shown as refused when its dialog is opened again',
  async (_, part, props, open) => {
    show(part as never, props);
    press(open);
    for (const input of document.querySelectorAll<HTMLInputElement>('dialog[open] input')) {
      input.value = 'tundra violin 93 quartz';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    flushSync();
    const refused = () => document.querySelector('dialog[open] [role="alert"]');
    await eventually(() => {
      // Until the password is rated, nothing is saved.
      if (!refused()) document.querySelector<HTMLFormElement>('dialog[open] form')!.requestSubmit();
      expect(refused()).not.toBeNull();
    });
    await cancel();
    press(open);
    await new Promise((done) => setTimeout(done, 50));
    flushSync();
    expect(openDialog()).not.toBeNull();
    expect(refused()).toBeNull();
  }
);

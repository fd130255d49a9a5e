import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Notices } from '$lib/state/shell/notices.svelte';
import { setNotices } from '$lib/state/context';
import CancelContract from '../../src/routes/(app)/renter/contracts/CancelContract.svelte';
import ListCard from '../../src/routes/(app)/renter/backups/ListCard.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

/** A renter whose action ends when `end` is called. */
function actingRenter() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const backups = ['first', 'second'].map((name) => ({ name, creationDate: 1, size: 1n }));
  const act = vi.fn(() => promise);
  const renter = {
    backups: { value: backups, good: {} },
    problemOf: () => undefined,
    isActing: () => false,
    clearProblem: () => undefined,
    restoreFromHosts: act,
    cancelContract: act
  };
  return { renter: renter as never, act, end: () => resolve(true) };
}

const press = (label: string, at = 0) => {
  const named = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent.trim() === label);
  named[at]!.click();
  flushSync();
};

test('a restored backup is reported by its name, although the dialog was closed and opened for another', async () => {
  const { renter, act, end } = actingRenter();
  const notices = new Notices();
  const provided = (...[anchor, props]: Parameters<typeof ListCard>) => {
    setNotices(notices);
    return ListCard(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: { renter }, context: new Map() });
  flushSync();
  press('Restore…');
  document.querySelector('form')!.requestSubmit();
  expect(act).toHaveBeenCalledWith('first');
  const closed = new Promise((done) => document.querySelector('dialog')!.addEventListener('close', done));
  press('Cancel');
  await closed;
  press('Restore…', 1);
  end();
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]!.text).toContain('first');
  expect(document.querySelector('dialog')!.textContent).toContain('second');
});

test('the button that restores a backup names the backup', () => {
  const { renter } = actingRenter();
  const provided = (...[anchor, props]: Parameters<typeof ListCard>) => {
    setNotices(new Notices());
    return ListCard(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: { renter }, context: new Map() });
  flushSync();
  const names = [...document.querySelectorAll('td button[aria-label]')].map((button) => button.ariaLabel ?? '');
  expect(['first', 'second'].map((name) => names.some((label) => label.includes(name)))).toEqual([true, true]);
});

test('a canceled contract does not close the dialog that was opened for another one', async () => {
  const { renter, act, end } = actingRenter();
  const notices = new Notices();
  const provided = (...[anchor, props]: Parameters<typeof CancelContract>) => {
    setNotices(notices);
    return CancelContract(anchor, props);
  };
  const row = (id: string) => ({ contract: { id, netAddress: id, size: 0n, renterFunds: 0n } }) as never;
  const onclose = vi.fn();
  const props = $state({ renter, row: row('one'), onclose });
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  document.querySelector('form')!.requestSubmit();
  expect(act).toHaveBeenCalledWith('one');
  props.row = row('two');
  flushSync();
  end();
  await eventually(() => expect(notices.list).toHaveLength(1));
  expect(onclose).not.toHaveBeenCalled();
});

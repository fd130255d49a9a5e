import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { ServerError } from '$lib/api/http/errors';
import { m } from '$lib/messages/renter/contracts';
import { setNodeStatus, setNotices } from '$lib/state/context';
import { setRenter } from '$lib/state/renter/renter.svelte';
import { Notices } from '$lib/state/shell/notices.svelte';
import Contracts from '../../src/routes/(app)/renter/contracts/+page.svelte';
import '../../src/app.css';
import { eventually } from '../support/eventually';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(() => unmount(shown));

/** The page in a tab, while the contracts cannot be read. */
function showContracts(tab: string) {
  const contracts = { problem: new ServerError({ method: 'GET', path: '/renter/contracts' }, 500, 'no') };
  const renter = {
    contracts,
    followContracts: () => () => undefined,
    problemOf: () => undefined,
    isActing: () => false,
    clearProblem: () => undefined
  };
  page.url = new URL(`/renter/contracts?tab=${tab}`, page.url);
  const provided = (...[anchor]: Parameters<typeof Contracts>) => {
    setRenter(renter as never);
    setNodeStatus({ consensus: {} } as never);
    setNotices(new Notices());
    return Contracts(anchor, {} as never);
  };
  shown = mount(provided, { target: document.body, context: new Map() });
  flushSync();
}

test.each(['active', 'recoverable'])('contracts that could not be read are no loading list: %s', async (tab) => {
  showContracts(tab);
  await eventually(() => expect(document.body.textContent).toContain(m.notLoaded));
  expect(document.querySelector('p[role=status]')).toBeNull();
});

test('the tab of a link is in view on a phone', async () => {
  await browser.viewport(390, 844);
  showContracts('recoverable');
  const { left, right } = document.querySelector('.chosen')!.getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(innerWidth);
});

test('contracts that could not be read are not counted as none', () => {
  showContracts('active');
  const counts = [...document.querySelectorAll('[data-tab]')].map(({ textContent }) => textContent);
  expect(counts.length).toBeGreaterThan(1);
  expect(counts).not.toContain('0');
});

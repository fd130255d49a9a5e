import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { setOpenWallets } from '$lib/state/context';
import CompareBalances from '../../src/routes/(app)/chain/check/CompareBalances.svelte';
import { eventually } from '../support/eventually';

test('addresses of wallets on other chains are not sent to the second server', async () => {
  const [here, elsewhere] = [
    { id: 'here', name: 'Here' },
    { id: 'elsewhere', name: 'Elsewhere' }
  ];
  const open = async (id: string) => ({ addressBook: new Map([[`address ${id}`, {}]]) });
  const wallets = { list: [here, elsewhere], here: [here], open };
  const totals = { coins: 0n, funds: 0n };
  const compareTotals = vi.fn(async () => [totals, totals]);
  const provided = (...[anchor, props]: Parameters<typeof CompareBalances>) => {
    setOpenWallets(async () => wallets as never);
    return CompareBalances(anchor, props);
  };
  const props = { comparison: { compareTotals } as never, other: 'other' as never };
  const shown = mount(provided, { target: document.body, props, context: new Map() });
  document.querySelector('button')!.click();
  flushSync();
  await eventually(() => expect(document.querySelector('ul')).not.toBeNull());
  expect(compareTotals.mock.calls).toEqual([['other', ['address here']]]);
  await unmount(shown);
});

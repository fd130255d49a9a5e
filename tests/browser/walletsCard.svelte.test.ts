import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ServerError } from '$lib/api/http/errors';
import { setOpenLight, setOpenWallets } from '$lib/state/context';
import WalletsCard from '../../src/routes/(app)/_overview/WalletsCard.svelte';
import { eventually } from '../support/eventually';
import { plainSpaces } from '../support/plainSpaces';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

function show(wallets: object): void {
  const provided = (...[anchor, props]: Parameters<typeof WalletsCard>) => {
    setOpenWallets(async () => wallets as never);
    setOpenLight(() => new Promise(() => undefined));
    return WalletsCard(anchor, props);
  };
  const props = { onboarding: { mark: () => undefined } as never };
  shown = mount(provided, { target: document.body, props, context: new Map() });
}

test('wallets that cannot be read are not shown as a balance that is still unknown', async () => {
  const problem = new ServerError({ method: 'GET', path: '/' }, 500, 'no');
  show({ ready: false, list: [], here: [], problem, refresh: async () => undefined });
  await eventually(() => expect(document.body.textContent).toContain('The wallets could not be read'));
});

test('before a wallet is open, nothing is reported as mined today', async () => {
  const here = [{ id: 'one', name: 'One' }];
  show({ ready: true, list: here, here, open: () => new Promise(() => undefined) });
  await eventually(() => expect(document.body.textContent).toContain('Total balance'));
  // Time for a sum of nothing, which is a promise too.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body.textContent).not.toContain('Mined today');
});

const SC = 10n ** 24n;
const NOTHING_ELSE = { timeLocked: 0n, watched: 0n, immature: 0n, frozen: 0n, waiting: 0n };
const spendable = (coins: bigint) => ({ total: coins, spendable: coins, ...NOTHING_ELSE });
const watched = (coins: bigint) => ({ ...spendable(0n), total: coins, watched: coins });
/** An open wallet with coins at its addresses. */
const holding = (id: string, coinsAt: Readonly<Record<string, bigint>>, isBare = false) => {
  const partsOf = isBare ? watched : spendable;
  const sum = (addresses: readonly string[]) => addresses.reduce((total, address) => total + coinsAt[address]!, 0n);
  return {
    info: { id },
    addresses: Object.keys(coinsAt).map((address) => ({ address, used: true, ...(!isBare && { policy: {} }) })),
    balance: partsOf(sum(Object.keys(coinsAt))),
    balanceAt: async (addresses: ReadonlySet<string>) => partsOf(sum([...addresses])),
    maturityWithout: () => undefined,
    follow: () => () => undefined,
    lists: { allEvents: async function* () {} }
  };
};

test.each<[string, Readonly<Record<string, bigint>>[], string]>([
  ['two wallets hold', [{ a: 5n * SC }, { a: 5n * SC }], '5 SC spendable'],
  [
    'two of three wallets hold beside others',
    [{ a: 5n * SC, b: SC }, { a: 5n * SC, c: 2n * SC }, { d: SC }],
    '9 SC spendable'
  ]
])('coins that %s are counted once', async (_, wallets, total) => {
  const here = wallets.map((_, i) => ({ id: String(i) }));
  show({ ready: true, list: here, here, open: async (id: string) => holding(id, wallets[Number(id)]!) });
  await eventually(() => expect(plainSpaces(document.body.textContent)).toContain(total));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(plainSpaces(document.body.textContent)).toContain(total);
});

test('coins that this browser only watches are not called spendable', async () => {
  const here = [{ id: 'one' }, { id: 'two' }];
  const open = async (id: string) => (id === 'one' ? holding(id, { a: 5n * SC }) : holding(id, { b: 2n * SC }, true));
  show({ ready: true, list: here, here, open });
  await eventually(() => expect(plainSpaces(document.body.textContent)).toContain('5 SC spendable2 SC watch-only'));
});

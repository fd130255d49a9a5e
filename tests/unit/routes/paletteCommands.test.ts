import { expect, test } from 'vitest';
import type { KnownItem } from '$lib/explorer/known';
import type { WalletSummary } from '$lib/services/wallet/views';
import { chainCommands, knownCommands, walletCommands } from '../../../src/routes/(app)/_shell/paletteCommands';

const ID = 'ab'.repeat(32);
const nowhere = () => undefined;

test('an id leads to the one object that the servers have for it, and nowhere before they responded', () => {
  expect(chainCommands(ID, [], nowhere)).toEqual([]);
  const gone: string[] = [];
  const hit = { kind: 'coinOutput', href: `/chain/output/${ID}` } as const;
  const [only, ...others] = chainCommands(ID, [hit], (href) => gone.push(href));
  expect(others).toEqual([]);
  expect(only?.label).toBe('Open output ababab…ababab');
  only?.run();
  expect(gone).toEqual([hit.href]);
});

test('labels are found by their words, everything else by the beginning of its id only', () => {
  const things: readonly KnownItem[] = [
    { id: ID, kind: 'block', name: '7', href: '/chain/7' },
    { id: 'cd'.repeat(38), kind: 'address', name: 'Rent', isLabeled: true, href: '/chain/address/cd' },
    { id: 'ef'.repeat(38), kind: 'address', name: 'Savings', href: '/chain/address/ef' }
  ];
  const labels = (typed: string) => knownCommands(typed, things, nowhere).map(({ label }) => label);
  expect(labels('')).toEqual([]);
  expect(labels('rent')).toEqual(['Rent · cdcdcd…cdcdcd']);
  expect(labels('abab')).toEqual(['Open block 7', 'Rent · cdcdcd…cdcdcd']);
  expect(labels('efef')).toEqual(['Rent · cdcdcd…cdcdcd', 'Open address efefef…efefef · Savings']);
});

test('a wallet without a seed can pay, too: its keys are on a device, or it is signed elsewhere', () => {
  const gone: string[] = [];
  const wallet = { id: 'w', name: 'Device', kind: 'watch' } as WalletSummary;
  const actions = { lockAll: nowhere, copyAddress: nowhere, exportHistory: nowhere, exportLabels: nowhere };
  const commands = walletCommands([wallet], { ...actions, go: (href) => gone.push(href) });
  commands.find(({ id }) => id === 'send-w')?.run();
  expect(gone).toEqual(['/wallet/w/send']);
});

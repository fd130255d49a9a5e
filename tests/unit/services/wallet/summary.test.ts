import { describe, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { mainAddress } from '$lib/services/wallet/mainAddress';
import { phraseCap } from '$lib/services/wallet/phraseDue';
import type { MetaRow, WalletRow } from '$lib/services/wallet/records';
import { summaryOf } from '$lib/services/wallet/summary';
import type { AddressRow } from '$lib/services/wallet/views';
import { testNetwork } from '../../consensus/testChain';

const network = testNetwork();
const genesis = 'ab'.repeat(32) as BlockId;
const row: WalletRow = { id: 'w', name: 'daily', kind: 'seed', createdAtMs: 5, checkedUpTo: 0, discover: false, firstSync: false }; // prettier-ignore
const index = { height: 7, id: genesis };
const meta = { coins: 3n, funds: 4n, state: { index }, atMs: 9 } as unknown as MetaRow;
const held = { coins: 3n, funds: 4n, index, atMs: 9 };
const plain = { id: 'w', name: 'daily', kind: 'seed', network: '', createdAtMs: 5, phrasePending: false };

describe('a wallet in lists', () => {
  test.each<[string, WalletRow, MetaRow | undefined, object]>([
    ['that never synced', row, undefined, plain],
    ['that did', { ...row, network, genesis }, meta, { ...plain, network: 'test', genesis, held }],
    [
      'whose words are not confirmed',
      { ...row, network, genesis, phrasePending: true },
      meta,
      { ...plain, network: 'test', genesis, held, phrasePending: true, phraseCap: phraseCap(network) }
    ],
    ['whose words are not confirmed, before its network is known', { ...row, phrasePending: true }, meta, { ...plain, held, phrasePending: true }],
    ['whose words are not confirmed, before its first sync', { ...row, network, phrasePending: true }, undefined, { ...plain, network: 'test', phrasePending: true, phraseCap: phraseCap(network) }]
  ])('%s', (_, wallet, known, expected) => {
    const summary = summaryOf(wallet, known);
    expect(summary).toEqual(expected);
    expect('phraseCap' in summary).toBe('phraseCap' in expected);
  }); // prettier-ignore
});

describe('the permanent address', () => {
  const address = (name: string, form?: 'uc' | 'pk', isChange = false) =>
    ({ address: name, isChange, ...(form && { key: { index: 0, form } }) }) as unknown as AddressRow;
  test.each<[string, AddressRow[], string | undefined]>([
    ['is the first from which both versions can spend', [address('a', 'pk'), address('b', 'uc'), address('c', 'uc')], 'b'],
    ['is not one for change', [address('a', 'uc', true), address('b', 'uc')], 'b'],
    ['is the first of all if there is no such address', [address('x', 'uc', true), address('a', 'pk'), address('b')], 'a'],
    ['may have no key in a watched wallet', [address('a'), address('b')], 'a'],
    ['is missing if all are for change', [address('a', 'uc', true)], undefined]
  ])('%s', (_, rows, expected) => {
    expect(mainAddress(rows)?.address).toBe(expected);
  }); // prettier-ignore
});

import { describe, expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import {
  asIssued,
  changeAddress,
  issueAddress,
  extendLookAhead,
  extendLookAheadFor,
  keyOf,
  KEYS_AHEAD,
  repairAddresses,
  nextAddress,
  requireDerived,
  rowsByAddress,
  rowsOfKeys,
  shownAddresses,
  KEYS_RECOGNIZED,
  recognizeAddresses
} from '$lib/services/wallet/addresses';
import type { WalletChange } from '$lib/services/wallet/ports';
import type { AddressRow } from '$lib/services/wallet/records';
import { watchedRow } from '$lib/services/wallet/summary';
import { seedWallet } from '../../wallet/support';

const row = (index: number, shown: boolean): AddressRow => ({
  walletId: 'w',
  address: index.toString(16).padStart(76, '0') as Address,
  policy: undefined,
  key: { index, form: 'uc' },
  label: '',
  isChange: false,
  createdAtMs: 0,
  shown,
  used: shown
});

const watching = watchedRow('w', { address: 'f'.repeat(76) as Address, policy: undefined }, 0);

test('a wallet with very many addresses derives new ones after the last', async () => {
  const KEYS = 200_000;
  const asked: number[] = [];
  const rows = rowsByAddress(Array.from({ length: KEYS }, (_, index) => row(index, true)));
  await extendLookAhead(
    {
      walletId: 'w',
      store: {
        addresses: async () => [],
        addAddresses: async () => undefined as never,
        patchAddresses: async () => undefined,
        issueAddress: async () => true
      },
      keystore: {
        isUnlocked: () => true,
        deriveAddresses: async (_, from, count) => {
          asked.push(from, count);
          return [];
        }
      },
      nowMs: () => 0
    },
    rows
  );
  expect(asked).toEqual([KEYS, KEYS_AHEAD]);
});

test('a key of the wallet is found by its public key, that of a watched address is not', () => {
  const { keys, address } = seedWallet(4, 2);
  const derived = keys.map(({ publicKey }, index) => ({
    index,
    publicKey,
    uc: address(index, 'uc'),
    pk: address(index, 'pk')
  }));
  const own = rowsByAddress(rowsOfKeys('w', derived, 0));
  // A transfer can name tens of thousands of keys: the rows are read once.
  const read = vi.spyOn(own, 'values');
  expect(keys.map(({ publicKey }) => keyOf(own, publicKey))).toEqual([
    { index: 0, form: 'pk' },
    { index: 1, form: 'pk' }
  ]);
  expect(read).toHaveBeenCalledTimes(1);
  const { publicKey } = keys[0]!;
  const policy = { type: 'pk', publicKey } as const;
  const watched = watchedRow('w', { address: address(0, 'pk'), policy, label: 'cold' }, 5);
  expect(watched).toEqual({
    walletId: 'w',
    address: address(0, 'pk'),
    policy,
    label: 'cold',
    isChange: false,
    createdAtMs: 5,
    shown: true,
    used: false
  });
  expect(keyOf(rowsByAddress([watched]), publicKey)).toBeUndefined();
});

test.each<[string, AddressRow[], string]>([
  ['keys, but no address left while they are locked', [row(0, true), watching], 'keystore/locked'],
  ['no keys', [watching], 'wallet/no-address']
])('a wallet with %s issues no address', async (_, rows, code) => {
  const deps = {
    walletId: 'w',
    store: {
      addresses: async () => [],
      addAddresses: async () => undefined as never,
      patchAddresses: async () => undefined,
      issueAddress: async () => true
    },
    keystore: { isUnlocked: () => false, deriveAddresses: async () => [] },
    nowMs: () => 0
  };
  await expect(issueAddress(deps, rowsByAddress(rows), '')).rejects.toMatchObject({ code });
});

const WALLET = seedWallet(4, 60);
const WALLET_ELSEWHERE = seedWallet(9, 1);
const derivedKeys = WALLET.keys.map(({ publicKey }, index) => ({
  index,
  publicKey,
  uc: WALLET.address(index, 'uc'),
  pk: WALLET.address(index, 'pk')
}));
/** Both addresses of the first keys, with changes from a test. */
const rowsOf = (count: number, change: (row: AddressRow) => Partial<AddressRow> = () => ({})): AddressRow[] =>
  rowsOfKeys('w', derivedKeys.slice(0, count), 0).map((each) => ({ ...each, ...change(each) }));
const isKey = (index: number, form?: string) => (row: AddressRow) =>
  row.key?.index === index && (form === undefined || row.key.form === form);
const marking = (isMarked: (row: AddressRow) => boolean, change: Partial<AddressRow>) => (row: AddressRow) =>
  isMarked(row) ? change : {};

/** A stored wallet and its keys. */
function stored(rows: readonly AddressRow[], isUnlocked = true) {
  let all = [...rows];
  const asked: [number, number][] = [];
  const replaced: (readonly string[])[] = [];
  const changes: WalletChange[] = [];
  const deps = {
    walletId: 'w',
    store: {
      addresses: async () => all,
      addAddresses: async (_: string, more: readonly AddressRow[], change: WalletChange) => {
        all.push(...more);
        changes.push(change);
        return undefined as never;
      },
      patchAddresses: async (_: string, changes: readonly { address: Address; change: Partial<AddressRow> }[]) => {
        const changeOf = new Map(changes.map(({ address, change }) => [address, change]));
        all = all.map((each) => ({ ...each, ...changeOf.get(each.address) }));
      },
      issueAddress: async (_: string, address: Address, label: string) => {
        const isFree = all.some((each) => each.address === address && !each.shown && !each.used);
        if (isFree) all = all.map((each) => (each.address === address ? { ...each, shown: true, label } : each));
        return isFree;
      },
      replaceAddresses: async (_: string, removed: readonly Address[], more: readonly AddressRow[]) => {
        replaced.push(removed);
        all = [...all.filter(({ address }) => !removed.includes(address)), ...more];
      }
    },
    keystore: {
      isUnlocked: () => isUnlocked,
      deriveAddresses: async (_: string, from: number, count: number) => {
        asked.push([from, count]);
        return derivedKeys.slice(from, from + count);
      }
    },
    nowMs: () => 77
  };
  return { deps, asked, replaced, changes, rows: () => rowsByAddress(all) };
}

test('new addresses are neither issued, used nor for change', () => {
  expect(rowsOf(1)).toEqual(
    (['uc', 'pk'] as const).map((form) => ({
      walletId: 'w',
      address: WALLET.address(0, form),
      policy: WALLET.book.get(WALLET.address(0, form))!.policy,
      key: { index: 0, form },
      label: '',
      isChange: false,
      createdAtMs: 0,
      shown: false,
      used: false
    }))
  );
});

test('no key is found for a watched address with another policy, or without one', () => {
  const [uc, pk] = rowsOf(1);
  const { publicKey } = WALLET.keys[0]!;
  expect(keyOf(rowsByAddress([uc!]), publicKey)).toBeUndefined();
  expect(keyOf(rowsByAddress([{ ...pk!, policy: undefined }]), publicKey)).toBeUndefined();
  expect(keyOf(rowsByAddress([pk!]), WALLET.keys[1]!.publicKey)).toBeUndefined();
});

test('lists issued and used addresses by key, then age, then text', () => {
  const named = (address: string, index: number | undefined, createdAtMs: number, rest: Partial<AddressRow>): AddressRow => ({
    ...row(0, false), address: address as Address, key: index === undefined ? undefined : { index, form: 'uc' }, createdAtMs, ...rest
  }); // prettier-ignore
  const shown = { shown: true };
  const rows = [
    named('key 10', 10, 1, shown),
    named('key 2, later', 2, 9, shown),
    named('key 2, b', 2, 5, { used: true }),
    named('key 2, a', 2, 5, shown),
    named('key 0, of no use', 0, 0, {}),
    named('watched', undefined, 8, shown),
    named('key 0', 0, 3, { used: true, shown: true })
  ];
  for (const given of [rows, rows.toReversed()]) {
    expect(shownAddresses(rowsByAddress(given)).map(({ address }) => address)).toEqual([
      'watched', 'key 0', 'key 2, a', 'key 2, b', 'key 2, later', 'key 10'
    ]); // prettier-ignore
  }
});

describe('the next address', () => {
  test.each<[string, AddressRow[], number | undefined]>([
    ['is that of the first key', rowsOf(3).reverse(), 0],
    ['was not issued before', rowsOf(3, marking(isKey(0, 'uc'), { shown: true })), 1],
    ['has no key that was used in another form', rowsOf(3, marking(isKey(0, 'pk'), { used: true })), 1],
    ['may have a key whose other form was only issued', rowsOf(3, marking(isKey(0, 'pk'), { shown: true })), 0],
    ['is missing once all are issued', rowsOf(2, () => ({ shown: true })), undefined],
    ['is found among watched ones', [{ ...watching, used: true }, ...rowsOf(1)], 0],
    ['is missing without keys', [watching], undefined]
  ])('%s', (_, rows, index) => {
    const next = () => nextAddress(rowsByAddress(rows));
    if (index === undefined) expect(next).toThrow(expect.objectContaining({ code: 'wallet/no-address' }));
    else expect(next().address).toBe(WALLET.address(index, 'uc'));
  });
});

describe('change', () => {
  const [spendable] = rowsOf(1);
  const { key: _, ...watched } = { ...spendable!, shown: true };

  test('goes to the next address of the keys', () => {
    expect(changeAddress(rowsByAddress([watching, ...rowsOf(2)]))).toBe(WALLET.address(0, 'uc'));
  });

  test('goes to the first watched address that can be spent from', () => {
    expect(changeAddress(rowsByAddress([watching, watched]))).toBe(watched.address);
    expect(() => changeAddress(rowsByAddress([watching]))).toThrow(
      expect.objectContaining({ code: 'wallet/no-address' })
    );
  });
});

test('an address of another copy of the wallet is issued', () => {
  const address = WALLET.address(0, 'uc');
  expect(asIssued([address])).toEqual([{ address, change: { shown: true } }]);
});

describe('the look-ahead', () => {
  const countAfter = async (rows: AddressRow[], isUnlocked = true) => {
    const { deps, asked, rows: all } = stored(rows, isUnlocked);
    const kept = await extendLookAhead(deps, rowsByAddress(rows));
    expect(kept).toEqual(all());
    return { asked, keys: new Set([...kept.values()].map(({ key }) => key?.index)).size };
  };

  test.each<[string, AddressRow[], [number, number][]]>([
    ['is derived from the first key on', [], [[0, 20]]],
    ['is derived after the last one used', rowsOf(20, marking(isKey(4), { used: true })), [[20, 5]]],
    ['is derived after the last one issued', rowsOf(20, marking(isKey(0, 'pk'), { shown: true })), [[20, 1]]],
    ['is unchanged if it is large enough', rowsOf(25, marking(isKey(4), { used: true })), []],
    ['fills a gap', rowsOf(24, marking(isKey(4), { used: true })), [[24, 1]]]
  ])('%s', async (_, rows, expected) => {
    const { asked } = await countAfter(rows);
    expect(asked).toEqual(expected);
  });

  const usedElsewhere = (index: number) => marking(isKey(index), { used: true });
  const issued = (index: number) => marking(isKey(index), { used: true, shown: true });

  test.each<[string, AddressRow[], WalletChange]>([
    ['nothing if it was empty', [], {}],
    ['nothing after addresses issued here', rowsOf(20, issued(4)), {}],
    ['a discovery after a key of another copy', rowsOf(20, usedElsewhere(4)), { discover: true, checkedUpTo: 20 }],
    [
      'nothing after one whose look-ahead was complete',
      rowsOf(25, (each) => ({ ...usedElsewhere(4)(each), ...issued(9)(each) })),
      {}
    ]
  ])('that became too short requires %s', async (_, rows, change) => {
    const { deps, changes } = stored(rows);
    await extendLookAhead(deps, rowsByAddress(rows));
    expect(changes).toEqual([change]);
  });

  test.each<[string, AddressRow[], boolean, [number, number][], WalletChange[]]>([
    ['is derived without a discovery', rowsOf(20), true, [[20, 5]], [{}]],
    ['is unchanged if it is large enough', rowsOf(25), true, [], []],
    [
      'is completed first, with a discovery, if it was too short before',
      rowsOf(20, usedElsewhere(0)),
      true,
      [
        [20, 1],
        [21, 4]
      ],
      [{ discover: true, checkedUpTo: 20 }, {}]
    ],
    ['is unchanged while the keys are locked', rowsOf(20), false, [], []]
  ])('after addresses that new blocks use %s', async (_, rows, isUnlocked, expected, expectedChanges) => {
    const { deps, asked, changes, rows: all } = stored(rows, isUnlocked);
    const before = rowsByAddress(rows);
    const after = await extendLookAheadFor(deps, before, [WALLET.address(4, 'uc')]);
    expect(asked).toEqual(expected);
    expect(changes).toEqual(expectedChanges);
    if (expected.length === 0) expect(after).toBe(before);
    else expect(after).toEqual(all());
  });

  test('is not derived while the keys are locked', async () => {
    expect(
      (
        await countAfter(
          rowsOf(2, () => ({ used: true })),
          false
        )
      ).asked
    ).toEqual([]);
  });
});

describe('addresses of a transfer', () => {
  const recognized = async (addresses: readonly Address[], isUnlocked = true) => {
    const { deps, asked, changes } = stored(rowsOf(20), isUnlocked);
    const before = rowsByAddress(rowsOf(20));
    const after = await recognizeAddresses(deps, before, addresses);
    return {
      asked,
      changes,
      isSame: after === before,
      keys: new Set([...after.values()].map(({ key }) => key?.index)).size
    };
  };
  const PAYEE = WALLET_ELSEWHERE.address(0, 'pk');

  test('that the seed derives beyond the look-ahead are added, with the keys before them', async () => {
    const change = WALLET.address(33, 'pk');
    expect(await recognized([PAYEE, change])).toMatchObject({ changes: [{}], isSame: false, keys: 34 });
  });

  test('that are another wallet’s are looked for up to a limit', async () => {
    const { asked, isSame } = await recognized([PAYEE]);
    expect(isSame).toBe(true);
    expect(asked.reduce((sum, [, count]) => sum + count, 0)).toBe(KEYS_RECOGNIZED);
  });

  test.each<[string, Address[], boolean]>([
    ['known', [WALLET.address(3, 'uc')], true],
    ['of a locked wallet', [WALLET.address(33, 'uc')], false]
  ])('that are %s derive nothing', async (_, addresses, isUnlocked) => {
    expect(await recognized(addresses, isUnlocked)).toMatchObject({ asked: [], isSame: true });
  });
});

describe('an issued address', () => {
  test('is stored with its label, and another is derived to replace it', async () => {
    const { deps, rows } = stored(rowsOf(20));
    const given = await issueAddress(deps, rows(), 'rent');
    expect(given.row).toMatchObject({ address: WALLET.address(0, 'uc'), shown: true, label: 'rent', used: false });
    expect(given.rows).toEqual(rows());
    expect(given.rows.size).toBe(42);
  });

  test('differs from one that another call issues at the same time', async () => {
    const { deps, rows } = stored(rowsOf(20));
    const [first, second] = await Promise.all([issueAddress(deps, rows(), 'rent'), issueAddress(deps, rows(), 'shop')]);
    expect([first.row.label, second.row.label]).toEqual(['rent', 'shop']);
    expect(shownAddresses(rows()).map(({ label }) => label)).toEqual(['rent', 'shop']);
  });

  const altered = rowsOf(20);
  altered[0] = { ...altered[0]!, address: WALLET.address(50, 'uc') };

  test('is compared with its key while that is unlocked', async () => {
    const { deps, rows } = stored(altered);
    await expect(issueAddress(deps, rows(), '')).rejects.toMatchObject({ code: 'wallet/altered-address' });
    expect(shownAddresses(rows())).toEqual([]);
  });

  test('is used as stored while the keys are locked', async () => {
    const { deps, rows } = stored(altered, false);
    expect((await issueAddress(deps, rows(), '')).row.address).toBe(WALLET.address(50, 'uc'));
  });
});

describe('addresses paid by a payment', () => {
  const own = rowsOf(3);
  const require = (rows: readonly AddressRow[], paid: string[], shownAsOwn: string[] = []) =>
    requireDerived(stored([]).deps, rowsByAddress(rows), paid as Address[], shownAsOwn as Address[]);
  const foreign = 'e'.repeat(76);

  test.each<[string, AddressRow[], string[], string[]]>([
    ['of others are not checked', own, [foreign], []],
    ['of ours are derived from our keys', own, [WALLET.address(0, 'uc'), WALLET.address(2, 'pk')], [WALLET.address(0, 'uc')]],
    ['may be missing', own, [], []]
  ])('are accepted: they %s', async (_, rows, paid, shown) => {
    await expect(require(rows, paid, shown)).resolves.toBeUndefined();
  }); // prettier-ignore

  test.each<[string, AddressRow[], string[], string[]]>([
    ['has no key', [...own, watching], [watching.address], []],
    ['belongs to another key', [{ ...own[0]!, address: foreign as Address }], [foreign], []],
    ['belongs to another form of its key', [{ ...own[0]!, key: { index: 0, form: 'pk' } }], [own[0]!.address], []],
    ['belongs to a missing key', [{ ...own[0]!, key: { index: 99, form: 'uc' } }], [own[0]!.address], []],
    ['is the second of two', [...own, watching], [WALLET.address(0, 'uc'), watching.address], []],
    ['was shown as ours and is not', own, [], [foreign]]
  ])('are rejected if one %s', async (_, rows, paid, shown) => {
    const address = paid.at(-1) ?? shown.at(-1);
    await expect(require(rows, paid, shown)).rejects.toMatchObject({ code: 'wallet/altered-address', address });
  });
});

describe('stored addresses, compared with the keys', () => {
  test('are unchanged if all are derived from them', async () => {
    const { deps, replaced, asked } = stored(rowsOf(3));
    const rows = rowsByAddress(rowsOf(3));
    expect(await repairAddresses(deps, rows)).toEqual({ altered: [], rows });
    expect((await repairAddresses(deps, rows)).rows).toBe(rows);
    expect(replaced).toEqual([]);
    expect(asked[0]).toEqual([0, 3]);
  });

  test('are derived in batches of fifty, and missing ones are added', async () => {
    const gaps = rowsOf(60).filter(({ key }) => key!.index !== 55);
    const { deps, asked, rows } = stored(gaps.toReversed());
    const { altered } = await repairAddresses(deps, rows());
    expect(asked).toEqual([[0, 50], [50, 10]]); // prettier-ignore
    expect(altered).toEqual([]);
    expect(['uc', 'pk'].map((form) => rows().has(WALLET.address(55, form as 'uc')))).toEqual([true, true]);
  });

  test('with keys beyond the reach of recovery words are removed, even if they are correct', async () => {
    const far = rowsOf(60).filter(({ key }) => key!.index >= 40);
    const { deps, asked, rows } = stored([...rowsOf(2), ...far]);
    const { altered } = await repairAddresses(deps, rows());
    expect(altered).toEqual(far.map(({ address }) => address));
    expect(nextAddress(rows()).key?.index).toBeLessThan(2);
    // With all others deleted, they would be issued next.
    const alone = stored(far);
    await repairAddresses(alone.deps, alone.rows());
    expect([...alone.rows()]).toEqual([]);
    expect(asked).toEqual([[0, 2]]);
  });

  test.each<[string, Partial<AddressRow>]>([
    ['a foreign address', { address: 'e'.repeat(76) as Address }],
    ['an address without a key', { address: 'e'.repeat(76) as Address, key: undefined }],
    ['an invalid key', { address: 'e'.repeat(76) as Address, key: { index: -1, form: 'uc' } }],
    ['a fractional key', { address: 'e'.repeat(76) as Address, key: { index: 0.5, form: 'uc' } }]
  ])('are repaired: %s', async (_, change) => {
    const [, ...rest] = rowsOf(2);
    const bad = { ...rowsOf(1)[0]!, ...change };
    const { deps, replaced, rows } = stored([bad, ...rest]);
    const mended = await repairAddresses(deps, rows());
    expect(mended.altered).toEqual([bad.address]);
    expect(replaced).toEqual([[bad.address]]);
    expect(mended.rows).toEqual(rows());
    expect(mended.rows.has(bad.address)).toBe(false);
    // The replaced address is back.
    expect(mended.rows.get(WALLET.address(0, 'uc'))).toMatchObject({ createdAtMs: 77 });
  });
});

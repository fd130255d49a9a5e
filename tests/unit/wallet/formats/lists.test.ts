import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { parseHastings } from '$lib/chain/currency/currencyText';
import type { Hash256 } from '$lib/chain/ids';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { formatPolicy } from '$lib/chain/policy/policyText';
import { unixSeconds } from '$lib/chain/time';
import { parseCsv } from '$lib/codec/csv';
import { addressesCsv, eventsCsv, eventsJson } from '$lib/wallet/formats/exportLists';
import { parseAddressList, parseRecipients, parseWatched } from '$lib/wallet/formats/importLists';
import { MAX_LINE_FAULTS } from '$lib/wallet/formats/lineFaults';
import { parsePrice } from '$lib/chain/currency/price';
import { thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import type { EventTexts, WalletEvent } from '$lib/wallet/sync/walletEvent';
import { coins } from '../../consensus/testChain';
import { seedWallet } from '../support';

const wallet = seedWallet(4);
const A = wallet.address(0, 'pk');
const B = wallet.address(1, 'uc');
const key = wallet.keys[0]!.publicKey;

describe('addresses to watch', () => {
  const policy = thresholdOfKeys(
    2,
    wallet.keys.map(({ publicKey }) => publicKey)
  );

  test('an address, a key with both its addresses, a policy', () => {
    expect(parseWatched(A.toUpperCase())).toEqual([{ address: A }]);
    expect(parseWatched(key).map(({ address }) => address)).toEqual([wallet.address(0, 'uc'), A]);
    expect(parseWatched(formatPolicy(policy))[0]!.policy).toEqual(policy);
  });

  test.each([
    ['lines', `${A}\n\n ${B} \n`, ['', '']],
    ['CSV', `${A},rent\n${B},"a, b"`, ['rent', 'a, b']],
    ['CSV with a header', `label,address\nrent,${A}\nfood,${B}`, ['rent', 'food']],
    ['JSON texts', JSON.stringify([A, B]), ['', '']],
    [
      'JSON objects',
      JSON.stringify([
        { address: A, description: 'rent' },
        { address: B, label: 'food' }
      ]),
      ['rent', 'food']
    ],
    ['duplicates', `${A}\n${B}\n${A}`, ['', '']]
  ])('as %s', (_, text, labels) => {
    expect(parseAddressList(text)).toEqual([
      { address: A, label: labels[0] },
      { address: B, label: labels[1] }
    ]);
  });

  test.each([
    ['lines', `${A}\n`, `${A}\n`],
    ['a table', `${A},rent\n`, `address,label\n${A},rent\n`],
    ['JSON', `"${A}",`, `["${A}",`]
  ])('more than 20,000 of them are refused with their line, unread: %s', (_, row, first) => {
    const list = (rows: number) => first + row.repeat(rows - 1) + (first.startsWith('[') ? `"x"]` : 'x');
    expect(() => parseAddressList(list(20_001))).toThrow(
      expect.objectContaining({ code: 'wallet/import', fault: 'too-many-addresses' })
    );
    expect(() => parseAddressList(list(100))).toThrow(expect.objectContaining({ fault: 'unreadable' }));
  });

  test('policies, one per line, including their commas', () => {
    expect(parseAddressList(`${formatPolicy(policy)}\n${A}\n`)).toEqual([
      { address: policyAddress(policy), policy, label: '' },
      { address: A, label: '' }
    ]);
  });

  test('our own export, with policies', () => {
    const entries = [...wallet.book.values()].map((entry, i) => ({ ...entry, label: `number ${i}` }));
    expect(parseAddressList(addressesCsv(entries))).toEqual(
      entries.map(({ address, policy, label }) => ({ address, policy, label }))
    );
  });

  test('our own export keeps labels that spreadsheets would evaluate', () => {
    const labels = ['-5 %', '+1', '=rent', '@home', '＝x', '"quoted", twice', '-5'];
    for (const label of labels) {
      const [entry] = wallet.book.values();
      expect(parseAddressList(addressesCsv([{ ...entry!, label }]))).toMatchObject([{ label }]);
    }
  });

  test.each([`address,label\n${A},sa\u202eving`, JSON.stringify([{ address: A, label: 'sa\u202eving' }])])(
    '%# loses characters that reverse the text beside its label',
    (text) => expect(parseAddressList(text)).toMatchObject([{ label: 'saving' }])
  );

  test.each([
    [`${A}\nnonsense`, 2],
    [`address,label\n${A},x\n${A.slice(1)}0,y`, 3],
    [`[${JSON.stringify(A)},{"label":"x"}]`, 2],
    ['thresh(2,[pk(0x00)])', 1],
    ['[', 1],
    [`address,label,spend policy\n${A},x,above(5)`, 2]
  ])('%# reports the line', (text, line) => {
    expect(() => parseAddressList(text)).toThrow(expect.objectContaining({ code: 'wallet/import', line }));
  });

  test.each([
    ['lines', `nonsense\n${A}\n${A.slice(1)}`, ['unreadable', 'unreadable'], [1, 3]],
    ['JSON', `[{"label":"x"},${JSON.stringify(A)},"x"]`, ['no-address', 'unreadable'], [1, 3]],
    ['CSV', `address,label,spend policy\n${A},x,above(5)\n,y\n${B},z`, ['other-policy', 'unreadable'], [2, 3]]
  ])('all faulty lines are reported: %s', (_, text, faults, lines) => {
    const all = faults.map((fault, i) => ({ line: lines[i], fault }));
    expect(() => parseAddressList(text)).toThrow(expect.objectContaining({ faults: all, hasMore: false }));
  });

  test('reading stops after many faulty lines', () => {
    const [enough, more] = [MAX_LINE_FAULTS, MAX_LINE_FAULTS + 1].map((count) => 'nonsense\n'.repeat(count));
    const stops = (hasMore: boolean) => ({ faults: expect.objectContaining({ length: MAX_LINE_FAULTS }), hasMore });
    expect(() => parseAddressList(enough!)).toThrow(expect.objectContaining(stops(false)));
    expect(() => parseAddressList(more!)).toThrow(expect.objectContaining(stops(true)));
  });
});

describe('recipients', () => {
  test('rows of address, amount and unit', () => {
    const text = `Address,Amount,Unit\n${A},1.5\n${B},250 KS,KS\n${A},3,SF\n${B},12,H\n${A},7 mS,`;
    expect(parseRecipients(text)).toEqual([
      { address: A, coins: 15n * 10n ** 23n },
      { address: B, coins: coins(250_000n) },
      { address: A, funds: fundUnits(3n) },
      { address: B, coins: 12n },
      { address: A, coins: 7n * 10n ** 21n }
    ]);
  });

  test('a header may contain spaces, and a file may be empty', () => {
    expect(parseRecipients(` Address ,amount\n${A},1`)).toEqual([{ address: A, coins: coins(1n) }]);
    expect(parseRecipients('')).toEqual([]);
  });

  test.each([
    ['is mistyped', A.slice(0, -1), 'wrong-address'],
    ['is missing', '', 'no-address']
  ])('a line whose address %s is named, also after empty lines', (_, address, fault) => {
    const list = () => parseRecipients(`\n${A},1\n\n${address},2\n`);
    expect(list).toThrow(expect.objectContaining({ code: 'wallet/import', fault, line: 4 }));
  });

  test('columns are found by name, so that an invoice number is never paid', () => {
    const text = `address,invoice,unit,amount,note\n${A},1042,SC,5,rent\n`;
    expect(parseRecipients(text)).toEqual([{ address: A, coins: coins(5n) }]);
    expect(parseRecipients(`amount;address\n3;${B}`)).toEqual([{ address: B, coins: coins(3n) }]);
  });

  test.each(['address,invoice,unit,sum', 'address,amount,unit,amount'])(
    'a header without exactly one amount column is rejected: %s',
    (header) => {
      expect(() => parseRecipients(`${header}\n${A},1042,SC,5`)).toThrow(
        expect.objectContaining({ code: 'wallet/import', fault: 'no-amount-column', line: 1 })
      );
    }
  );

  test.each(['address,amount,Address', ' address , address,amount', 'address,amount,unit,unit'])(
    'a header that names two columns alike is rejected: %s',
    (header) => {
      expect(() => parseRecipients(`${header}\n${A},5,${B},SC`)).toThrow(
        expect.objectContaining({ code: 'wallet/import', fault: 'repeated-column', line: 1 })
      );
    }
  );

  test.each([
    [`${A},1\n${A},x`, 2],
    [`address,amount\n${A},1.2.3`, 2],
    [`${A},1.5,SF`, 1],
    [`nowhere,1`, 1],
    [`${A},-1`, 1],
    [`${A},1 XX`, 1],
    [`${A},5 SF,H`, 1],
    [`${A},5 KS,SC`, 1]
  ])('%# reports the line', (text, line) => {
    expect(() => parseRecipients(text)).toThrow(expect.objectContaining({ code: 'wallet/import', line }));
  });

  test.each([`3 XX`, `3XX`, `3,XX`, `3 €`, `3,€`])('a unit that is unknown is called that: %s', (amount) => {
    expect(() => parseRecipients(`${A},${amount}`)).toThrow(expect.objectContaining({ fault: 'unknown-unit' }));
  });

  test('all faulty lines are reported', () => {
    const faults = [
      { line: 2, fault: 'no-address' },
      { line: 4, fault: 'unknown-unit' },
      { line: 5, fault: 'no-amount' }
    ];
    expect(() => parseRecipients(`address,amount,unit\n,1\n${A},2\n${A},3 SF,H\n${A},x`)).toThrow(
      expect.objectContaining({ line: 2, fault: 'no-address', faults, hasMore: false })
    );
  });
});

const event = (rest: Partial<WalletEvent>): WalletEvent => ({
  id: 'ab'.repeat(32) as Hash256,
  type: 'transaction',
  index: { height: 12, id: 'cd'.repeat(32) as WalletEvent['index']['id'] },
  timestamp: unixSeconds(1_700_000_000),
  maturityHeight: 12,
  inputs: [{ id: '01'.repeat(32) as Hash256, address: A, coins: coins(5n), own: true }],
  outputs: [
    { id: '02'.repeat(32) as Hash256, address: VOID_ADDRESS, coins: coins(3n), own: false },
    { id: '03'.repeat(32) as Hash256, address: B, coins: coins(1n), own: true }
  ],
  fee: coins(1n),
  coins: -coins(4n),
  funds: 0n,
  ...rest
});

const NO_TEXTS: EventTexts = { nameOf: () => '', notes: new Map() };

describe('events', () => {
  test('as CSV: exact, signed, with the counterparty', () => {
    const texts: EventTexts = {
      nameOf: (address) => (address === VOID_ADDRESS ? 'nobody' : ''),
      notes: new Map([[event({}).id, 'a loss']])
    };
    const [header, paid, got] = parseCsv(
      eventsCsv(
        [
          event({}),
          event({
            id: 'ef'.repeat(32) as Hash256,
            type: 'miner',
            inputs: [],
            fee: hastings(0n),
            coins: 1n,
            index: { height: 13, id: '0'.repeat(64) as never }
          })
        ],
        texts
      )
    );
    const row = (values: string[]) => Object.fromEntries(header!.map((name, i) => [name, values[i]]));
    expect(row(paid!)).toMatchObject({
      date: '2023-11-14T22:13:20.000Z',
      type: 'transaction',
      coins: '-4',
      fee: '1',
      status: 'confirmed',
      height: '12',
      addresses: VOID_ADDRESS,
      label: 'nobody',
      note: 'a loss'
    });
    expect(row(got!)).toMatchObject({
      coins: '0.000000000000000000000001',
      fee: '0',
      // Servers date it with the time of their answer.
      date: '',
      status: 'unconfirmed',
      height: '',
      addresses: B,
      note: ''
    });
  });

  test.each<[string, { own: boolean; coins?: bigint; funds?: bigint }[], string]>([
    ['spent coins', [{ own: true, coins: 1n }], '1'],
    [
      'spent coins together with another wallet',
      [
        { own: false, coins: 1n },
        { own: true, coins: 1n }
      ],
      '1'
    ],
    [
      'spent fund units, while another wallet spent the coins',
      [
        { own: true, funds: 1n },
        { own: false, coins: 1n }
      ],
      '0'
    ],
    ['spent nothing', [], '0']
  ])('as CSV, the wallet paid the fee if it %s', (_, inputs, fee) => {
    const parties = inputs.map((input) => ({ ...input, id: 'x', address: B })) as never;
    const [header, row] = parseCsv(eventsCsv([event({ inputs: parties })], NO_TEXTS));
    expect(row![header!.indexOf('fee')]).toBe(fee);
  });

  test('as CSV, with the balance after each event and its value on that day', () => {
    const later = event({ coins: coins(10n), timestamp: unixSeconds(1_700_100_000) });
    const context = {
      coinsAfter: coins(9n),
      prices: { currency: 'EUR', at: (time: number) => (time < 1_700_050_000 ? parsePrice('0.0025') : undefined) }
    };
    const rows = parseCsv(eventsCsv([later, event({})], NO_TEXTS, context));
    expect(rows.map((row) => row.slice(-3))).toEqual([
      ['balance', 'price (EUR)', 'value (EUR)'],
      ['9', '', ''],
      ['-1', '0.0025', '-0.01']
    ]);
  });

  test('as JSON, amounts as text', () => {
    const notes = new Map([[event({}).id, 'a loss']]);
    const [read, other] = JSON.parse(eventsJson([event({}), event({ id: 'ef'.repeat(32) as Hash256 })], { notes }));
    expect([read.note, 'note' in other]).toEqual(['a loss', false]);
    expect(read).toMatchObject({ coins: '-4000000000000000000000000', fee: '1000000000000000000000000', funds: 0 });
    expect(read.outputs[0]).toMatchObject({ coins: '3000000000000000000000000', own: false });
  });
});

describe('amounts in recipient files', () => {
  const paid = (amount: string) => parseRecipients(`${VOID_ADDRESS}\t${amount}`);

  test.each([
    ['1,5', '1.5 SC'],
    ['0,5', '0.5 SC'],
    ['1.5 KS', '1.5 KS'],
    ['1.234,50', '1234.5 SC'],
    ['1,234,567', '1234567 SC'],
    ['1234', '1234 SC'],
    [`${'0'.repeat(199)}1`, '1 SC']
  ])('%s is %s', (text, amount) => {
    expect(paid(text)).toEqual([{ address: VOID_ADDRESS, coins: parseHastings(amount) }]);
  });

  test('a comma in an amount is ambiguous in comma-separated files as well', () => {
    for (const amount of ['1,5', '1,500', '1,234,567']) {
      expect(() => parseRecipients(`${VOID_ADDRESS},${amount}`)).toThrow(
        expect.objectContaining({ code: 'wallet/import' })
      );
    }
  });

  test.each([
    ['1,234', 'ambiguous-amount'],
    ['1.234', 'ambiguous-amount'],
    ['1e5', 'no-amount'],
    ['-1', 'no-amount'],
    ['one', 'no-amount'],
    ['1 X1', 'no-amount'],
    ['1\tX1', 'unknown-unit'],
    ['1.5 SF', 'fund-units'],
    ['100000 SF', 'fund-units']
  ])('%s is rejected as ambiguous: %s', (text, fault) => {
    expect(() => paid(text)).toThrow(expect.objectContaining({ code: 'wallet/import', fault, line: 1 }));
  });

  test.each([
    ['99999 SF', 99_999n],
    ['7\tfund units', 7n],
    ['7 FU', 7n]
  ])('%s are fund units', (text, funds) => expect(paid(text)).toEqual([{ address: VOID_ADDRESS, funds }]));
});

test('an endless amount does not block the page', () => {
  const endless = `1${' '.repeat(500_000)}!`;
  expect(() => parseRecipients(`${VOID_ADDRESS}\t${endless}`)).toThrow(
    expect.objectContaining({ code: 'wallet/import', fault: 'no-amount' })
  );
});

test('a file with more recipients than a block holds is rejected before parsing', () => {
  const rows = `${VOID_ADDRESS},1\n`.repeat(60_000);
  expect(() => parseRecipients(rows)).toThrow(expect.objectContaining({ code: 'wallet/import', fault: 'too-many' }));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentName,
  dialectOf,
  DIALECTS,
  passwordVariable,
  translateJsonKeys,
  translatePath,
  translateWords,
  withoutService
} from '$lib/api/dialect';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';

const tests = join(import.meta.dirname, '../..');

/** Keys printed by real servers, with the spelling of the API documents. */
const SPELLINGS: [sia: string, svc: string][] = [
  ['siacoinElement', 'svccoinElement'],
  ['siacoinElements', 'svccoinElements'],
  ['siacoinInputs', 'svccoinInputs'],
  ['SiacoinInputs', 'SvccoinInputs'],
  ['siacoinOutput', 'svccoinOutput'],
  ['siacoinOutputs', 'svccoinOutputs'],
  ['siacoins', 'svccoins'],
  ['immatureSiacoins', 'immatureSvccoins'],
  ['siafundElement', 'svcfundElement'],
  ['siafundElementDiffs', 'svcfundElementDiffs'],
  ['SiafundInputs', 'SvcfundInputs'],
  ['siafundInputs', 'svcfundInputs'],
  ['siafundOutput', 'svcfundOutput'],
  ['siafundOutputs', 'svcfundOutputs'],
  ['siafundTaxRevenue', 'svcfundTaxRevenue'],
  ['siafunds', 'svcfunds'],
  ['spentSiacoinElements', 'spentSvccoinElements'],
  ['siacoininputs', 'svccoininputs'],
  ['siacoinoutputs', 'svccoinoutputs'],
  ['siacoinoutputdiffs', 'svccoinoutputdiffs'],
  ['siafundinputs', 'svcfundinputs'],
  ['siafundoutputs', 'svcfundoutputs'],
  ['siafundoutputdiffs', 'svcfundoutputdiffs'],
  ['siafundcount', 'svcfundcount'],
  ['siafundportion', 'svcfundportion'],
  ['siacoinprecision', 'svccoinprecision'],
  ['confirmedsiacoinbalance', 'confirmedsvccoinbalance']
];
const SAME_IN_BOTH = [
  'siapath',
  'rootsiapath',
  'siapaths',
  'basis',
  'description',
  'parentID',
  'fiascoinfund',
  '__proto__'
];

describe('keys', () => {
  test.each(SPELLINGS)('%s ↔ %s', (sia, svc) => {
    expect(translateJsonKeys({ [sia]: [{ [sia]: 1n }] }, 'sia', 'svc')).toEqual({ [svc]: [{ [svc]: 1n }] });
    expect(translateJsonKeys({ [svc]: { [svc]: null } }, 'svc', 'sia')).toEqual({ [sia]: { [sia]: null } });
  });

  test.each(SAME_IN_BOTH)('%s is the same in both', (key) => {
    const value = Object.fromEntries([[key, 1]]);
    expect(Object.keys(translateJsonKeys(value, 'sia', 'svc') as object)).toEqual([key]);
    expect(Object.keys(translateJsonKeys(value, 'svc', 'sia') as object)).toEqual([key]);
  });

  test('translating everything recorded there and back changes nothing', () => {
    const recorded = readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(vectors|samples)\b.*\.jsonl?$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(tests, path), 'utf8');
        return path.endsWith('l')
          ? text
              .trim()
              .split('\n')
              .map((line) => parseJson(line))
          : [parseJson(text)];
      });
    expect(recorded.length).toBeGreaterThan(100);
    for (const value of recorded) {
      const ours = translateJsonKeys(value, 'sia', 'svc');
      expect(stringifyJson(ours)).not.toMatch(/"\w*sia(?:coin|fund)\w*":/i);
      expect(translateJsonKeys(ours, 'svc', 'sia')).toEqual(value);
    }
  });

  const name = fc
    .array(fc.constantFrom('sia', 'Sia', 'sIA', 'svc', 'SVC', 'coin', 'Fund', 'fund', 'path', 'x'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  /** The names of inherited properties. */
  const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype);
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(fc.constantFrom(null, true, false), fc.bigInt(), fc.string(), name),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(name, fc.string(), fc.constantFrom('type', 'metadata', ...OF_EVERY_OBJECT)), tie('tree'), {
        maxKeys: 5
      })
    ) as fc.Arbitrary<JsonValue>
  }));

  test('translating any JSON there and back changes nothing, whatever names it contains', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(...DIALECTS), (value, from) => {
        const to = DIALECTS.find((other) => other !== from)!;
        const there = translateJsonKeys(value, from, to);
        expect(stringifyJson(translateJsonKeys(there, to, from))).toBe(stringifyJson(value));
      })
    );
  });

  test.each(OF_EVERY_OBJECT)('a field named %s is an ordinary field', (name) => {
    const value = parseJson(`{"siacoins":"1","${name}":"siafundClaim"}`);
    expect(stringifyJson(translateJsonKeys(value, 'sia', 'svc'))).toBe(`{"svccoins":"1","${name}":"siafundClaim"}`);
  });

  test('the same for any words and paths', () => {
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const [words, path] = [names.join(' '), `/${names.join('/')}`];
        expect(translateWords(translateWords(words, 'svc', 'sia'), 'sia', 'svc')).toBe(words);
        expect(translatePath(translatePath(path, 'svc', 'sia'), 'sia', 'svc')).toBe(path);
      })
    );
  });

  test('only the event type is translated as a value', () => {
    expect(translateJsonKeys({ type: 'siafundClaim', name: 'siafundClaim', data: 'siacoin' }, 'sia', 'svc')).toEqual({
      type: 'svcfundClaim',
      name: 'siafundClaim',
      data: 'siacoin'
    });
    expect(translateJsonKeys({ type: 'miner' }, 'sia', 'svc')).toEqual({ type: 'miner' });
  });
});

describe('user content', () => {
  const OWN = {
    siacoins: 'svccoins',
    svcfundPrice: { siafundOutputs: [{ type: 'siafundClaim' }], type: 'svcfundClaim' },
    metadata: { siacoin: 1n }
  };
  /** User data stored by a server, or user texts in its responses, that contain such names. */
  const bodies: JsonValue[] = [
    { name: 'siacoin svcfund', description: 'my svccoinInputs', metadata: OWN },
    { address: 'siafund', description: 'siacoin', spendPolicy: null, metadata: [OWN, 'siacoin'] },
    [{ id: 'siacoins', name: 'siafundClaim', metadata: OWN }],
    { arbitraryData: ['siacoin', 'svcfund'], attestations: [{ key: 'siacoinOutput', value: 'siafund' }] },
    {
      message: 'siacoin inputs do not equal siacoin outputs',
      cause: 'svcfund',
      msg: 'siafundClaim',
      module: 'siacoin'
    },
    { action: 'append', addresses: ['siacoin.example:9981', 'svcfund'], filtermode: 'siacoin' },
    { path: '/data/siacoins', netaddress: 'siafund.example:9982', name: 'siacoin backup', policy: 'siafund' },
    'siacoin',
    ['svcfundClaim', 'siafundClaim']
  ];

  test.each(bodies.map((body) => [stringifyJson(body), body]))('%s is unchanged', (_, body) => {
    for (const [from, to] of [
      ['sia', 'svc'],
      ['svc', 'sia']
    ] as const) {
      expect(translateJsonKeys(body, from, to)).toEqual(body);
      expect(dialectOf(body)).toBeUndefined();
    }
  });

  test('beside names that change', () => {
    const wallet = { siacoins: '1', metadata: OWN, wallets: [{ siafunds: 2, metadata: OWN }] };
    const ours = { svccoins: '1', metadata: OWN, wallets: [{ svcfunds: 2, metadata: OWN }] };
    expect(translateJsonKeys(wallet, 'sia', 'svc')).toEqual(ours);
    expect(translateJsonKeys(ours, 'svc', 'sia')).toEqual(wallet);
  });
});

describe('paths', () => {
  test.each([
    ['/api/outputs/siacoin/00', '/api/outputs/svccoin/00'],
    ['/api/addresses/aa/outputs/siafund', '/api/addresses/aa/outputs/svcfund'],
    ['/wallet/siacoins', '/wallet/svccoins'],
    ['/consensus', '/consensus'],
    ['/renter/file/siacoin/siafund', '/renter/file/siacoin/siafund'],
    ['/api/wallets/siacoinage', '/api/wallets/siacoinage'],
    ['/gateway/connect/siacoins', '/gateway/connect/siacoins'],
    ['/hostdb/hosts/siafund', '/hostdb/hosts/siafund'],
    ['/api/wallets/1/outputs/siafund', '/api/wallets/1/outputs/svcfund']
  ])('%s ↔ %s', (sia, svc) => {
    expect(translatePath(sia, 'sia', 'svc')).toBe(svc);
    expect(translatePath(svc, 'svc', 'sia')).toBe(sia);
  });
});

test.each([
  ['siacoin input 0 (id: 00) failed: siafunds', 'coin input 0 (id: 00) failed: funds'],
  ['unable to parse siapath: [invalid SiaPath; path cannot begin with ../]', 'unable to parse path: [invalid Path; path cannot begin with ../]'],
  ['rootsiapath should be true if no siapath is provided', 'rootpath should be true if no path is provided'],
  ['cannot unmarshal number into Go struct field SiacoinOutput.siacoins.value', 'cannot unmarshal number into Go struct field coinOutput.coins.value'],
  ['stat /srv/siacoins/a: no such file or directory', 'stat /srv/siacoins/a: no such file or directory'],
  ['open C:\\siafund\\x: denied', 'open C:\\siafund\\x: denied'],
  ['dial tcp: lookup siacoin.example:9981: no such host', 'dial tcp: lookup siacoin.example:9981: no such host'],
  ['lookup "siafund-1.a-b.example.": siafunds', 'lookup "siafund-1.a-b.example.": funds'],
  ['-siacoins.-', '-coins.-']
])('%s" is displayed as "%s', (words, plain) => expect(withoutService(words)).toBe(plain)); // prettier-ignore

// Quadratic time would be hours.
test.each(['-.-', 'a.', '.-', 'a-', '8:', ':8'])('a word of millions of “%s” is displayed as it is', (part) => {
  const word = `a.a${part.repeat(2_000_000)}_`;
  expect(withoutService(word)).toBe(word);
});

test('names outside the API', () => {
  expect([agentName('sia'), agentName('svc')]).toEqual(['Sia-Agent', 'Svc-Agent']);
  expect([passwordVariable('sia'), passwordVariable('svc')]).toEqual(['SIA_API_PASSWORD', 'SVC_API_PASSWORD']);
});

test.each([
  [{ siacoins: '1' }, 'sia'],
  [[{ height: 1 }, { a: { immatureSvccoins: '0' } }], 'svc'],
  [{ type: 'siafundClaim', name: 'siacoin', list: ['svccoin'] }, undefined],
  [null, undefined]
])('the names in %j are of dialect %s', (value, dialect) => expect(dialectOf(value as JsonValue)).toBe(dialect));

test('hashed bytes do not depend on the dialect: they are only in the chain’s own files', () => {
  const source = readFileSync(join(tests, '../src/lib/api/dialect.ts'), 'utf8');
  expect(source).not.toMatch(/sia\/|(?:coin|fund)\s+output|NonSia|leaf\/|id\//);
  const chain = [
    ...['hash', 'transaction/transactionIds', 'transaction/v2TransactionIds', 'transaction/sigHash'],
    ...['element/elementHash', 'block/commitment']
  ];
  for (const name of chain) {
    expect(readFileSync(join(tests, `../src/lib/chain/${name}.ts`), 'utf8')).not.toMatch(/dialect/i);
  }
});

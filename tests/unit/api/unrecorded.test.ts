import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeAnswer } from '$lib/api/http/response';
import { consensusRoutes } from '$lib/api/daemon/consensus';
import { printingConsensusRoutes } from '$lib/api/daemon/printedBlock';
import { daemonApi } from '$lib/api/daemon/modules';
import { translateJsonKeys } from '$lib/api/dialect';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { decodeRequest } from '$lib/api/http/request';
import type { Route } from '$lib/api/http/route';
import { decodeJson } from '$lib/api/schemas/codec';
import { fileContract, v2FileContract } from '$lib/api/schemas/fileContracts';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { transaction } from '$lib/chain/transaction/transaction';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { fromHex, loadVectors } from '../../support/vectors';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';

// Documented responses that were not recorded; as servers print them, in their dialect.

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const ours = (json: JsonValue): JsonValue => translateJsonKeys(json, 'sia', 'svc');
const read = (route: Route, json: JsonValue): Promise<unknown> =>
  decodeAnswer(route, new Response(stringifyJson(ours(json))), LIMITS);

/** The first value of a key, at any depth. */
function found(value: JsonValue, key: string, keep: (value: JsonValue) => boolean = (it) => it !== null): JsonValue {
  const waiting: JsonValue[] = [value];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    if (typeof item !== 'object' || item === null) continue;
    if (!Array.isArray(item) && item[key] !== undefined && keep(item[key])) return item[key];
    waiting.push(...(Object.values(item) as JsonValue[]));
  }
  throw new Error(`no ${key}`);
}

const chain = [loadVectors<JsonObject>('accumulator'), loadVectors<JsonObject>('accumulator2')] as JsonValue;
const address = '000000000000000000000000000000000000000000000000000000000000000089eb0d6a8a69';
const id = 'ab'.repeat(32);
const index = { height: 40, id };
const coin = found(chain, 'siacoinElement');
const contract = found(chain, 'fileContractElement');
const resolutions = (type: string): JsonValue =>
  (
    found(chain, 'fileContractResolutions', (list) => {
      const [first] = (list ?? []) as JsonObject[];
      return first?.type === type;
    }) as JsonObject[]
  )[0]!;

describe('a wallet server', () => {
  const event = (type: string, data: JsonValue) => ({
    ...{
      id,
      index,
      confirmations: 3,
      type,
      data,
      maturityHeight: 54,
      timestamp: '2026-11-20T05:15:43.620207941+01:00'
    },
    relevant: [address]
  });
  test.each<[string, JsonObject, string]>([
    ['a payout', event('miner', { siacoinElement: coin }), 'miner'],
    ['a subsidy', event('foundation', { siacoinElement: coin }), 'foundation'],
    ['a claim', event('siafundClaim', { siacoinElement: coin }), 'claim'],
    [
      'a resolved V1 contract',
      event('v1ContractResolution', { parent: contract, siacoinElement: coin, missed: true }),
      'v1ContractResolution'
    ],
    ...['renewal', 'storageProof', 'expiration'].map((type): [string, JsonObject, string] => [
      `a V2 contract that ended by ${type}`,
      event('v2ContractResolution', {
        resolution: resolutions(type),
        siacoinElement: coin,
        missed: type === 'expiration'
      }),
      'v2ContractResolution'
    ]),
    [
      'a V1 transaction without its sources',
      event('v1Transaction', { transaction: {}, spentSiacoinElements: null, spentSiafundElements: null }),
      'v1Transaction'
    ],
    [
      'a V1 transaction as documented',
      event('v1Transaction', {
        transaction: { id, siacoinOutputs: [{ value: '1', address }], siafundOutputs: [{ value: 2, address }] }
      }),
      'v1Transaction'
    ],
    ['an unknown event', event('somethingNew', null), 'other']
  ])('reports %s', async (_, json, type) => {
    const [decoded] = (await read(walletServerRoutes.events, [json])) as [
      { data: { type: string }; timestamp: number }
    ];
    expect(decoded).toMatchObject({ id, index, confirmations: 3, maturityHeight: 54, relevant: [address] });
    expect([decoded.data.type, decoded.timestamp]).toEqual([type, Date.parse('2026-11-20T04:15:43Z') / 1000]);
    // It decodes the same in a list, alone, and as the spender of an output.
    expect(await read(walletServerRoutes.event, json)).toEqual(decoded);
    expect(await read(walletServerRoutes.coinOutputSpent, { spent: true, event: json })).toEqual({
      spent: true,
      event: decoded
    });
    if (type === 'other') return;
    const again = toResponse(encodeAnswer(walletServerRoutes.event, decoded as never));
    expect(await decodeAnswer(walletServerRoutes.event, again, LIMITS)).toEqual(decoded);
  });

  test('may report negative counts while it switches chains', async () => {
    const above = event('miner', { siacoinElement: coin });
    const events = [
      { ...above, confirmations: 18446744073709551615n },
      { ...above, confirmations: 0 }
    ];
    expect(await read(walletServerRoutes.events, events)).toMatchObject([{ confirmations: 0 }, { confirmations: 0 }]);
    for (const confirmations of [-1, 2 ** 60, '1', null, 18446744073709551616n]) {
      await expect(read(walletServerRoutes.events, [{ ...above, confirmations }])).rejects.toMatchObject({
        name: expect.stringMatching(/^(?:Decode|UnsafeNumber)Error$/) as unknown
      });
    }
  });

  test('has wallets with any metadata', async () => {
    const metadata = { siacoins: 'svcfund', nested: [{ svccoin: 10101010101010101010n }], type: 'siafundClaim' };
    const dates = { dateCreated: '2026-11-20T05:15:43.123456789Z', lastUpdated: '0001-01-01T00:00:00Z' };
    const wallets = [
      { id: '1', name: 'siacoin', description: 'svcfund', ...dates, metadata },
      { id: '2', name: '', ...dates, metadata: null }
    ];
    expect(await read(walletServerRoutes.wallets, wallets)).toMatchObject([
      { id: '1', name: 'siacoin', description: 'svcfund', metadata },
      { id: '2', name: '', description: '', metadata: null }
    ]);
  });

  test.each<[string, Route, JsonValue, unknown]>([
    ['its tip', walletServerRoutes.tip, index, index],
    ['the tip before genesis', walletServerRoutes.tip, { height: 18446744073709551615n, id }, { height: -1, id }],
    ['an index', walletServerRoutes.indexAt, index, index],
    [
      'a balance',
      walletServerRoutes.batchBalance,
      { siacoins: '1', immatureSiacoins: '0', siafunds: 10000 },
      { coins: 1n, immatureCoins: 0n, funds: 10_000n }
    ],
    ['no peers', walletServerRoutes.peers, null, []],
    ['no parents', walletServerRoutes.poolParents, null, []],
    [
      'a scan that failed',
      walletServerRoutes.rescanStatus,
      { startIndex: index, index, startTime: '0001-01-01T00:00:00Z', error: 'scan failed' },
      { startIndex: index, index, startTime: -62135596800, error: 'scan failed' }
    ],
    [
      'a pending output',
      walletServerRoutes.coinOutputs,
      {
        basis: index,
        outputs: [{ ...(coin as JsonObject), stateElement: { leafIndex: 10101010101010101010n }, confirmations: 0 }]
      },
      expect.objectContaining({
        outputs: [
          expect.objectContaining({
            confirmations: 0,
            stateElement: { leafIndex: 10101010101010101010n, merkleProof: [] }
          })
        ]
      })
    ],
    [
      'a single output',
      walletServerRoutes.coinOutput,
      { ...(coin as JsonObject), confirmations: 7 },
      expect.objectContaining({ id: (coin as JsonObject).id })
    ],
    [
      'an unspent output',
      walletServerRoutes.fundOutputSpent,
      { spent: false, event: null },
      { spent: false, event: undefined }
    ]
  ])('reports %s', async (_, route, json, value) => {
    expect(await read(route, json)).toEqual(value);
  });

  test('treats V2 transactions without a fee as paying none', async () => {
    const freely: JsonObject[] = [
      { arbitraryData: 'aGk=' },
      { arbitraryData: 'aGk=', minerFee: null, siacoinInputs: null }
    ];
    for (const json of freely) {
      const set = { basis: index, transactions: null, v2transactions: [json] };
      expect(await read(walletServerRoutes.poolTransactions, set)).toMatchObject({
        v2Transactions: [{ minerFee: 0n, coinInputs: [], arbitraryData: new Uint8Array([104, 105]) }]
      });
    }
  });

  const unsigned = (signature: JsonValue) => ({
    basis: index,
    id,
    transaction: {
      siacoinInputs: [{ parentID: id, unlockConditions: { timelock: 0, publicKeys: null, signaturesRequired: 0 } }],
      minerFees: ['1'],
      signatures: [{ parentID: id, publicKeyIndex: 0, coveredFields: { wholeTransaction: true }, signature }]
    },
    estimatedFee: '20000000000000000000000'
  });
  test.each([null, ''])('constructs V1 transactions whose signatures are %j', async (signature) => {
    expect(await read(walletServerRoutes.construct, unsigned(signature))).toMatchObject({
      transaction: {
        signatures: [{ signature: new Uint8Array(0), timelock: 0n, coveredFields: { wholeTransaction: true } }]
      }
    });
  });
});

describe('a mining server', () => {
  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['no parameters', { params: null }],
    ['an empty list', { params: [] }]
  ])('accepts %s for a block', async (_, body) => {
    const request = new Request('http://mining/mining/submitblock', { method: 'POST', body: stringifyJson(body) });
    expect((await decodeRequest(miningRoutes.submitBlock, {}, fromRequest(request))).body).toEqual({ params: [] });
  });
});

describe('a node daemon', () => {
  const { transactions } = loadVectors<{ transactions: { id: string; hex: string }[] }>('v1txn');

  /** The document's JSON of a block as daemons print it: bytes in base64, and null lists. */
  const asPrinted = (json: JsonValue, empty: JsonValue): JsonValue => {
    if (!Array.isArray(json)) {
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(
        Object.entries(json).map(([key, value]) => [
          key,
          key === 'arbitrarydata' && Array.isArray((value as JsonValue[])[0])
            ? (value as number[][]).map((bytes) => Buffer.from(bytes).toString('base64'))
            : asPrinted(value, empty)
        ])
      );
    }
    return json.length === 0 ? empty : json.map((item) => asPrinted(item, empty));
  };

  test.each(transactions.map(({ id: txid, hex }) => [txid, hex]))(
    'prints transaction %s in either form',
    async (_, hex) => {
      const txn = fromHex(transaction, hex);
      const block = {
        ...{ id, height: 5, parentId: id, nonce: 3n, difficulty: 1n, timestamp: 1_700_000_000, minerPayouts: [] },
        transactions: [txn]
      };
      const document = parseJson(await toResponse(encodeAnswer(printingConsensusRoutes.block, block as never)).text());
      for (const json of [document, asPrinted(document, []), asPrinted(document, null)]) {
        const answer = new Response(stringifyJson(json));
        expect(await decodeAnswer(consensusRoutes.block, answer, LIMITS)).toEqual(block);
      }
    }
  );

  test.each<[string, Route, JsonValue, unknown]>([
    ['a trace as text', daemonApi.daemon.stack, { stack: 'goroutine 1' }, { stack: 'goroutine 1' }],
    ['a trace as bytes', daemonApi.daemon.stack, { stack: [103, 111] }, { stack: 'go' }],
    [
      'a newer release',
      daemonApi.daemon.latestRelease,
      { available: true, version: '1.6.0' },
      { available: true, version: '1.6.0' }
    ],
    [
      'only its version',
      daemonApi.daemon.version,
      { version: '1.4.0' },
      { version: '1.4.0', gitRevision: '', buildTime: '' }
    ],
    [
      'no alerts',
      daemonApi.daemon.alerts,
      { alerts: null, criticalalerts: null, erroralerts: null, warningalerts: null },
      { alerts: [], criticalAlerts: [], errorAlerts: [], warningAlerts: [], infoAlerts: [] }
    ],
    [
      'no peers',
      daemonApi.gateway.status,
      { netaddress: '[::]:9981', peers: null },
      expect.objectContaining({ peers: [] })
    ],
    ['no hosts, but a total', daemonApi.hostdb.active, { hosts: [] }, { hosts: [] }],
    ['an older blocklist', daemonApi.gateway.blocklist, { blacklist: null }, { blocklist: [] }],
    [
      'an active miner',
      daemonApi.miner.status,
      { blocksmined: 1, cpuhashrate: 4_500_000, cpumining: true, staleblocksmined: 0 },
      { blocksMined: 1, cpuMining: true, cpuHashrate: 4_500_000, staleBlocksMined: 0 }
    ],
    [
      'only blocks of the CPU miner',
      daemonApi.miner.status,
      { blocksmined: 5, cpuhashrate: 0, cpumining: false, staleblocksmined: 0, cpublocksmined: 2 },
      expect.objectContaining({ blocksMined: 5, cpuBlocksMined: 2 })
    ]
  ])('reports %s', async (_, route, json, value) => {
    expect(await read(route, json)).toEqual(value);
  });

  test('has empty keys, and reports which key is invalid', async () => {
    const set = (key: JsonValue): Request =>
      new Request('http://daemon', {
        method: 'POST',
        body: stringifyJson([{ svccoininputs: [{ parentid: id, unlockconditions: { publickeys: [key] } }] }])
      });
    const decode = (key: JsonValue) => decodeRequest(consensusRoutes.validate, {}, fromRequest(set(key)));
    expect((await decode({ algorithm: '', key: null })).body[0]!.coinInputs[0]!.unlockConditions.publicKeys).toEqual([
      { algorithm: '', key: new Uint8Array(0) }
    ]);
    const unreadable: JsonValue[] = [5, null, {}, { algorithm: 'ed25519' }, { algorithm: 5, key: 'AA==' }, 'ed25519', 'ed25519:0']; // prettier-ignore
    for (const key of unreadable) {
      await expect(decode(key)).rejects.toMatchObject({
        code: 'api/decode',
        field: expect.stringMatching(/^0\.svccoininputs\.0\.unlockconditions\.publickeys\.0/) as unknown
      });
    }
  });
});

describe('null fields in requests are ignored as well', () => {
  const noBasis = { height: 0, id: '00'.repeat(32) };
  test.each<[string, Route, JsonObject, unknown]>([
    ['broadcast', walletServerRoutes.broadcast, { basis: null, transactions: null, v2transactions: null }, { basis: noBasis, transactions: [], v2Transactions: [] }],
    ['construct', walletServerRoutes.constructV2, { siacoins: null, siafunds: null, changeAddress: null }, { coins: [], funds: [], changeAddress: address }],
    ['addresses', walletServerRoutes.batchBalance, { addresses: null }, { addresses: [] }],
    ['an address', walletServerRoutes.putAddress, { address, description: null, spendPolicy: null, metadata: null }, { address, description: '', spendPolicy: undefined, metadata: null }],
    ['a wallet', walletServerRoutes.createWallet, { name: 'w', description: null, metadata: null }, { name: 'w', description: '', metadata: null }],
    ['outputs', walletServerRoutes.reserve, { siacoinOutputs: null }, { coinOutputs: [], fundOutputs: [] }],
    ['a template', miningRoutes.getTemplate, { longpollid: null }, { longpollid: undefined }],
    ['a blocklist', daemonApi.gateway.changeBlocklist, { action: 'set', addresses: null }, { action: 'set', addresses: [] }],
    ['a filter', daemonApi.hostdb.setFilterMode, { filtermode: 'disable', hosts: null, netaddresses: null }, { filterMode: 'disable', hosts: [], netAddresses: [] }]
  ])('%s', async (_, route, body, value) => {
    const request = new Request('http://server/', { method: 'POST', body: stringifyJson(ours(body)) });
    const params: Record<string, string> = route.path.includes(':id') ? { id: '1' } : {};
    expect((await decodeRequest(route, params, fromRequest(request))).body).toEqual(value);
  });
}); // prettier-ignore

test('numbers at the limits of their range are preserved', () => {
  const max = 18446744073709551615n;
  const v1 = {
    ...((contract as JsonObject).fileContract as JsonObject),
    revisionNumber: max,
    windowEnd: max,
    filesize: max
  };
  expect(decodeJson(fileContract, ours(v1))).toMatchObject({ revisionNumber: max, windowEnd: max, filesize: max });
  const v2 = {
    ...((found(chain, 'v2FileContractElement') as JsonObject).v2FileContract as JsonObject),
    revisionNumber: max,
    expirationHeight: max,
    capacity: max
  };
  expect(decodeJson(v2FileContract, ours(v2))).toMatchObject({
    revisionNumber: max,
    expirationHeight: max,
    capacity: max
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { agentName, OUR_DIALECT } from '$lib/api/dialect';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { createNode } from '$lib/server/node/node';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { announceDialect } from '$lib/server/dialect/announceDialect';
import { mountedAt } from '$lib/server/http/upstream';
import { HEADERS, mine, openNode, PASSWORD, type OpenNode } from '../support/node';
import { solveUnit } from '../support/solve';
import { fetchFrom } from '$lib/server/http/fetchMessages';

const THEIRS = 'sia';
const headers = { ...HEADERS, 'user-agent': agentName(THEIRS) };
/** The same chain twice: once in each dialect. */
let ours: OpenNode;
let theirs: OpenNode;
let raw: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  ours = await openNode();
  const node = await createNode({ network: 'test', dataDir: ':memory:', password: PASSWORD, dialect: THEIRS });
  const upstream = announceDialect(node.answer, {
    dialect: THEIRS,
    probePath: '/consensus',
    maxBytes: 10_000_000
  });
  raw = (path, init) =>
    node.fetch(new Request(`http://node${path}`, { ...init, headers: { ...headers, ...init?.headers } }));
  const transport = { fetch: fetchFrom(upstream), baseUrl: 'http://upstream', headers };
  theirs = {
    node,
    transport,
    daemon: createDaemon(transport),
    wallet: createWalletServer({ ...transport, fetch: fetchFrom(mountedAt('/api', upstream)) }),
    signing: ours.signing
  };
});
afterAll(() => Promise.all([ours.node.close(), theirs.node.close()]));

const GETS = [
  '/consensus',
  '/consensus/blocks?height=0',
  '/daemon/constants',
  '/gateway',
  '/host',
  '/hostdb/active',
  '/renter',
  '/api/consensus/tipstate',
  '/api/consensus/network',
  '/api/consensus/updates/0::0000000000000000000000000000000000000000000000000000000000000000',
  `/api/addresses/${DEV_ADDRESSES.policy}/balance`,
  `/api/addresses/${DEV_ADDRESSES.policy}/outputs/siacoin`,
  `/api/addresses/${DEV_ADDRESSES.policy}/outputs/siafund`,
  `/api/addresses/${DEV_ADDRESSES.policy}/events`
];

describe('a node with the other dialect', () => {
  test.each(GETS)('uses it throughout %s', async (path) => {
    const answer = await raw(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/svc(?=coin|fund)/i);
  });

  test('has its paths and not ours', async () => {
    const path = `/api/addresses/${DEV_ADDRESSES.policy}/outputs`;
    expect((await raw(`${path}/siacoin`)).status).toBe(200);
    expect((await raw(`${path}/svccoin`)).status).toBe(404);
  });

  test('requires its own agent in User-Agent, and its name in the password challenge', async () => {
    const answer = await raw('/consensus', { headers: { 'user-agent': agentName(OUR_DIALECT) } });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/^\{"message":"Browser access disabled/)
    ]);
    const asked = await raw('/miner/header', { headers: { authorization: '' } });
    expect(asked.headers.get('www-authenticate')).toBe('Basic realm="SiaAPI"');
  });

  test('preserves user content', async () => {
    const metadata = {
      siacoins: 'svccoins',
      svcfundPrice: [{ type: 'siafundClaim', svccoin: 1 }],
      metadata: { siafund: null }
    };
    const own = { name: 'siacoin svcfund', description: 'svccoinInputs and siafundOutputs', metadata };
    const { id } = await theirs.wallet.createWallet({ body: own });
    const address = DEV_ADDRESSES.policy;
    await theirs.wallet.putAddress({ params: { id }, body: { address, description: 'siafund', metadata } });
    // For us and for other clients of the server.
    expect(await theirs.wallet.wallets()).toMatchObject([own]);
    expect(await theirs.wallet.walletAddresses({ params: { id } })).toMatchObject([
      { description: 'siafund', metadata }
    ]);
    expect(await (await raw('/api/wallets')).json()).toMatchObject([own]);
    expect(await (await raw(`/api/wallets/${id}/addresses`)).json()).toMatchObject([
      { description: 'siafund', metadata }
    ]);
    await theirs.wallet.deleteWallet({ params: { id } });
  });

  test('reads JSON bodies, whatever their Content-Type', async () => {
    const body = JSON.stringify([{ siacoinoutputs: [{ value: '1', unlockhash: DEV_ADDRESSES.policy }] }]);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await raw('/consensus/validate/transactionset', { method: 'POST', headers: type, body });
    // Rejected because of the coins, so they were read.
    expect(await answer.text()).toMatch(/inputs do not equal/);
  });

  test('responds like one of ours, through the transport', async () => {
    const { id } = (await theirs.daemon.consensus.block({ query: { height: 0 } }))!;
    expect((await ours.daemon.consensus.block({ query: { height: 0 } })).id).toBe(id);
    for (const read of [
      ({ daemon }: OpenNode) => daemon.consensus.status(),
      ({ wallet }: OpenNode) => wallet.network(),
      ({ wallet }: OpenNode) => wallet.tipState(),
      ({ wallet }: OpenNode) => wallet.balance({ params: { address: DEV_ADDRESSES.policy } }),
      ({ wallet }: OpenNode) => wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } })
    ])
      expect(await read(theirs)).toEqual(await read(ours));
  });

  test('supports mining: binary bodies pass unchanged, even without a Content-Type', async () => {
    await mine(theirs, 2);
    const body = solveUnit(await theirs.daemon.miner.header());
    expect((await raw('/miner/header', { method: 'POST', body })).status).toBe(204);
    expect((await theirs.wallet.tip()).height).toBe(3);
  });
});

import { afterEach, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { ServerComparison } from '$lib/state/light/serverComparison.svelte';
import { compareTips, totalsAt } from '$lib/services/light/secondServer';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { mine, openNode, type OpenNode } from '../support/node';

const signal = new AbortController().signal;
const opened: OpenNode[] = [];
async function open(options: Parameters<typeof openNode>[0] = {}): Promise<OpenNode> {
  const node = await openNode(options);
  opened.push(node);
  return node;
}
afterEach(async () => {
  for (const { node } of opened.splice(0)) await node.close();
});

/** Sends one node the other's blocks up to a height. */
async function copy(from: OpenNode, to: OpenNode, height: number): Promise<void> {
  for (let at = to.node.tip.height + 1; at <= height; at++) {
    const body: Block = await from.wallet.block({ params: { idOrHeight: String(at) } });
    await to.wallet.broadcastBlock({ body });
  }
}

test('two servers on one chain agree, whichever is ahead', async () => {
  const [a, b] = [await open(), await open()];
  await mine(a, 6);
  await copy(a, b, 4);
  const tips = { ours: a.node.tip, theirs: b.node.tip };
  expect(await compareTips(a.wallet, b.wallet, signal)).toEqual({ verdict: 'agree', ...tips });
  expect(await compareTips(b.wallet, a.wallet, signal)).toEqual({
    verdict: 'agree',
    ours: b.node.tip,
    theirs: a.node.tip
  });
});

test('two servers on two chains differ, and the one with more work is reported', async () => {
  const [a, b] = [await open(), await open()];
  await mine(a, 3);
  await copy(a, b, 3);
  await mine(a, 1);
  await mine(b, 4);
  const tips = { ours: a.node.tip, theirs: b.node.tip };
  expect(await compareTips(a.wallet, b.wallet, signal)).toEqual({ verdict: 'differ', ...tips, moreWork: 'theirs' });
  expect(await compareTips(b.wallet, a.wallet, signal)).toMatchObject({ verdict: 'differ', moreWork: 'ours' });
});

test('servers of two networks are distinguished', async () => {
  const [a, b] = [await open(), await open({ network: 'dev' })];
  expect(await compareTips(a.wallet, b.wallet, signal)).toEqual({ verdict: 'other-network' });
});

test('the balances of addresses are equal at both, or one omits something', async () => {
  const [a, b] = [await open(), await open()];
  const addresses = [DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions];
  expect(await totalsAt(a.wallet, addresses, signal)).toEqual(await totalsAt(b.wallet, addresses, signal));
  expect(await totalsAt(a.wallet, addresses, signal)).toEqual({ coins: 1_000_000n * 10n ** 24n, funds: 10_000n });
  expect(await totalsAt(a.wallet, [], signal)).toEqual({ coins: 0n, funds: 0n });
});

test('each of the other servers is queried separately', async () => {
  const [a, b] = [await open(), await open()];
  const broken = { ...b.wallet, tipState: () => Promise.reject(new Error('no answer')) };
  const others = [
    { id: '1', name: 'good', server: b.wallet },
    { id: '2', name: 'broken', server: broken }
  ];
  const comparison = new ServerComparison({ ours: a.wallet, readOthers: async () => others, nowMs: () => 0 });
  await comparison.servers.refresh();
  expect(comparison.servers.value).toMatchObject([
    { other: { name: 'good' }, tips: { verdict: 'agree' } },
    { other: { name: 'broken' }, problem: { message: 'no answer' } }
  ]);
  const [ours, theirs] = await comparison.compareTotals(others[0]!, [DEV_ADDRESSES.policy]);
  expect(ours).toEqual(theirs);
});

import { describe, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { medianTimestamp } from '$lib/consensus/state';
import { composePayment } from '$lib/services/wallet/send/compose';
import { reviewTransfer } from '$lib/services/wallet/send/review';
import type { SpendContext } from '$lib/services/wallet/send/spendableWallet';
import { foundFunds, openSweep, type SweepDeps } from '$lib/services/wallet/sweep';
import type { AddressRows } from '$lib/services/wallet/addresses';
import type { OwnedCoin } from '$lib/wallet/sync/coins';
import { sign } from '$lib/chain/keys/sign';
import { messageHash } from '$lib/wallet/transfer/signatureHashes';
import { isComplete } from '$lib/wallet/transfer/finalize';
import { signTransfer } from '$lib/wallet/transfer/signing';
import { coinsSpent, transferInputs } from '$lib/wallet/transfer/transfer';
import type { ForeignPublicKey } from '$lib/wallet/keys/foreignKeys';
import { ALICE, BOB, coins, publicKeyOf, v1AddressOf, v2AddressOf } from '../../consensus/testChain';
import { ChainServer, serverFailed } from '../chainServer';

const signal = new AbortController().signal;
const TO = v2AddressOf(BOB);
/** The second one's addresses hold nothing. */
const keys = [ALICE, new Uint8Array(32).fill(77) as typeof ALICE].map((key) => ({
  publicKey: publicKeyOf(key)
})) as unknown as ForeignPublicKey[];
const chain = new ChainServer(8);
const context: SpendContext = {
  network: chain.chain.network,
  addresses: new Map(),
  moment: { height: 0, medianTimestamp: 0 },
  fundTaxRevenue: undefined,
  isOwnNode: false,
  frozen: new Set()
};

async function swept(on = chain, changes: Partial<SweepDeps> = {}, receiving: SpendContext = context) {
  const told: unknown[] = [];
  const recorded: unknown[] = [];
  const deps: SweepDeps = {
    id: 'sweep',
    server: on.server({ fee: async () => hastings(10n ** 19n) }),
    keystore: {
      openForeign: async (...args) => (told.push(args), keys),
      signForeign: async (id, publicKey, message, confirmedFee) => {
        told.push([id, publicKey, confirmedFee]);
        return sign(ALICE, messageHash(message));
      },
      isUnlocked: () => true,
      lock: async (id) => void told.push(['lock', id])
    },
    nowMs: () => 7,
    receiver: {
      checkServer: async () => undefined,
      recordSend: async (...args) => void recorded.push(args),
      sends: { outstanding: ['theirs'] } as never,
      spendContext: () => receiving
    },
    from: undefined,
    ...changes
  };
  const sweep = await openSweep(deps, receiving, { phrase: 'words' } as never, signal);
  return { sweep, told, recorded };
}

describe('a wallet that is emptied', () => {
  test('shows what each address of its keys holds', async () => {
    const { sweep, told } = await swept();
    expect(told).toEqual([['sweep', { phrase: 'words' }, 1]]);
    const subsidy = chain.chain.chain.coins
      .filter(({ output, maturityHeight }) => output.address === v1AddressOf(ALICE) && maturityHeight > 0n)
      .reduce((sum, { output }) => sum + output.value, 0n);
    expect(sweep.found).toEqual([
      { key: keys[0], address: v1AddressOf(ALICE), coins: coins(1000n) + subsidy, immature: 0n, funds: 5000n },
      { key: keys[0], address: v2AddressOf(ALICE), coins: coins(1000n), immature: 0n, funds: 4000n }
    ]);
    expect(sweep.left).toBe(0);
  });

  test('is read only on a chain that continues from the receiving wallet’s block', async () => {
    const followed = new ChainServer(3);
    const from = followed.state;
    followed.grow(30);
    expect((await swept(followed, { from })).sweep.found.length).toBe(2);
    // One block of a private network costs nothing, and its state can have any outputs.
    const invented = new ChainServer(0);
    invented.grow(40, v2AddressOf(ALICE));
    const told: unknown[] = [];
    const keystore = { openForeign: async () => keys, signForeign: () => Promise.reject(new Error()), isUnlocked: () => true, lock: async (id: string) => void told.push(id) };
    await expect(swept(invented, { from, keystore })).rejects.toMatchObject({ code: 'wallet/unknown-block' });
    expect(told).toEqual(['sweep']);
    // Our own node has verified its chain.
    expect((await swept(invented, { from }, { ...context, isOwnNode: true })).sweep.found.length).toBe(2);
  }); // prettier-ignore

  test('is not read from a server that has reverted blocks without replacing them', async () => {
    const reverting = new ChainServer(8);
    const from = reverting.state;
    const wiped: unknown[] = [];
    const keystore = { openForeign: async () => keys, signForeign: () => Promise.reject(new Error()), isUnlocked: () => true, lock: async (id?: string) => void wiped.push(id) };
    // A server may be on a branch that is lighter by less than a block.
    reverting.rewind(1);
    expect((await swept(reverting, { from, keystore })).sweep.found.length).toBe(2);
    reverting.rewind(1);
    await expect(swept(reverting, { from, keystore })).rejects.toMatchObject({ code: 'wallet/feed', fault: 'less-work' });
    expect(wiped).toEqual(['sweep']);
    // Our own node has verified its chain.
    expect((await swept(reverting, { from, keystore }, { ...context, isOwnNode: true })).sweep.found.length).toBe(2);
  }); // prettier-ignore

  test('is the receiving wallet itself if that has one of its addresses', async () => {
    expect((await swept()).sweep.isOwn).toBe(false);
    const addresses = new Map([[v2AddressOf(ALICE), {}]]) as unknown as AddressRows;
    expect((await swept(chain, {}, { ...context, addresses })).sweep.isOwn).toBe(true);
  });

  test.each<[string, boolean]>([
    ['one that holds coins', true],
    ['one whose coins were spent', true],
    ['the only one of its rule', false],
    ['an earlier one', false]
  ])('may have more coins if the last searched keys of a rule are used: %s', async (what, expected) => {
    const unused = Array.from({ length: 20 }, (_, n) => new Uint8Array(32).fill(100 + n) as typeof ALICE);
    const spent = new Uint8Array(32).fill(77) as typeof ALICE;
    const used = what === 'one whose coins were spent' ? spent : ALICE;
    const after = what === 'an earlier one' ? 20 : 19;
    const all = [...unused, used, ...unused.slice(0, after)].map((key, i, list) => ({ publicKey: publicKeyOf(key), ...(what !== 'the only one of its rule' && { ahead: list.length - 1 - i }) }));
    const [payout] = chain.chain.chain.coins;
    const address = v2AddressOf(spent);
    const coinElement = { ...payout!, output: { ...payout!.output, address } };
    const event = {
      id: payout!.id, index: chain.tip, confirmations: 1, data: { type: 'miner', coinElement },
      maturityHeight: 0, timestamp: chain.blockAt(8).timestamp, relevant: [address]
    };
    const { sweep } = await swept(chain, {
      keystore: { openForeign: async () => all as never, signForeign: () => Promise.reject(new Error()), isUnlocked: () => true, lock: async () => undefined },
      server: chain.server({ batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]) })
    });
    expect(sweep.isCut).toBe(expected);
  }); // prettier-ignore

  test('shows what is immature, and leaves that', async () => {
    const maturing = new ChainServer(8);
    maturing.grow(1, v2AddressOf(ALICE));
    const [payout] = maturing.chain.chain.coins.filter(({ output, maturityHeight }) => output.address === v2AddressOf(ALICE) && maturityHeight > 9n);
    const event = {
      id: payout!.id, index: maturing.tip, confirmations: 1, data: { type: 'miner', coinElement: payout! },
      maturityHeight: 12, timestamp: maturing.blockAt(9).timestamp, relevant: [v2AddressOf(ALICE)]
    };
    const server = maturing.server({ batchEvents: async ({ query }) => (query?.offset ? [] : [event as never]) });
    const { sweep } = await swept(maturing, { server });
    const [, found] = sweep.found;
    expect(found).toMatchObject({ coins: coins(1000n) + payout!.output.value, immature: payout!.output.value });
    expect(sweep.request(TO).only!.has(payout!.id)).toBe(false);
  }); // prettier-ignore

  test('with very many coins of one address is listed in linear time', () => {
    const count = 300_000;
    const address = v1AddressOf(ALICE);
    const coin = { output: { address, value: hastings(1n) }, leafIndex: 0n };
    const held = Array.from({ length: count }, (_, i) => ({ ...coin, maturityHeight: BigInt(i % 2) * 9n }));
    const rows = new Map([[address, { address, key: { index: 0, form: 'uc' } }]]) as unknown as AddressRows;
    // CPU time, which does not depend on other load on the machine.
    const before = process.cpuUsage();
    const found = foundFunds(keys, rows, { coins: held as unknown as OwnedCoin[], funds: [] }, 8);
    expect(process.cpuUsage(before).user).toBeLessThan(3e6);
    const [all, immature] = [BigInt(count), BigInt(count / 2)];
    expect(found).toEqual([{ key: keys[0], address, coins: all, immature, funds: 0n }]);
  });

  test('is paid in full to an address of the other, with its fund units', async () => {
    const { sweep, told } = await swept();
    const request = sweep.request(TO);
    expect(request.recipients).toEqual([
      { address: TO, unit: 'max' },
      { address: TO, unit: 'funds', funds: 9000n }
    ]);
    expect(request.changeAddress).toBe(TO);
    const funds = await sweep.spendableFunds();
    expect(funds).toMatchObject({ hasSeed: true, feePerWeight: 10n ** 19n, excluded: new Set() });
    const transfer = await composePayment(funds, request, signal);
    expect(transferInputs(transfer).length).toBe(5);
    const { transaction } = transfer as Extract<typeof transfer, { generation: 'v2' }>;
    expect(transaction.coinOutputs).toEqual([{ address: TO, value: coinsSpent(transfer) - transaction.minerFee }]);
    expect(transaction.fundOutputs).toEqual([{ address: TO, value: 9000n }]);
    told.length = 0;
    const signed = await signTransfer(transfer, context.network, sweep.keys.signer, {});
    expect(isComplete(signed, context.network, funds.moment)).toBe(true);
    expect(told).toEqual([['sweep', keys[0]!.publicKey, undefined]]);
  });

  test('is spent at its own block, and considers no foreign address its own', async () => {
    const { sweep } = await swept();
    const own = sweep.spendContext();
    expect(own.moment).toEqual({ height: 8, medianTimestamp: medianTimestamp(chain.state) });
    expect(own.fundTaxRevenue).toBe(chain.state.fundTaxRevenue);
    expect([...own.addresses.values()]).toMatchObject([
      { walletId: 'sweep', key: { index: 0, form: 'uc' }, createdAtMs: 7, shown: true, used: true, isChange: false },
      { walletId: 'sweep', key: { index: 0, form: 'pk' }, label: '' },
      { walletId: 'sweep', key: { index: 1, form: 'uc' } },
      { walletId: 'sweep', key: { index: 1, form: 'pk' } }
    ]);
    expect((await sweep.cache()).index).toEqual(chain.tip);
    expect(await Array.fromAsync(sweep.payments())).toEqual([]);
    expect(sweep.sends.outstanding).toEqual([]);
    expect(sweep.keys.signer.keyOf(publicKeyOf(BOB))).toBeUndefined();
  });

  test('pays an address that the review shows as the receiving wallet’s own, with its claim', async () => {
    const row = { walletId: 'mine', address: TO, label: 'savings', policy: { type: 'pk', publicKey: publicKeyOf(BOB) }, key: { index: 0, form: 'pk' }, shown: true, used: false, isChange: false, createdAtMs: 1 } as const;
    const { sweep } = await swept(chain, {}, { ...context, addresses: new Map([[TO, row]]) });
    const transfer = await composePayment(await sweep.spendableFunds(), sweep.request(TO), signal);
    const { summary, canSign } = await reviewTransfer(transfer, { ...sweep.spendContext(), feePerWeight: undefined, contacts: async () => [], payments: () => sweep.payments(), held: () => sweep.cache(), heldHere: async () => [], outstanding: [] });
    expect(summary.recipients.length).toBe(2);
    for (const { warnings, label } of summary.recipients) expect([warnings[0], label]).toEqual(['own', 'savings']);
    expect(summary.warnings).toEqual([]);
    expect(canSign).toBe(true);
    // These keys cannot sign for it.
    const { key, policy } = sweep.spendContext().addresses.get(TO)!;
    expect([key, policy]).toEqual([undefined, undefined]);
  }); // prettier-ignore

  test('is left to the receiving wallet, and its keys are wiped', async () => {
    const { sweep, told, recorded } = await swept();
    await sweep.recordSend({ id: 'sent' } as never, [{}] as never);
    expect(recorded).toEqual([[{ id: 'sent' }, []]]);
    await sweep.close();
    expect(told.at(-1)).toEqual(['lock', 'sweep']);
  });

  test('is searched further while the last keys of a rule are in use, up to a limit', async () => {
    const reaches: (number | undefined)[] = [];
    const endsAt = (usedUpTo: number) => async (_: string, __: unknown, reach = 1) => {
      reaches.push(reach);
      return [{ ...keys[0]!, ahead: reach < usedUpTo ? 19 : 20 }, { ...keys[1]!, ahead: 0 }];
    };
    const searched = async (usedUpTo: number, isUnlocked = true) => {
      reaches.length = 0;
      const keystore = { openForeign: endsAt(usedUpTo), signForeign: () => Promise.reject(new Error()), isUnlocked: () => isUnlocked, lock: () => Promise.resolve() };
      const { sweep } = await swept(chain, { keystore });
      return [sweep.isCut, sweep.found.length, ...reaches];
    };
    expect(await searched(1)).toEqual([false, 2, 1]);
    expect(await searched(4)).toEqual([false, 2, 1, 4]);
    expect(await searched(16)).toEqual([false, 2, 1, 4, 16]);
    expect(await searched(17)).toEqual([true, 2, 1, 4, 16]);
    // Locked during the search.
    expect(await searched(17, false)).toEqual([true, 2, 1]);
  }); // prettier-ignore

  test('has its keys wiped if it cannot be read', async () => {
    const locked: unknown[] = [];
    const keystore = { openForeign: async () => keys, signForeign: () => Promise.reject(new Error()), isUnlocked: () => true, lock: async (id?: string) => void locked.push(id) };
    const server = chain.server({ tipState: () => Promise.reject(serverFailed()) });
    await expect(swept(chain, { server, keystore })).rejects.toMatchObject({ code: 'api/server-error' });
    expect(locked).toEqual(['sweep']);
  }); // prettier-ignore

  test('pays what nodes recommend at least, if the server recommends less', async () => {
    const { sweep } = await swept(chain, { server: chain.server({ fee: async () => hastings(0n) }) });
    expect([await sweep.feePerWeight(), (await sweep.spendableFunds()).feePerWeight]).toEqual([10n ** 19n, 10n ** 19n]);
  });

  test('without fund units is paid in coins alone, starting with the largest of many', async () => {
    const rich = new ChainServer(1);
    for (let i = 0; i < 103; i++) rich.grow(1, v2AddressOf(ALICE));
    rich.grow(4);
    const { sweep } = await swept(rich, {
      server: rich.server({
        batchFundOutputs: async () => ({ basis: rich.tip, outputs: [] }),
        fee: async () => hastings(10n ** 19n)
      })
    });
    const { only, recipients } = sweep.request(TO);
    expect(recipients).toEqual([{ address: TO, unit: 'max' }]);
    expect([only!.size, sweep.left]).toEqual([100, 103 + 3 - 100]);
    const values = new Map(rich.chain.chain.coins.map(({ id, output }) => [id as string, output.value]));
    const left = rich.chain.chain.coins.filter(({ id, output }) => !only!.has(id) && [v1AddressOf(ALICE), v2AddressOf(ALICE)].includes(output.address));
    const smallest = [...only!].reduce((least, id) => (values.get(id)! < least ? values.get(id)! : least), fundUnits(10n ** 18n) * 10n ** 24n);
    for (const { output } of left) expect(output.value <= smallest).toBe(true);
  }); // prettier-ignore
});

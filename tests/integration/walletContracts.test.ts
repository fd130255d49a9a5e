import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2ContractOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { addressOf, coins, formation, HOST, RENTER, signedContract } from '../support/contracts';
import { send, stubPage, until, viewOf, World } from '../support/walletWorld';

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.end());

const broadcast = (txn: V2Transaction) =>
  world.node.wallet.broadcast({
    body: { basis: world.node.node.tip, transactions: [], v2Transactions: [txn] }
  });

test('a wallet paid by a contract sees the payout mature, and spends it; one restored later shows the same', async () => {
  const { wallet, phrase } = await world.created();
  const { address } = await wallet.newAddress('hosting');
  await world.mine(addressOf(HOST));
  await world.mine(VOID_ADDRESS, 10);
  const [coin] = (await world.node.wallet.coinOutputs({ params: { address: addressOf(HOST) } })).outputs;
  const contract = signedContract({
    proofHeight: 12n,
    expirationHeight: 13n,
    renterOutput: { value: coins(60n), address: addressOf(RENTER) },
    hostOutput: { value: coins(40n), address },
    missedHostValue: coins(25n)
  });
  await broadcast(formation(coin!, contract, HOST));
  await world.mine(VOID_ADDRESS, 2);
  const index = { height: 11, id: (await world.node.wallet.indexAt({ params: { height: 11 } })).id };
  const { applied } = await world.node.wallet.updates({ params: { index }, query: { limit: 1 } });
  const parent = applied[0]!.update.v2FileContractElements[0]!.v2FileContractElement;
  await broadcast({
    ...EMPTY_V2_TRANSACTION,
    fileContractResolutions: [{ parent, resolution: { type: 'expiration' } }]
  });
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet);
  expect(await Array.fromAsync(wallet.lists.allEvents())).toMatchObject([
    {
      id: v2ContractOutputId(parent.id, 'host'),
      type: 'contract',
      coins: coins(25n),
      index: { height: 14 },
      maturityHeight: 24
    }
  ]);
  expect(wallet.balance).toMatchObject({ spendable: 0n, immature: coins(25n) });
  await world.mine(VOID_ADDRESS, 10);
  await world.inStep(wallet);
  expect(wallet.balance).toMatchObject({ spendable: coins(25n), immature: hastings(0n) });
  const restored = await world.restored(phrase);
  expect((await viewOf(restored)).events).toEqual((await viewOf(wallet)).events);
  const flow = await send(wallet, VOID_ADDRESS, 'max');
  await world.mine(VOID_ADDRESS);
  await until('confirmed', () => flow.follow?.state === 'confirmed');
  await world.inStep(wallet, restored);
  expect([wallet.balance!.spendable, restored.balance!.spendable]).toEqual([0n, 0n]);
});

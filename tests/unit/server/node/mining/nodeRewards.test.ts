import { expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { RewardPurse } from '$lib/server/node/mining/nodeRewards';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { InsufficientFundsError } from '$lib/wallet/errors';
import { addressOfKey } from '$lib/wallet/keys/account';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { settle } from '../../../../support/manualClock';
import { testPreset } from '../../../../support/peers/testChain';

const keyPair = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 1n);
const own = addressOfKey(keyPair.publicKey, 'uc');

test('of a full pool, only what it spends of the node’s coins is looked up', () => {
  const get = vi.fn((id: string) =>
    id === 'ours' ? { element: { output: { value: 30n, address: own } } } : undefined
  );
  const store = {
    balances: { at: () => ({ coins: hastings(100n), immatureCoins: hastings(7n), funds: 0n }) },
    coins: { get }
  };
  const purse = new RewardPurse({
    store,
    chain: { tip: { height: 1 } },
    keyPair,
    spentInPool: (address: string) =>
      address === own ? [{ id: 'ours' }, { id: 'unconfirmed' }] : [{ id: 'another’s' }]
  } as unknown as ConstructorParameters<typeof RewardPurse>[0]);
  expect(purse.balance).toEqual({ address: own, spendable: 70n, maturing: 7n });
  expect(get.mock.calls).toEqual([['ours'], ['unconfirmed']]);
});

test('coins are selected once the pool is settled: until then it shows only a part of what it spends', async () => {
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const steps: string[] = [];
  const pool = { weight: 0, settled: () => settle().then(() => steps.push('settled')) };
  const spentInPool = () => {
    steps.push('read');
    return [];
  };
  const parts = { store, chain, pool, keyPair, spentInPool };
  const purse = new RewardPurse(parts as unknown as ConstructorParameters<typeof RewardPurse>[0]);
  await expect(purse.moveTo(own)).rejects.toThrow(InsufficientFundsError);
  expect(steps).toEqual(['settled', 'read']);
  store.close();
});

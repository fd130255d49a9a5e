import { expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { RewardPurse } from '$lib/server/node/mining/nodeRewards';
import { addressOfKey } from '$lib/wallet/keys/account';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';

const keyPair = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
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

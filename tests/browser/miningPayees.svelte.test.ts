import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { PhraseDueError } from '$lib/services/wallet/errors';
import type { WalletSummary } from '$lib/services/wallet/views';
import { WalletPayees } from '$lib/state/wallet/miningPayees.svelte';

const CAP = hastings(100n);

/** A wallet whose balance changes; one second old. */
class Mined {
  coins = $state.raw<Hastings>(hastings(0n));
  readonly unfollow = vi.fn();
  readonly follow = vi.fn(() => this.unfollow);
  readonly #phrasePending: boolean;

  constructor(phrasePending = true) {
    this.#phrasePending = phrasePending;
  }

  get info(): WalletSummary {
    return {
      id: 'w',
      name: 'Mine',
      kind: 'seed',
      network: 'dev',
      createdAtMs: 1000,
      phrasePending: this.#phrasePending,
      ...(this.#phrasePending && { phraseCap: CAP }),
      held: { coins: this.coins, funds: fundUnits(0n), index: { height: 5, id: ZERO_BLOCK_ID }, atMs: 0 }
    };
  }
}

function payeesOf(mined: Mined) {
  const newAddress = async () => ({
    address: 'new' as Address,
    label: '',
    isChange: false,
    used: false,
    createdAtMs: 0
  });
  const { follow } = mined;
  const wallet = {
    id: 'w',
    addresses: [],
    hasSeed: true,
    newAddress,
    follow,
    get info() {
      return mined.info;
    }
  };
  const payees = new WalletPayees({
    list: () => [mined.info],
    open: async () => wallet,
    learnChain: async () => undefined,
    isElsewhere: () => false,
    nowMs: () => 2000
  });
  const end = new AbortController();
  const onrefuse = vi.fn();
  const issue = () => payees.issue('w', 'Mining', { ended: end.signal, onrefuse });
  return { issue, end, onrefuse };
}

test('a wallet at its cap is refused as payee', async () => {
  const mined = new Mined();
  mined.coins = CAP;
  await expect(payeesOf(mined).issue()).rejects.toThrow(PhraseDueError);
});

test('a wallet below its cap is followed while it is mined to, and refuses once it reaches the cap', async () => {
  const mined = new Mined();
  mined.coins = hastings(CAP - 1n);
  const { issue, end, onrefuse } = payeesOf(mined);
  expect(await issue()).toBe('new');
  flushSync();
  expect([mined.follow.mock.calls.length, onrefuse.mock.calls.length]).toEqual([1, 0]);
  mined.coins = CAP;
  flushSync();
  expect(onrefuse).toHaveBeenCalledOnce();
  end.abort();
  expect(mined.unfollow).toHaveBeenCalledOnce();
});

test('a wallet with a confirmed phrase is paid at any balance, and not followed', async () => {
  const mined = new Mined(false);
  mined.coins = CAP;
  expect(await payeesOf(mined).issue()).toBe('new');
  flushSync();
  expect(mined.follow).not.toHaveBeenCalled();
});

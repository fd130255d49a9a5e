import { Point } from '@noble/ed25519';
import { describe, expect, test, vi } from 'vitest';
import { TimeSlices } from '$lib/async/timeSlices';
import type { CoinOutputId } from '$lib/chain/ids';
import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { FUND_COUNT, HASTINGS_PER_COIN, hastings } from '$lib/chain/currency/currency';
import { rowsByAddress } from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';
import { reviewTransfer } from '$lib/services/wallet/send/review';
import { UsedNames } from '$lib/wallet/formats/contacts';
import { holdingsOf } from '$lib/wallet/sync/cache';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { planSpend, type Recipient } from '$lib/wallet/spend/plan';
import { signTransfer } from '$lib/wallet/transfer/signing';
import { unsignedBytes } from '$lib/wallet/transfer/signatureHashes';
import { transferInputs, spentIds, type Transfer } from '$lib/wallet/transfer/transfer';
import { ALICE, coins, v2PolicyOf } from '../../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet, signerOf } from '../../../wallet/support';

const RATE = hastings(10n ** 19n);
const chain = new FeedChain();
chain.add();
const stranger = seedWallet(9, 6);
const [TO, OTHER] = [stranger.address(0, 'pk'), stranger.address(1, 'pk')];
const row = (entry: ReturnType<typeof ownAddress>, changes: Partial<AddressRow> = {}): AddressRow => ({
  ...entry, walletId: 'w', shown: true, used: true, ...changes
}); // prettier-ignore
const source = row(ownAddress(v2PolicyOf(ALICE), { key: { index: 0, form: 'pk' } }));
const [issued, fresh, change] = [2, 3, 4].map((index) => stranger.book.get(stranger.address(index, 'pk'))!);
const rows = rowsByAddress([
  source,
  row(issued!, { used: false }),
  row(fresh!, { shown: false, used: false }),
  row(change!, { isChange: true })
]);
const { cache } = new Follower(chain, rows);

const planned = (recipients: Recipient[], changeAddress: Address = change!.address): Transfer =>
  planSpend({ holdings: holdingsOf(cache), addresses: rows, network: chain.network, recipients, feePerWeight: RATE, changeAddress }).transfer; // prettier-ignore
const paying = (...addresses: Address[]) => planned(addresses.map((address) => ({ address, coins: coins(2n) })));

type Context = Parameters<typeof reviewTransfer>[1];
const review = (transfer: Transfer, changes: Partial<Context> = {}) =>
  reviewTransfer(transfer, {
    network: chain.network,
    addresses: rows,
    moment: { height: chain.state.index.height, medianTimestamp: 1_800_000_000 },
    feePerWeight: RATE,
    contacts: async () => [],
    payments: async function* () {},
    fundTaxRevenue: hastings(0n),
    isOwnNode: false,
    held: async () => cache,
    heldHere: async () => [],
    outstanding: [],
    frozen: new Set(),
    ...changes
  });
/** A payment of long ago. */
const pastPayment = (owns: readonly boolean[], paid: readonly Address[]) =>
  ({
    index: { height: -100 },
    inputs: owns.map((own) => ({ own })),
    outputs: paid.map((address) => ({ address }))
  }) as unknown as WalletEvent;
const pastPayments = (...events: [isOwn: boolean, ...paid: Address[]][]) => {
  let read = 0;
  const payments = async function* () {
    for (const [own, ...paid] of events) {
      read++;
      yield pastPayment([own], paid);
    }
  };
  return { payments, read: () => read };
};
const warningsOf = async (transfer: Transfer, changes: Partial<Context> = {}) =>
  (await review(transfer, changes)).summary.recipients.map(({ warnings }) => warnings);

describe('the review of a payment', () => {
  test('reports what is missing, and whether a key of the wallet can add it', async () => {
    const transfer = paying(TO);
    expect(await review(transfer)).toMatchObject({ transfer, missing: [{ candidates: expect.anything() as unknown }], canSign: true });
    const { key: _, ...watched } = source;
    expect(await review(transfer, { addresses: rowsByAddress([watched]) })).toMatchObject({ canSign: false });
    const signed = await signTransfer(transfer, chain.network, signerOf([ALICE]));
    expect(await review(signed)).toMatchObject({ missing: [], canSign: false });
  }); // prettier-ignore

  test('verifies the signatures of a file in time slices', async () => {
    const { signatures, ...signed } = await signTransfer(paying(TO), chain.network, signerOf([ALICE]));
    const read = { ...signed, signatures: signatures.map((signature) => ({ ...signature })) };
    const turns = vi.spyOn(TimeSlices.prototype, 'turn');
    turns.mockImplementationOnce(async () => {
      // Nothing was verified before the first turn.
      expect(decoded).not.toHaveBeenCalled();
    });
    const decoded = vi.spyOn(Point, 'fromBytes');
    expect(await review(read)).toMatchObject({ missing: [] });
    expect(decoded).toHaveBeenCalled();
    expect(turns).toHaveBeenCalledTimes(signatures.length);
    vi.restoreAllMocks();
  });

  /** The payment from a coin with another policy. */
  function lockedBy(policy: SpendPolicy): Transfer {
    const transfer = paying(TO) as Extract<Transfer, { generation: 'v2' }>;
    const [input] = transfer.transaction.coinInputs;
    const coinInputs = [{ ...input!, satisfiedPolicy: { ...input!.satisfiedPolicy, policy } }];
    return { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
  }
  const pk = (key: PublicKey) => ({ type: 'pk', publicKey: key }) as const;

  test('reports that as well if one of several keys is in the wallet', async () => {
    const policy = { type: 'thresh', n: 2, of: [pk(stranger.keys[5]!.publicKey), v2PolicyOf(ALICE)] } as const;
    const { missing, canSign } = await review(lockedBy(policy));
    expect(missing[0]!.candidates.length).toBe(2);
    expect(canSign).toBe(true);
  });

  test.each([
    ['a height that has passed', 3, 5, 0],
    ['a height that has not passed yet', 3, 2, 1],
    // An offline device knows no other height.
    ['the block of the transfer, on a device that is behind', 0, -1, 0],
    ['no later block, on a device that is behind', 1, -1, 1]
  ])('takes into account %s', async (_, opensAfter, now, missing) => {
    const { height } = chain.state.index;
    const policy = { type: 'above', height: BigInt(height + opensAfter) } as const;
    const transfer = lockedBy({ type: 'thresh', n: 1, of: [policy, pk(stranger.keys[5]!.publicKey)] });
    const moment = { height: height + now, medianTimestamp: 0 };
    expect((await review(transfer, { moment })).missing.length).toBe(missing);
  });

  test('is rejected if a co-signer understates our coin and overstates theirs', async () => {
    const transfer = paying(TO) as Extract<Transfer, { generation: 'v2' }>;
    const [ours] = transfer.transaction.coinInputs;
    /** With a foreign input, and correspondingly less for ours. The unsigned bytes are the same for any amount. */
    const shared = (less: bigint): Transfer => {
      const { parent } = ours!;
      const value = hastings(parent.output.value - less);
      const theirs = {
        parent: { ...parent, id: 'ef'.repeat(32) as typeof parent.id, output: { address: TO, value: hastings(less) } },
        satisfiedPolicy: { ...ours!.satisfiedPolicy, policy: pk(stranger.keys[0]!.publicKey) }
      };
      const coinInputs = [{ ...ours!, parent: { ...parent, output: { ...parent.output, value } } }, theirs];
      return { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
    };
    expect(unsignedBytes(shared(5n))).toEqual(unsignedBytes(shared(0n)));
    await expect(review(shared(5n))).rejects.toMatchObject({ code: 'wallet/unsound-transfer', fault: 'other-amount' });
    expect((await review(shared(0n))).summary.warnings).toContain('unknown-input');
    // A device that has not read the chain can only warn.
    expect((await review(shared(5n), { held: async () => undefined })).summary.warnings).toContain('unknown-input');
  });

  test('is rejected if one of our coins is presented as foreign: one signature applies to all inputs', async () => {
    const transfer = paying(TO) as Extract<Transfer, { generation: 'v2' }>;
    const [input] = transfer.transaction.coinInputs;
    const { parent, satisfiedPolicy } = input!;
    const disguised = {
      parent: { ...parent, output: { ...parent.output, address: TO } },
      satisfiedPolicy: { ...satisfiedPolicy, policy: pk(stranger.keys[0]!.publicKey) }
    };
    const coinInputs = [disguised];
    const lying = { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
    expect(unsignedBytes(lying)).toEqual(unsignedBytes(transfer));
    await expect(review(lying)).rejects.toMatchObject({ fault: 'other-amount' });
    // A coin of another wallet, which a key of the shared one can spend: this wallet does not hold it.
    const held = async () => ({ ...cache, coins: new Map() });
    const heldHere = async (ids: readonly string[]) => [...cache.coins.values()].filter(({ id }) => ids.includes(id));
    await expect(review(lying, { held, heldHere })).rejects.toMatchObject({ fault: 'other-amount' });
    expect((await review(lying, { held })).summary.warnings).toContain('unknown-input');
  });

  test('is rejected if one of our coins is presented as one at another address of ours', async () => {
    const transfer = paying(TO) as Extract<Transfer, { generation: 'v2' }>;
    const [input] = transfer.transaction.coinInputs;
    const { parent } = input!;
    // A co-signer has us pay with our own coin what the shared wallet, at another address of ours, seems to pay.
    const shared = { ...parent, output: { ...parent.output, address: issued!.address } };
    const satisfiedPolicy = { ...input!.satisfiedPolicy, policy: pk(stranger.keys[2]!.publicKey) };
    const coinInputs = [{ parent: shared, satisfiedPolicy }];
    const lying = { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
    expect(unsignedBytes(lying)).toEqual(unsignedBytes(transfer));
    await expect(review(lying)).rejects.toMatchObject({ fault: 'other-amount' });
    // The same, if a wallet of its own has the shared address.
    const held = async () => ({ ...cache, coins: new Map() });
    const heldHere = async (ids: readonly string[]) => [...cache.coins.values()].filter(({ id }) => ids.includes(id));
    await expect(review(lying, { held, heldHere })).rejects.toMatchObject({ fault: 'other-amount' });
    await expect(review(lying, { held: async () => undefined, heldHere })).rejects.toMatchObject({ fault: 'other-amount' });
    // The same, if that wallet is in another browser.
    expect((await review(lying, { held })).summary.warnings).toEqual(['absent-input']);
    expect((await review(transfer)).summary.warnings).toEqual([]);
    // Once sent, it has spent them itself.
    expect((await review(transfer, { held, isSent: true })).summary.warnings).toEqual([]);
    // A device that has not read the chain cannot tell.
    expect((await review(lying, { held: async () => undefined })).summary.warnings).toEqual([]);
  }); // prettier-ignore

  test('warns if another owner spends a frozen coin', async () => {
    const transfer = paying(TO);
    expect((await review(transfer)).summary.warnings).toEqual([]);
    expect((await review(transfer, { frozen: spentIds(transfer) })).summary.warnings).toEqual(['frozen-input']);
  });

  test('is rejected if it is not a plain payment', async () => {
    const { transaction, ...rest } = paying(TO) as Extract<Transfer, { generation: 'v2' }>;
    const strange = { ...rest, transaction: { ...transaction, newFoundationAddress: TO } };
    await expect(review(strange)).rejects.toMatchObject({ code: 'wallet/unsound-transfer' });
  });

  test('warns of recipients that were never paid', async () => {
    expect(await warningsOf(paying(TO, OTHER))).toEqual([['new'], ['new']]);
    const { payments } = pastPayments([true, OTHER]);
    expect(await warningsOf(paying(TO, OTHER), { payments })).toEqual([['new'], []]);
  });

  test('of a device that has not read the chain up to the transfer calls no recipient a first payment', async () => {
    const { payments } = pastPayments([true, OTHER]);
    const behind = { payments, moment: { height: chain.state.index.height - 1, medianTimestamp: 0 } };
    expect(await warningsOf(paying(TO, OTHER), behind)).toEqual([['unknown'], []]);
    expect(await warningsOf(paying(TO), { held: async () => undefined })).toEqual([['unknown']]);
  });

  test('does not count what others paid', async () => {
    const { payments } = pastPayments([false, TO]);
    expect(await warningsOf(paying(TO), { payments })).toEqual([['new']]);
  });

  test('counts what the wallet paid together with others', async () => {
    const payments = async function* () {
      yield pastPayment([false, true], [TO]);
    };
    expect(await warningsOf(paying(TO), { payments })).toEqual([[]]);
  });

  test('reads the history no further than needed', async () => {
    const { payments, read } = pastPayments([false, OTHER], [true, TO], [true, OTHER], [true, OTHER]);
    expect(await warningsOf(paying(TO), { payments })).toEqual([[]]);
    // The first one twice: it is too old to have been sent a short while ago.
    expect(read()).toBe(4);
    const own = pastPayments([true, TO], [true, TO]);
    await review(paying(issued!.address), { payments: own.payments });
    expect(own.read()).toBe(1);
  });

  test('warns of the same payment in the pool or in the last ten blocks, whoever sent it', async () => {
    const { height } = chain.state.index;
    const made = (address: Address, at: number, value = coins(2n), own = true) =>
      ({
        id: 'another',
        index: { height: at },
        inputs: [{ id: 'spent elsewhere', own }],
        outputs: [
          { address, coins: value },
          { address: change!.address, coins: coins(9n) }
        ]
      }) as unknown as WalletEvent;
    const warned = async (event: WalletEvent, changes: Partial<Context> = {}) => {
      const payments = async function* () {
        yield event;
      };
      return (await review(paying(TO), { payments, ...changes })).summary.warnings;
    };
    expect(await warned(made(TO, height))).toEqual(['sent-before']);
    expect(await warned(made(TO, height - 9))).toEqual(['sent-before']);
    expect(await warned(made(TO, height - 10))).toEqual([]);
    const none = async function* () {};
    const unconfirmed = [made(TO, height + 1)];
    const again = await review(paying(TO), { payments: none, unconfirmed });
    expect(again.summary.warnings).toEqual(['sent-before']);
    // It would be a contradiction.
    expect(again.summary.recipients.map((recipient) => recipient.warnings)).toEqual([[]]);
    const others = await review(paying(TO), { payments: none, unconfirmed: [made(TO, height + 1, coins(2n), false)] });
    expect(others.summary.recipients.map((recipient) => recipient.warnings)).toEqual([['new']]);
    expect(await warned(made(OTHER, height))).toEqual([]);
    expect(await warned(made(TO, height, coins(3n)))).toEqual([]);
    // Another wallet paid the same recipient, and this wallet.
    expect(await warned(made(TO, height, coins(2n), false))).toEqual([]);
    expect(await warned(made(TO, height), { isSent: true })).toEqual([]);
    // Only one of the two can be confirmed.
    const { id } = transferInputs(paying(TO))[0]!;
    expect(await warned({ ...made(TO, height), inputs: [{ id, own: true }] } as unknown as WalletEvent)).toEqual([]);
  });

  const contactAt = (address: Address) => ({ address, name: 'Ada', note: '' });
  const alike = (address: Address) => `${address.slice(0, 6)}${'0'.repeat(64)}${address.slice(-6)}` as Address;

  test('warns of a recipient that resembles one paid before', async () => {
    const { payments } = pastPayments([true, alike(TO)]);
    const { summary } = await review(paying(TO), { payments });
    expect(summary.recipients).toMatchObject([{ warnings: ['new', 'look-alike'], resembles: alike(TO) }]);
    // It was paid itself: earlier than the one that resembles it.
    const both = pastPayments([true, alike(TO)], [true, TO]);
    expect(await warningsOf(paying(TO), { payments: both.payments })).toEqual([[]]);
  });

  test('warns of a recipient that resembles an address of the wallet', async () => {
    const twin = row({ ...issued!, address: alike(TO) });
    const addresses = rowsByAddress([...rows.values(), twin]);
    expect((await review(paying(TO), { addresses })).summary.recipients).toMatchObject([{ resembles: twin.address }]);
  });

  test('warns of a recipient that resembles an address that only another wallet of this browser knows', async () => {
    const knowing = (...known: Address[]) => ({
      knownElsewhere: async function* () {
        yield* known;
      }
    });
    expect((await review(paying(TO), knowing(alike(TO)))).summary.recipients).toMatchObject([
      { warnings: ['new', 'look-alike'], resembles: alike(TO) }
    ]);
    expect(await warningsOf(paying(TO), knowing(TO, alike(TO)))).toEqual([['new']]);
    const paidHere = pastPayments([true, TO]).payments;
    expect(await warningsOf(paying(TO), { ...knowing(alike(TO)), payments: paidHere })).toEqual([[]]);
  });

  test('names the recipient as the address book does', async () => {
    const [output] = (await review(paying(TO), { contacts: async () => [contactAt(TO)] })).summary.recipients;
    expect(output).toMatchObject({ contact: 'Ada' });
    const [other] = (await review(paying(TO), { contacts: async () => [contactAt(alike(TO))] })).summary.recipients;
    expect(other).not.toHaveProperty('contact');
  });

  test('warns of a recipient who has the name of another contact', async () => {
    const contacts = async () => [contactAt(TO), contactAt(OTHER)];
    expect(await warningsOf(paying(TO), { contacts })).toEqual([['new', 'namesake']]);
    const renamed = async () => [contactAt(TO), { ...contactAt(OTHER), name: 'Bob' }];
    expect(await warningsOf(paying(TO), { contacts: renamed })).toEqual([['new']]);
  });

  test('warns of a recipient who has the name of a wallet in this browser', async () => {
    const contacts = async () => [contactAt(TO)];
    const usedNames = async (_: unknown, all: Parameters<NonNullable<Context['usedNames']>>[1]) =>
      new UsedNames(all, ['Ada']);
    expect(await warningsOf(paying(TO), { contacts, usedNames })).toEqual([['new', 'namesake']]);
  });

  test('warns of a recipient that resembles a contact that was never paid', async () => {
    const contacts = async () => [{ ...contactAt(alike(TO)), name: 'Bob' }, contactAt(TO)];
    expect((await review(paying(TO), { contacts })).summary.recipients).toMatchObject([
      { warnings: ['new', 'look-alike'], resembles: alike(TO) }
    ]);
    expect(await warningsOf(paying(TO), { contacts: async () => [contactAt(TO)] })).toEqual([['new']]);
  });

  test('treats an issued address of the wallet as a recipient, and one never issued as change', async () => {
    const { summary } = await review(paying(TO, issued!.address, fresh!.address));
    expect(summary.recipients.map(({ address }) => address)).toEqual([TO, issued!.address]);
    expect(summary.change.map(({ address }) => address)).toEqual([fresh!.address, change!.address]);
  });

  test('treats an address that is spent from as change', async () => {
    const { summary } = await review(planned([{ address: TO, coins: coins(2n) }], source.address));
    expect(summary.change.map(({ address }) => address)).toEqual([source.address]);
  });

  test('warns of an earlier payment to the same recipient that can still be mined', async () => {
    const earlier = ofAnotherCoin(paying(TO));
    const [coin] = cache.coins.values();
    const warnings = async (held: Context['held']) =>
      (await review(paying(TO), { outstanding: [earlier], held })).summary.warnings;
    const withAnother = { ...cache, coins: new Map([...cache.coins, [ANOTHER, { ...coin!, id: ANOTHER }]]) };
    expect(await warnings(async () => withAnother)).toEqual(['paid-twice']);
    // A device that has not read the chain cannot know.
    expect(await warnings(async () => undefined)).toEqual(['paid-twice']);
    // Its input is spent.
    expect(await warnings(async () => cache)).toEqual([]);
  });

  test('does not warn of what a shared wallet paid, except in another payment of that wallet', async () => {
    const at = (address: Address, transfer: Transfer): Transfer => {
      const { transaction, ...rest } = transfer as Extract<Transfer, { generation: 'v2' }>;
      const coinInputs = transaction.coinInputs.map((input) => {
        const { value } = input.parent.output;
        return { ...input, parent: { ...input.parent, output: { address, value } } };
      });
      return { ...rest, transaction: { ...transaction, coinInputs } };
    };
    const outstanding = [at(OTHER, ofAnotherCoin(paying(TO)))];
    const held = async () => undefined;
    expect((await review(paying(TO), { outstanding, held })).summary.warnings).toEqual([]);
    const again = await review(at(OTHER, paying(TO)), { outstanding, held });
    expect(again.summary.warnings).toContain('paid-twice');
  });

  test('warns of a claim worth stealing, except on our own node', async () => {
    const transfer = planned([{ address: TO, funds: 1n as never }]);
    const fundTaxRevenue = hastings(FUND_COUNT * HASTINGS_PER_COIN * 10_000n);
    const claim = async (changes: Partial<Context>) => (await review(transfer, changes)).summary.unprotectedClaim;
    expect(await claim({ fundTaxRevenue })).toBeGreaterThan(0n);
    expect(await claim({ fundTaxRevenue, isOwnNode: true })).toBeUndefined();
    expect(await claim({ fundTaxRevenue: undefined })).toBeUndefined();
    // A file with a later claim start would hide it: any co-signer could still redirect it. After a reorganization, the
    // start may also be another one than when the payment was composed.
    const { transaction, ...rest } = transfer as Extract<Transfer, { generation: 'v2' }>;
    const fundInputs = transaction.fundInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, claimStart: fundTaxRevenue }
    }));
    const hiding = { ...rest, transaction: { ...transaction, fundInputs } };
    const shown = await review(hiding, { fundTaxRevenue });
    expect(shown.summary.unprotectedClaim).toBe(await claim({ fundTaxRevenue }));
    expect(shown.transfer).toEqual(transfer);
  });
});

const ANOTHER = 'ab'.repeat(32) as CoinOutputId;

/** The same payment from another coin. */
function ofAnotherCoin(transfer: Transfer): Transfer {
  if (transfer.generation === 'v1') return transfer;
  const coinInputs = transfer.transaction.coinInputs.map((input) => ({
    ...input,
    parent: { ...input.parent, id: ANOTHER }
  }));
  return { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
}

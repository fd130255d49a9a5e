import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { medianTimestamp } from '$lib/consensus/state';
import { UsedNames } from '$lib/wallet/formats/contacts';
import { addressOfKey, policyOfKey, type KeyForm } from '$lib/wallet/keys/account';
import type { ForeignPublicKey, ForeignSecret } from '$lib/wallet/keys/foreignKeys';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { isMature, type Holdings, type OwnedCoin, type OwnedFund } from '$lib/wallet/sync/coins';
import { oneByOne, type TransferSigner } from '$lib/wallet/transfer/signing';
import type { AddressRows } from './addresses';
import type { WalletKeystore } from './ports';
import { wholeState, type AddressRow, type TipState } from './records';
import type { ComposeRequest } from './send/compose';
import { recommendedFee } from './send/recommendedFee';
import type { SpendableWallet, SpendContext } from './send/spendableWallet';
import { firstSync, type FirstSync } from './sync/firstSync';
import { requireAsMuchWork } from './sync/lostWork';
import { requireContinued } from './sync/requireContinued';

export interface SweepDeps {
  /** Identifies its keys in the keystore's worker. */
  readonly id: string;
  readonly server: WalletServer;
  readonly keystore: Pick<WalletKeystore, 'openForeign' | 'signForeign' | 'isUnlocked' | 'lock'>;
  readonly nowMs: () => number;
  /** The receiving wallet, which tracks the transaction. */
  readonly receiver: Pick<SpendableWallet, 'checkServer' | 'recordSend' | 'sends' | 'spendContext'>;
  /** At the receiving wallet's block, if it has one: what is read must be on a chain that continues from there. */
  readonly from: TipState | undefined;
}

/** Funds of an address of the other wallet. */
export interface FoundFunds {
  readonly key: ForeignPublicKey;
  readonly address: Address;
  readonly coins: Hastings;
  /** Part of the coins that cannot be spent yet. */
  readonly immature: Hastings;
  readonly funds: FundUnits;
}

/** Another wallet while it is swept: its funds are read once, and its keys are wiped afterwards. */
export interface Sweep extends SpendableWallet {
  readonly found: readonly FoundFunds[];
  /** Number of outputs left for another sweep, because they do not fit in one transaction. */
  readonly left: number;
  /** The receiving wallet has some of the keys, or watches their addresses. */
  readonly isOwn: boolean;
  /** Keys were used up to the end of the search, so that later ones may hold funds, too. */
  readonly isCut: boolean;
  /** A payment of everything to an address. */
  request(to: Address): ComposeRequest;
  /** Wipes the keys. */
  close(): Promise<void>;
}

const FORMS: readonly KeyForm[] = ['uc', 'pk'];
/** More would make the transaction too large. */
const MAX_INPUTS = 100;
/** A used key among this many last ones of a rule: later keys are searched, too. */
const GAP_LIMIT = 20;
/** How much further, one after the other. It ends, because a server may report every address as used. */
const FURTHER_REACHES = [4, 16];

/**
 * Reads the funds of all addresses that a secret may have been used for, by every known derivation rule. Where keys are
 * used up to the end, it searches further: a miner may have used hundreds.
 * @param context of the receiving wallet
 * @throws wallet/word-count, wallet/unknown-word, wallet/phrase-checksum, wallet/private-key-mismatch, and as
 *   {@link firstSync} and {@link requireContinued}
 */
export async function openSweep(
  deps: SweepDeps,
  context: SpendContext,
  secret: ForeignSecret,
  signal: AbortSignal
): Promise<Sweep> {
  try {
    let search = await searchKeys(deps, context, secret, 1, signal);
    for (const reach of FURTHER_REACHES) {
      // Keys that were locked meanwhile are not derived again.
      if (!search.isCut || !deps.keystore.isUnlocked(deps.id)) break;
      search = await searchKeys(deps, context, secret, reach, signal);
    }
    return createSweep(deps, context, search);
  } catch (error) {
    await deps.keystore.lock(deps.id);
    throw error;
  }
}

interface Search {
  readonly keys: readonly ForeignPublicKey[];
  readonly rows: AddressRows;
  readonly read: FirstSync;
  /** As in {@link Sweep}. */
  readonly isCut: boolean;
}

async function searchKeys(
  deps: SweepDeps,
  { network, isOwnNode }: SpendContext,
  secret: ForeignSecret,
  reach: number,
  signal: AbortSignal
): Promise<Search> {
  const keys = await deps.keystore.openForeign(deps.id, secret, reach);
  const rows = rowsOf(deps, keys);
  const { server, from } = deps;
  const read = await firstSync({ server, network, isOwnNode }, [...rows.keys()], signal);
  // A state from an earlier version is unverified.
  if (from && !isOwnNode && wholeState(from) !== undefined) {
    requireAsMuchWork(from, read.state);
    const carry = { server, network, own: new Set<never>(), signal };
    await completed(requireContinued(carry, { state: from, kept: undefined }, read.state));
  }
  return { keys, rows, read, isCut: isUsedToTheEnd(keys, read) };
}

async function completed(steps: AsyncGenerator<unknown, unknown>): Promise<void> {
  while (!(await steps.next()).done);
}

function isUsedToTheEnd(keys: readonly ForeignPublicKey[], { cache, events }: FirstSync): boolean {
  const { coins, funds } = holdingsOf(cache);
  const used = new Set([
    ...events.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ address }) => address)),
    // A server whose chain begins at a checkpoint lacks the history of old outputs.
    ...[...coins, ...funds].map(({ output }) => output.address)
  ]);
  return keys
    .filter(({ ahead = GAP_LIMIT }) => ahead < GAP_LIMIT)
    .some(({ publicKey }) => FORMS.some((form) => used.has(addressOfKey(publicKey, form))));
}

function rowsOf({ id, nowMs }: SweepDeps, keys: readonly ForeignPublicKey[]): AddressRows {
  const rows = keys.flatMap(({ publicKey }, index) =>
    FORMS.map((form): AddressRow => ({
      walletId: id,
      address: addressOfKey(publicKey, form),
      policy: policyOfKey(publicKey, form),
      key: { index, form },
      label: '',
      isChange: false,
      createdAtMs: nowMs(),
      shown: true,
      used: true
    }))
  );
  return new Map(rows.map((row) => [row.address, row]));
}

function createSweep(
  { id, server, keystore, receiver }: SweepDeps,
  context: SpendContext,
  { keys, rows, read, isCut }: Search
): Sweep {
  const { cache, state } = read;
  const own: SpendContext = {
    ...context,
    // Those of the receiving wallet are its owner's, too, but these keys do not sign for them.
    addresses: new Map([...withoutKeys(context.addresses), ...rows]),
    moment: { height: state.index.height, medianTimestamp: medianTimestamp(state) },
    fundTaxRevenue: state.fundTaxRevenue
  };
  const holdings = holdingsOf(cache);
  const mature = holdings.coins.filter((coin) => isMature(coin, state.index.height));
  const largest = mature.toSorted(largestFirst).slice(0, MAX_INPUTS);
  // A sweep stays open while the wallet follows its server.
  const spendContext = (): SpendContext => ({ ...own, isOtherChain: receiver.spendContext().isOtherChain });
  const units = holdings.funds.reduce((sum, { output }) => sum + output.value, 0n);
  const feePerWeight = () => recommendedFee(server);

  const signer: TransferSigner = {
    keyOf: (publicKey) => {
      const index = keys.findIndex((key) => key.publicKey === publicKey);
      return index === -1 ? undefined : { index, form: 'pk' };
    },
    sign: oneByOne(({ index }, { message, confirmedFee }) =>
      keystore.signForeign(id, keys[index]!.publicKey, message, confirmedFee)
    )
  };

  return {
    found: foundFunds(keys, rows, holdings, state.index.height),
    left: mature.length - largest.length,
    isOwn: [...rows.keys()].some((address) => context.addresses.has(address)),
    isCut,
    request: (to) => ({
      recipients: [
        { address: to, unit: 'max' },
        ...(units > 0n ? [{ address: to, unit: 'funds', funds: fundUnits(units) } as const] : [])
      ],
      changeAddress: to,
      only: new Set(largest.map(({ id }) => id))
    }),
    close: () => keystore.lock(id),
    checkServer: () => receiver.checkServer(),
    spendContext,
    spendableFunds: async () => ({
      ...spendContext(),
      hasSeed: true,
      holdings,
      excluded: new Set(),
      feePerWeight: await feePerWeight()
    }),
    cache: () => Promise.resolve(cache),
    heldHere: () => Promise.resolve([]),
    feePerWeight,
    contacts: () => Promise.resolve([]),
    usedNames: (_, all) => Promise.resolve(new UsedNames(all)),
    paidElsewhere: () => Promise.resolve([]),
    knownElsewhere: () => nothing(),
    payments: () => nothing(),
    unconfirmed: [],
    // No change returns to these keys; the receiving wallet checks its own address.
    keys: { signer, refresh: () => undefined, requireDerived: () => Promise.resolve() },
    recordSend: (sent) => receiver.recordSend(sent, []),
    sends: {
      row: (txn) => receiver.sends.row(txn),
      all: [],
      follow: (txn) => receiver.sends.follow(txn),
      release: (signed) => receiver.sends.release(signed),
      forget: (txn) => receiver.sends.forget(txn),
      // It pays the receiving wallet, which no name of the address book replaces.
      handOver: () => Promise.resolve(),
      asHandedOver: () => Promise.resolve(undefined),
      // The receiving wallet's own sends do not pay it again.
      outstanding: [],
      recent: []
    }
  };
}

function* withoutKeys(rows: AddressRows): Generator<[Address, AddressRow]> {
  for (const [address, { walletId, label, isChange, createdAtMs, shown, used }] of rows)
    yield [address, { walletId, address, label, isChange, createdAtMs, shown, used }];
}

const largestFirst = ({ output: a }: OwnedCoin, { output: b }: OwnedCoin): number =>
  Number(b.value > a.value) - Number(b.value < a.value);

/** Funds by address; addresses without any are missing. @param tipHeight at which coins are mature */
export function foundFunds(
  keys: readonly ForeignPublicKey[],
  rows: AddressRows,
  { coins, funds }: Pick<Holdings, 'coins' | 'funds'>,
  tipHeight: Height
): FoundFunds[] {
  const coinsOf = Map.groupBy(coins, ({ output }) => output.address);
  const fundsOf = Map.groupBy(funds, ({ output }) => output.address);
  const sum = (outputs: readonly (OwnedCoin | OwnedFund)[]): bigint =>
    outputs.reduce((total, { output }) => total + output.value, 0n);
  return [...rows.values()].flatMap(({ address, key }) => {
    const [held = [], units = []] = [coinsOf.get(address), fundsOf.get(address)];
    if (held.length + units.length === 0) return [];
    const immature = held.filter((coin) => !isMature(coin, tipHeight));
    return [
      {
        key: keys[key!.index]!,
        address,
        coins: hastings(sum(held)),
        immature: hastings(sum(immature)),
        funds: fundUnits(sum(units))
      }
    ];
  });
}

async function* nothing() {}

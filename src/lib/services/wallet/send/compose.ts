import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { planConsolidation } from '$lib/wallet/spend/consolidation';
import { planSpend, type Recipient, type SpendRequest } from '$lib/wallet/spend/plan';
import { coinSourcesInSlices, type CoinSource } from '$lib/wallet/spend/sources';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { changeAddress, shownAddresses } from '../addresses';
import { NoAddressError } from '../errors';
import { isBeyondRestore } from '../restoreReach';
import { requireSameChain } from '../otherChain';
import type { SpendableFunds } from './spendableWallet';

export type SendRecipient = { readonly address: Address } & (
  | { readonly unit: 'coins'; readonly coins: Hastings }
  | { readonly unit: 'funds'; readonly funds: FundUnits }
  /** All remaining coins. */
  | { readonly unit: 'max' }
);

export interface ComposeRequest {
  readonly recipients: readonly SendRecipient[];
  /** Multiple of the server's recommended fee; one by default. */
  readonly feeFactor?: bigint;
  /** The absolute fee instead. */
  readonly feeOverride?: Hastings;
  /** Indexes of the recipients whose amounts pay the fee, in equal shares; on top by default. */
  readonly feeFrom?: readonly number[];
  /** An unused address by default. */
  readonly changeAddress?: Address;
  /** Spend these coins only; fund units are not selected by hand. */
  readonly only?: ReadonlySet<string>;
}

/** @throws {OtherChainError} */
function planParts(funds: SpendableFunds) {
  requireSameChain(funds);
  const { holdings, addresses, network, excluded, moment, feePerWeight } = funds;
  return { holdings, addresses, network, excluded, medianTimestamp: moment.medianTimestamp, feePerWeight };
}

/**
 * A payment from the wallet's outputs.
 * @throws {OtherChainError | InsufficientFundsError | NoAddressError} or the signal's reason
 */
export async function composePayment(
  funds: SpendableFunds,
  request: ComposeRequest,
  signal: AbortSignal
): Promise<Transfer> {
  const recipients = request.recipients.map((recipient): Recipient => {
    const { address } = recipient;
    if (recipient.unit === 'funds') return { address, funds: recipient.funds };
    return { address, coins: recipient.unit === 'max' ? hastings(0n) : recipient.coins };
  });
  const max = request.recipients.findIndex(({ unit }) => unit === 'max');
  const { feeFactor = 1n, feeOverride, feeFrom, only } = request;
  const options = { ...planParts(funds), only };
  const coins = await coinSourcesInSlices(options, signal);
  const spend: SpendRequest = {
    ...options,
    recipients,
    sendMax: max < 0 ? undefined : max,
    feePerWeight: hastings(funds.feePerWeight * feeFactor),
    feeOverride,
    feeFrom,
    changeAddress: request.changeAddress ?? changeOf(funds, coins)
  };
  return planSpend(spend, coins).transfer;
}

/** Merges small outputs into one. @param only these outputs; all by default */
export async function composeConsolidation(
  funds: SpendableFunds,
  only: ReadonlySet<string> | undefined,
  signal: AbortSignal
): Promise<Transfer> {
  const options = { ...planParts(funds), only };
  const coins = await coinSourcesInSlices(options, signal);
  return planConsolidation({ ...options, address: changeOf(funds, coins) }, coins).transfer;
}

/** Sends all spendable fund units to the wallet itself, which pays out their claim. */
export async function composeClaim(funds: SpendableFunds, signal: AbortSignal): Promise<Transfer> {
  const options = planParts(funds);
  const coins = await coinSourcesInSlices(options, signal);
  const address = changeOf(funds, coins);
  const recipients = [{ address, funds: fundUnits(0n) }];
  const spend = { ...options, recipients, sendMax: 0, changeAddress: address, claimAddress: address };
  return planSpend(spend, coins).transfer;
}

/** The change address. @param coins that may be spent */
function changeOf({ hasSeed, addresses }: SpendableFunds, coins: readonly CoinSource[]): Address {
  const next = hasSeed ? changeAddress(addresses) : undefined;
  // After many unused addresses, a wallet restored from its words would not find the change at the next one.
  if (next !== undefined && !isBeyondRestore(addresses.values(), addresses.get(next)!)) return next;
  // The plan starts with the same output, so this address is among the spent ones and known to every signer.
  const [first] = coins;
  const address = first?.owner.address ?? shownAddresses(addresses).find(({ policy }) => policy)?.address;
  if (!address) throw new NoAddressError();
  return address;
}

import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { planConsolidation, planSpend, type Recipient } from '$lib/wallet/spend/plan';
import { coinSources } from '$lib/wallet/spend/sources';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { changeAddress, shownAddresses } from '../addresses';
import { NoAddressError } from '../errors';
import type { SpendableFunds } from './spendableWallet';

export type SendRecipient = { readonly address: Address } & (
  | { readonly unit: 'coins'; readonly coins: Hastings }
  | { readonly unit: 'funds'; readonly funds: FundUnits }
  /** All coins that are left. */
  | { readonly unit: 'max' }
);

export interface ComposeRequest {
  readonly recipients: readonly SendRecipient[];
  /** Hastings for one unit of weight; the server's recommendation if left out. */
  readonly feePerWeight?: Hastings;
  /** The whole fee, instead. */
  readonly feeOverride?: Hastings;
  /** A fresh address if left out. */
  readonly changeAddress?: Address;
  /** Spend none but these outputs. */
  readonly only?: ReadonlySet<string>;
}

const planParts = ({ holdings, addresses, network, excluded, moment, feePerWeight }: SpendableFunds) => ({
  holdings,
  addresses,
  network,
  excluded,
  medianTimestamp: moment.medianTimestamp,
  feePerWeight
});

/** A payment out of the wallet's own outputs. @throws {InsufficientFundsError | NoAddressError} */
export function composePayment(funds: SpendableFunds, request: ComposeRequest): Transfer {
  const recipients = request.recipients.map((recipient): Recipient => {
    const { address } = recipient;
    if (recipient.unit === 'funds') return { address, funds: recipient.funds };
    return { address, coins: recipient.unit === 'max' ? hastings(0n) : recipient.coins };
  });
  const max = request.recipients.findIndex(({ unit }) => unit === 'max');
  const { feePerWeight = funds.feePerWeight, feeOverride, only } = request;
  return planSpend({
    ...planParts(funds),
    recipients,
    sendMax: max < 0 ? undefined : max,
    feePerWeight,
    feeOverride,
    only,
    changeAddress: request.changeAddress ?? changeOf(funds, only)
  }).transfer;
}

/** Puts small coins together into one. @param only these coins, if not all */
export const composeConsolidation = (funds: SpendableFunds, only?: ReadonlySet<string>): Transfer =>
  planConsolidation({ ...planParts(funds), only, address: changeOf(funds, only) }).transfer;

/** Sends all fund units to the wallet itself, which pays out what they have earned. */
export function composeClaim(funds: SpendableFunds): Transfer {
  const address = changeOf(funds);
  const units = fundUnits(funds.holdings.funds.reduce((sum, { output }) => sum + output.value, 0n));
  const recipients = [{ address, funds: units }];
  return planSpend({ ...planParts(funds), recipients, changeAddress: address, claimAddress: address }).transfer;
}

/** Where change goes. @param only what may be spent, where that was chosen */
function changeOf(funds: SpendableFunds, only?: ReadonlySet<string>): Address {
  const { hasSeed, addresses, holdings, moment } = funds;
  if (hasSeed) return changeAddress(addresses);
  // The plan begins with the same coin: this address is one of those spent from, and known to whoever signs.
  const [first] = coinSources(
    { ...planParts(funds), only },
    { height: holdings.basis.height, medianTimestamp: moment.medianTimestamp }
  );
  const address = first?.owner.address ?? shownAddresses(addresses).find(({ policy }) => policy)?.address;
  if (!address) throw new NoAddressError();
  return address;
}

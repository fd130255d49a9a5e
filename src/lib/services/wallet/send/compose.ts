import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { planConsolidation } from '$lib/wallet/spend/consolidation';
import { planSpend, type Recipient } from '$lib/wallet/spend/plan';
import { coinSources } from '$lib/wallet/spend/sources';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { changeAddress, shownAddresses } from '../addresses';
import { NoAddressError } from '../errors';
import type { SpendableFunds } from './spendableWallet';

export type SendRecipient = { readonly address: Address } & (
  | { readonly unit: 'coins'; readonly coins: Hastings }
  | { readonly unit: 'funds'; readonly funds: FundUnits }
  /** All remaining coins. */
  | { readonly unit: 'max' }
);

export interface ComposeRequest {
  readonly recipients: readonly SendRecipient[];
  /** Hastings per unit of weight; by default the server's recommendation. */
  readonly feePerWeight?: Hastings;
  /** The absolute fee instead. */
  readonly feeOverride?: Hastings;
  /** Indexes of the recipients whose amounts pay the fee, in equal shares; on top by default. */
  readonly feeFrom?: readonly number[];
  /** An unused address by default. */
  readonly changeAddress?: Address;
  /** Spend these outputs only. */
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

/** A payment from the wallet's outputs. @throws {InsufficientFundsError | NoAddressError} */
export function composePayment(funds: SpendableFunds, request: ComposeRequest): Transfer {
  const recipients = request.recipients.map((recipient): Recipient => {
    const { address } = recipient;
    if (recipient.unit === 'funds') return { address, funds: recipient.funds };
    return { address, coins: recipient.unit === 'max' ? hastings(0n) : recipient.coins };
  });
  const max = request.recipients.findIndex(({ unit }) => unit === 'max');
  const { feePerWeight = funds.feePerWeight, feeOverride, feeFrom, only } = request;
  return planSpend({
    ...planParts(funds),
    recipients,
    sendMax: max < 0 ? undefined : max,
    feePerWeight,
    feeOverride,
    feeFrom,
    only,
    changeAddress: request.changeAddress ?? changeOf(funds, only)
  }).transfer;
}

/** Merges small outputs into one. @param only these outputs; all by default */
export const composeConsolidation = (funds: SpendableFunds, only?: ReadonlySet<string>): Transfer =>
  planConsolidation({ ...planParts(funds), only, address: changeOf(funds, only) }).transfer;

/** Sends all fund units to the wallet itself, which pays out their claim. */
export function composeClaim(funds: SpendableFunds): Transfer {
  const address = changeOf(funds);
  const units = fundUnits(funds.holdings.funds.reduce((sum, { output }) => sum + output.value, 0n));
  const recipients = [{ address, funds: units }];
  return planSpend({ ...planParts(funds), recipients, changeAddress: address, claimAddress: address }).transfer;
}

/** The change address. @param only the selected outputs, if chosen */
function changeOf(funds: SpendableFunds, only?: ReadonlySet<string>): Address {
  const { hasSeed, addresses, holdings, moment } = funds;
  if (hasSeed) return changeAddress(addresses);
  // The plan starts with the same output, so this address is among the spent ones and known to every signer.
  const [first] = coinSources(
    { ...planParts(funds), only },
    { height: holdings.basis.height, medianTimestamp: moment.medianTimestamp }
  );
  const address = first?.owner.address ?? shownAddresses(addresses).find(({ policy }) => policy)?.address;
  if (!address) throw new NoAddressError();
  return address;
}

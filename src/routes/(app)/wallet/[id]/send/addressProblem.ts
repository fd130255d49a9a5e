import { m } from '$lib/messages/wallet/send';
import { ADDRESS_LENGTH, type AddressProblem } from '$lib/services/wallet/send/draft';
import { isPaymentLink } from '$lib/wallet/formats/paymentLink';

/** Error texts for an address. */
export function addressProblemWords(problem: AddressProblem, typed: string): string {
  // Its length says nothing; why it was not filled in is said apart.
  if (isPaymentLink(typed)) return m.recipient.addressLink;
  return problem === 'length'
    ? m.recipient.addressLength(typed.trim().length, ADDRESS_LENGTH)
    : m.recipient.addressChecksum;
}

import { m } from '$lib/messages/wallet/send';
import { ADDRESS_LENGTH, type AddressProblem } from '$lib/services/wallet/send/draft';

/** Error texts for an address. */
export const addressProblemWords = (problem: AddressProblem, typed: string): string =>
  problem === 'length' ? m.recipient.addressLength(typed.trim().length, ADDRESS_LENGTH) : m.recipient.addressChecksum;

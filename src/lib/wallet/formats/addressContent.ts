import { encodeUtf8 } from '$lib/codec/bytes';
import type { WalletAddress } from '../keys/account';
import { CONTENT_KINDS, packContent } from './container';
import { ContainerError } from './errors';
import { addressesCsv } from './exportLists';
import type { Scanned } from './frameCollector';
import { parseAddressList } from './importLists';
import { isPaymentLink, parsePaymentRequest } from './paymentLink';

/**
 * Packs addresses with their labels and spend policies into a container for QR codes, so another device can watch them.
 */
export const packAddresses = (addresses: readonly WalletAddress[]): Uint8Array<ArrayBuffer> =>
  packContent({ kind: 'addresses', body: encodeUtf8(addressesCsv(addresses)) });

/**
 * The text of a scanned address list, for `parseAddressList`.
 * @throws {ContainerError} other content
 */
export function addressListOf(scanned: Scanned): string {
  if (scanned.kind === 'json') return scanned.text;
  if (scanned.kind === 'addresses') return new TextDecoder().decode(scanned.body);
  throw new ContainerError('other-content', CONTENT_KINDS[scanned.kind]);
}

/**
 * The address list in a single code, for `parseAddressList`: a payment link, or what a list may contain.
 * @throws {PaymentLinkError | ImportError}
 */
export function addressListOfCode(text: string): string {
  const list = isPaymentLink(text) ? parsePaymentRequest(text).address : text;
  parseAddressList(list);
  return list;
}

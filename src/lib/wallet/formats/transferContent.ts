import type { Transfer } from '../transfer/transfer';
import { decodeTransfer, encodeTransfer, parseTransfer } from '../transfer/transferText';
import { CONTENT_KINDS, isContainer, packContent, unpackContent } from './container';
import { ContainerError } from './errors';
import { FrameCollector, type Scanned } from './frameCollector';

/** A transfer as a container: for QR codes and `.svcx` files. */
export const packTransfer = (transfer: Transfer): Uint8Array<ArrayBuffer> =>
  packContent({ kind: transfer.signatures.length === 0 ? 'request' : 'signatures', body: encodeTransfer(transfer) });

/**
 * The transfer in scanned content.
 * @throws {ContainerError} other content @throws {TransferFormatError}
 */
export function transferOf(scanned: Scanned): Transfer {
  if (scanned.kind === 'json') return parseTransfer(scanned.text);
  if (scanned.kind === 'request' || scanned.kind === 'signatures') return decodeTransfer(scanned.body);
  throw new ContainerError('other-content', CONTENT_KINDS[scanned.kind]);
}

/**
 * The transfer in a file: a container, the texts of its QR codes one per line, or the JSON form.
 * @throws {ContainerError | TransferFormatError}
 */
export async function readTransferFile(bytes: Uint8Array): Promise<Transfer> {
  if (isContainer(bytes)) return transferOf(unpackContent(bytes));
  const text = new TextDecoder().decode(bytes);
  const collector = new FrameCollector();
  for (const line of text.split('\n')) collector.add(line);
  const scanned = await collector.content();
  return scanned === undefined ? parseTransfer(text) : transferOf(scanned);
}

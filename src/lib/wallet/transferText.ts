import type { Transfer } from './transfer';

/** `encode`d with `transferLayout`: what QR frames carry. */
export declare function encodeTransfer(transfer: Transfer): Uint8Array<ArrayBuffer>;
/** @throws {TransferFormatError} */
export declare function decodeTransfer(bytes: Uint8Array): Transfer;
/** JSON text, one file: `quarry-transfer/1`. */
export declare function formatTransfer(transfer: Transfer): string;
/** @throws {TransferFormatError} */
export declare function parseTransfer(text: string): Transfer;

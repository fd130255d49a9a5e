import type { Brand } from '$lib/codec/brand';
import { hexText, type Layout } from '$lib/codec/layout';

/** 32 bytes as 64 lower-case hexadecimal characters, with no further meaning. */
export type Hash256 = Brand<string, 'Hash256'>;
export type BlockId = Brand<string, 'BlockId'>;
export type TransactionId = Brand<string, 'TransactionId'>;
export type CoinOutputId = Brand<string, 'CoinOutputId'>;
export type FundOutputId = Brand<string, 'FundOutputId'>;
export type FileContractId = Brand<string, 'FileContractId'>;
export type AttestationId = Brand<string, 'AttestationId'>;

export const hash256: Layout<Hash256> = hexText(32);
export const blockId32: Layout<BlockId> = hexText(32);
export const coinOutputId32: Layout<CoinOutputId> = hexText(32);
export const fundOutputId32: Layout<FundOutputId> = hexText(32);
export const fileContractId32: Layout<FileContractId> = hexText(32);
export const attestationId32: Layout<AttestationId> = hexText(32);

/** 32 zero bytes. */
export const ZERO_HASH = '0'.repeat(64) as Hash256;
/** The parent of a genesis block. */
export const ZERO_BLOCK_ID = '0'.repeat(64) as BlockId;

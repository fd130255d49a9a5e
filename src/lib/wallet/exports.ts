import type { WalletAddress } from './account';
import type { Recipient } from './plan';
import type { WalletEvent } from './walletEvent';
import type { Address } from '../chain/address';

/** Rows of a CSV text (RFC 4180), quotes undone. */
export declare function parseCsv(text: string): string[][];
export declare function formatCsv(rows: readonly (readonly string[])[]): string;
/** Header and one row an event. */
export declare function eventsCsv(events: readonly WalletEvent[], labels: ReadonlyMap<Address, string>): string;
export declare function eventsJson(events: readonly WalletEvent[]): string;
export declare function addressesCsv(addresses: readonly WalletAddress[]): string;
/** Addresses (or public keys, or policies) with labels from CSV, JSON or lines of text. @throws {ImportError} with the line */
export declare function parseAddressList(
  text: string
): { address: Address; policy?: WalletAddress['policy']; label: string }[];
/** `address,amount[,unit]` rows. @throws {ImportError} with the line */
export declare function parseRecipients(text: string): Recipient[];
/** One JSON object a line: `{"type":"addr","ref":…,"label":…}`. */
export declare function labelsJson(labels: ReadonlyMap<Address, string>): string;
export declare function parseLabels(text: string): Map<Address, string>;

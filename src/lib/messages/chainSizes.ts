import { bestUnit, SIZE_UNITS } from '$lib/chain/currency/quantity';
import { describeQuantity } from './quantity';

/** Bytes in the unit in which they read best: "532 B", "1.2 KB"; the exact count stands beside it where it matters. */
export function formatSize(bytes: number | bigint): string {
  const exact = BigInt(bytes);
  return describeQuantity(exact, bestUnit(exact, SIZE_UNITS));
}

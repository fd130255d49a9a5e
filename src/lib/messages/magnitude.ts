import { log10 } from '$lib/services/hostdb/score';
import { localDigits } from './numbers';

/** A number of any size in three digits: `0.85`, `2.35 × 10⁻⁸`, `6.15 × 10⁶⁶`. */
export function formatMagnitude(value: number | bigint): string {
  const exponent = typeof value === 'bigint' ? Math.floor(log10(value)) : Math.floor(Math.log10(Math.abs(value)));
  if (value === 0 || value === 0n) return '0';
  if (exponent >= -3 && exponent < 5) {
    const number = Number(value);
    return localDigits(
      String(Number.isInteger(number) ? number : Number(number.toPrecision(number > 0.999 && number < 1 ? 6 : 3)))
    );
  }
  const mantissa = typeof value === 'bigint' ? 10 ** (log10(value) - exponent) : value / 10 ** exponent;
  // 9.999 rounds up to the next power.
  const [digits, power] = mantissa.toFixed(2) === '10.00' ? ['1.00', exponent + 1] : [mantissa.toFixed(2), exponent];
  return `${localDigits(digits)} × 10${superscript(power)}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const superscript = (power: number): string =>
  String(power).replace(/[-\d]/g, (character) => (character === '-' ? '⁻' : SUPERSCRIPTS.charAt(Number(character))));

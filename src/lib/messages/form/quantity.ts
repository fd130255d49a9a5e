import { excerpt } from '$lib/codec/visibleText';
import type { QuantityErrorCode } from '$lib/chain/errors';
import type messages from '../en/form/quantity';
import { locale } from '../locale';

/** Texts of fields for quantities, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/form/quantity.ts`)) as { default: typeof messages });
};

/** Why a typed text is no quantity. */
export function quantityProblem(code: QuantityErrorCode, typed: string): string {
  const { problem } = m;
  switch (code) {
    case 'quantity/empty':
      return problem.empty;
    case 'quantity/too-long':
      return problem.tooLong;
    case 'quantity/negative':
      return problem.negative;
    case 'quantity/ambiguous':
      return problem.ambiguous;
    default:
      return EXPONENT.test(typed.trim()) ? problem.exponent : problem.notANumber(excerpt(typed.trim()));
  }
}

const EXPONENT = /^[\d.,]+e[+-]?\d+$/i;

import type { ImportFault, LineFault } from '$lib/wallet/errors';
import { formatConjunction, formatCount } from '../format';

interface LinesOfFault {
  readonly fault: ImportFault;
  readonly count: number;
  /** Their numbers: "2, 5 and 9". */
  readonly lines: string;
}

/** Lines with the same fault together, in the order of the first ones. */
export const linesByFault = (faults: readonly LineFault[]): LinesOfFault[] =>
  [...Map.groupBy(faults, ({ fault }) => fault)].map(([fault, lines]) => ({
    fault,
    count: lines.length,
    lines: formatConjunction(lines.map(({ line }) => formatCount(line)))
  }));

/**
 * Assigns registers to the values of a straight-line program, reusing each after its value's last use. This keeps the
 * number of locals in generated functions small: engines spill less, and their first, non-optimizing tiers need smaller
 * frames.
 *
 * @param reads for each step, the indexes of the earlier steps it reads; a step may reuse a register it reads
 * @param kept steps whose value is read after the end
 * @returns the register of each step, from 0, and the number of registers
 */
export function allocateRegisters(
  reads: readonly (readonly number[])[],
  kept: readonly number[]
): { registerOf: number[]; count: number } {
  const lastUse = new Map<number, number>();
  reads.forEach((indexes, step) => indexes.forEach((index) => lastUse.set(index, step)));
  kept.forEach((index) => lastUse.set(index, reads.length));

  const free: number[] = [];
  const registerOf: number[] = [];
  let count = 0;
  reads.forEach((indexes, step) => {
    for (const index of new Set(indexes)) {
      const register = registerOf[index];
      if (register !== undefined && lastUse.get(index) === step) free.push(register);
    }
    registerOf.push(free.pop() ?? count++);
  });
  return { registerOf, count };
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A measured figure. */
export interface Figure {
  readonly name: string;
  /** Median of the runs, if there were several. */
  readonly value: number;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
  /** What it was compared with, in the same run. */
  readonly peer: string;
  /** How it was measured, in one sentence. */
  readonly how: string;
}

/** Measures one group of figures. */
export type Measurement = (options: { readonly runs: number; readonly minutes: number }) => Promise<Figure[]>;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The value at the given quantile, `share` from 0 to 1. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

/** Figure names: snake case, with the unit last. */
export const FIGURE_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** A figure from several runs: median, minimum and maximum. */
export const figureOf = (
  name: string,
  values: readonly number[],
  { unit, peer = '', how }: { readonly unit: string; readonly peer?: string; readonly how: string }
): Figure => ({
  name,
  value: round(median(values)),
  unit,
  min: round(Math.min(...values)),
  max: round(Math.max(...values)),
  runs: values.length,
  peer,
  how
});

/** Ratios of values from the same rounds: cancels noise that lasts longer than a round. */
export const ratios = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, i) => value / below[i]!);

const round = (value: number): number => Number(value.toPrecision(4));

const RESULTS = join(import.meta.dirname, 'results.json');

/**
 * Stores the figures in results.json, replacing those with the same names, and prints them.
 *
 * @throws Error if a name is not in snake case, after everything has been printed and stored
 */
export function report(figures: readonly Figure[]): void {
  const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Figure[]) : [];
  const names = new Set(figures.map(({ name }) => name));
  const all = [...known.filter(({ name }) => !names.has(name)), ...figures].toSorted((a, b) =>
    a.name.localeCompare(b.name)
  );
  writeFileSync(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
  for (const { name, value, unit, min, max, runs, peer } of figures) {
    const spread = runs > 1 ? `  (${min} to ${max}, ${runs} runs)` : '';
    console.log(
      `${name.padEnd(30)} ${String(value).padStart(9)} ${unit.padEnd(10)}${spread}${peer && `  against ${peer}`}`
    );
  }
  const misnamed = figures.filter(({ name }) => !FIGURE_NAME.test(name));
  if (misnamed.length > 0)
    throw new Error(`Names in snake case, please: ${misnamed.map(({ name }) => name).join(', ')}`);
}

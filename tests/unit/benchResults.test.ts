import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURE_NAME, type Figure } from '../../bench/figures';

test('measured figures have unique snake-case names and a description of how they were measured', () => {
  const path = join(import.meta.dirname, '../../bench/results.json');
  const figures = JSON.parse(readFileSync(path, 'utf8')) as Figure[];
  const names = figures.map(({ name }) => name);
  expect(names.filter((name) => !FIGURE_NAME.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(figures.filter(({ how }) => how === '')).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/features.md'), 'utf8');

/** The cells of all rows, without headings and rules. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Feature|-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  );
const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

test('the table has rows, and its totals are correct', () => {
  const states = rows.map(([, , , state]) => /^(works|partly|not)(?=: .|$)/.exec(state ?? '')?.[1]);
  const count = (state: string) => states.filter((one) => one === state).length;
  expect(states).not.toContain(undefined);
  expect(text).toContain(
    `${rows.length} rows: ${count('works')} work, ${count('partly')} partly, ${count('not')} not at all.`
  );
});

test.each(rows)('%s', (_feature, where, tests, state) => {
  const routes = quoted(where!);
  const files = quoted(tests!);
  expect([routes.length, files.length].every((count) => count > 0)).toBe(true);
  const folders = (route: string) => ['(app)', '.'].map((group) => join(root, 'src/routes', group, route));
  const hasPage = (route: string) => folders(route).some((folder) => existsSync(join(folder, '+page.svelte')));
  expect(routes.filter((route) => !hasPage(route))).toEqual([]);
  const hasTest = (name: string) =>
    ['.test.ts', '.svelte.test.ts'].some((end) => existsSync(join(root, 'tests', name + end)));
  expect(files.filter((name) => !hasTest(name))).toEqual([]);
  // What does not work gives a reason.
  expect(state).toMatch(/^works$|^(partly|not): .{10,}/);
});

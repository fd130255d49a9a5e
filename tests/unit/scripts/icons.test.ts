import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconOf } from '../../../scripts/bundle/icons.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const LUCIDE = join(ROOT, 'node_modules/@lucide/svelte');

const components = globSync(['src/**/*.svelte', 'gallery/**/*.svelte'], { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8')
}));

test('an icon becomes plain markup with its size, hidden from screen readers', () => {
  const copy = readFileSync(join(LUCIDE, 'dist/icons/copy.svelte'), 'utf8');
  expect(iconOf(copy)).toBe(`<script>
  const { size } = $props();
</script>

<svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect width="14" height="14" x="8" y="8" rx="2" ry="2" /><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" /></svg>
`);
});

test('icons get a size and no other attribute, which they would ignore', () => {
  const uses = components.flatMap(({ file, text }) => {
    const names = [...text.matchAll(/import (\w+) from '@lucide\/svelte/g)].map(([, name]) => name!);
    return [...text.matchAll(new RegExp(`<(?:${['Icon', ...names].join('|')})\\s([^>]*?)\\s*/>`, 'g'))].map(
      ([, given]) => `${file}: ${given!.trim().replace(/\s+/g, ' ')}`
    );
  });
  expect(uses.length).toBeGreaterThan(50);
  expect(uses.filter((use) => !/: size=\{\d+\} aria-hidden="true"$/.test(use))).toEqual([]);
});

test('an unsupported kind of icon fails the build', () => {
  expect(() => iconOf('<script>const paths = [];</script>')).toThrow('no data');
  expect(() => iconOf('const iconData = { "size": 32, "node": [] };')).toThrow('32 units');
  expect(() => iconOf('const iconData = { "size": 24, "node": [["g", {}, []]] };')).toThrow('has parts');
});

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sections = globSync('gallery/sections/*.svelte', { cwd: root });
const source = [...sections, 'gallery/ShellPage.svelte']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** `ui/Button` for every component. */
const components = globSync('src/lib/components/**/*.svelte', { cwd: root })
  .map((path) => path.slice('src/lib/components/'.length, -'.svelte'.length))
  .sort();
const entries = [...source.matchAll(/<Entry name="([^"]+)"/g)].map(([, name]) => name!);

/** Components without an entry, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'form/FieldProblem': 'part of every field, and shown with each',
  'form/LeaveGuard': 'opens when the router leaves a page; the gallery has no router'
};

test.each(components.filter((name) => !(name in EXCEPTIONS)))('the gallery shows %s', (name) => {
  expect(entries).toContain(name);
  expect(source).toContain(`from '$lib/components/${name}.svelte'`);
  expect(source).toMatch(new RegExp(`<${basename(name)}[\\s/>]`));
});

test('every entry and exception is for an existing component, without duplicates', () => {
  expect([...entries, ...Object.keys(EXCEPTIONS)].sort()).toEqual(components);
});

test('the app imports nothing from the gallery', () => {
  const importing = globSync('src/**/*.{ts,js,svelte}', { cwd: root }).filter((path) =>
    /(?:from|import\(?)\s*['"][^'"]*\bgallery\//.test(readFileSync(join(root, path), 'utf8'))
  );
  expect(importing).toEqual([]);
});

import { error } from '@sveltejs/kit';
import type { Component } from 'svelte';
import { load as loadTexts } from '$lib/messages/docs';
import navigation from 'virtual:docs/navigation';
import type { PageLoad } from './$types';

/** Documents are components; each is loaded with its page. */
const documents = import.meta.glob<{ default: Component }>([
  '/docs/**/*.md',
  '/CHANGELOG.md',
  '/CONTRIBUTING.md',
  '/SECURITY.md'
]);
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['changelog', '/CHANGELOG.md'],
  ['contributing', '/CONTRIBUTING.md'],
  ['reporting', '/SECURITY.md']
]);

export const load: PageLoad = async ({ params: { page } }) => {
  const files = [OUTSIDE.get(page), `/docs/${page}.md`, page === '' ? '/docs/README.md' : `/docs/${page}/README.md`];
  const open = files.map((file) => (file === undefined ? undefined : documents[file])).find(Boolean);
  if (!open) error(404);
  const [{ default: Document }] = await Promise.all([open(), loadTexts()]);
  return { navigation, page, Document };
};

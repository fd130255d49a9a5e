import { navigation, searchEntries } from './pages.mjs';

/** @type {Readonly<Record<string, () => unknown>>} */
const MODULES = { 'virtual:docs/navigation': navigation, 'virtual:docs/search': searchEntries };

/** What documents say of themselves, as modules: the navigation with their pages, the texts with the first search. */
export const docs = {
  name: 'quarry-docs',
  /** @param {string} id */
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  /** @param {string} id */
  load: (id) => (id.slice(1) in MODULES ? `export default ${JSON.stringify(MODULES[id.slice(1)]?.())}` : undefined)
};

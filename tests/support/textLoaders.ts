import type { Plugin } from 'vite';

/** Loads the texts of one section, in the page's language: the `load` of a module of lib/messages. */
export type TextLoader = () => Promise<void>;

/** Key of the global list that receives the loader of each section whose module is imported. */
export const TEXT_LOADERS = 'quarry.textLoaders';

const SECTION = /\/src\/lib\/messages\/(?!en\/|de\/)[^?]*\.ts$/;

/** Lets sections register their loaders when they are imported (tests/support/usedTexts.ts). */
export const registerTexts: Plugin = {
  name: 'quarry-register-texts',
  transform(code, id) {
    if (!SECTION.test(id) || !code.includes('export const load = ')) return;
    return { code: `${code}\nglobalThis[Symbol.for('${TEXT_LOADERS}')]?.push(load);\n`, map: null };
  }
};

// Runs before every browser test file: components and services find their English texts, as on a page. Only the texts of
// imported sections are loaded: those of all sections would be half of what a file loads. What the app imports later,
// such as a dialog, loads its texts itself.
import { beforeAll } from 'vitest';
import { TEXT_LOADERS, type TextLoader } from './textLoaders';

const imported: TextLoader[] = [];
(globalThis as { [key: symbol]: TextLoader[] })[Symbol.for(TEXT_LOADERS)] = imported;

beforeAll(async () => {
  await Promise.all(imported.map((load) => load()));
});

// Lets plain Node run this repository's TypeScript like the app's bundler does: `node --import ./scripts/ts.mjs
// file.ts`. Node's type stripping supports neither imports without extension, nor `$lib`, nor parameter properties.
// Worker threads inherit the flag.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const lib = new URL('../src/lib/', import.meta.url).href;
const LOCAL = /^(\.{1,2}\/|file:)/;
const HAS_EXTENSION = /\.(ts|js|mjs|cjs|json|wasm)$|\?raw$/;

const require = createRequire(import.meta.url);
// Loading the compiler takes as long as the rest of startup, so its output is cached.
const CACHE = fileURLToPath(new URL('../.cache/ts/', import.meta.url));
const compilerVersion = createHash('sha256')
  .update(readFileSync(require.resolve('typescript/package.json')))
  .digest();
mkdirSync(CACHE, { recursive: true });

/** @param {string} fileName of a TypeScript file @returns {string} the compiled JavaScript, with its source map */
function javaScriptOf(fileName) {
  const text = readFileSync(fileName, 'utf8');
  // The key includes the file name, because the source map contains it.
  const key = createHash('sha256').update(compilerVersion).update(`${fileName}\0${text}`).digest('hex');
  const kept = `${CACHE}${key}.js`;
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const made = transpile(fileName, text);
    // Written atomically: other processes read it.
    const part = `${kept}.${process.pid}.${threadId}`;
    writeFileSync(part, made);
    renameSync(part, kept);
    return made;
  }
}

/** @param {string} fileName @param {string} text @returns {string} */
function transpile(fileName, text) {
  /** @type {typeof import('typescript')} */
  const ts = require('typescript');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    verbatimModuleSyntax: true,
    inlineSourceMap: true
  };
  return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const path = specifier.startsWith('$lib/') ? lib + specifier.slice('$lib/'.length) : specifier;
    const isOurs = LOCAL.test(path) && !context.parentURL?.includes('/node_modules/');
    return nextResolve(isOurs && !HAS_EXTENSION.test(path) ? `${path}.ts` : path, context);
  },

  load(url, context, nextLoad) {
    if (url.endsWith('?raw')) {
      const text = readFileSync(fileURLToPath(url), 'utf8');
      return { format: 'module', source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
    }
    if (!url.endsWith('.ts') || url.includes('/node_modules/')) return nextLoad(url, context);
    const fileName = fileURLToPath(url);
    return { format: 'module', source: javaScriptOf(fileName), shortCircuit: true };
  }
});

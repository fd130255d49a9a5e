// Lets plain Node run the TypeScript of this repository as the app's bundler reads it: `node --import ./scripts/ts.mjs
// file.ts`. Node's type stripping supports neither imports without extension, nor `$lib`, nor parameter properties.
// Worker threads inherit the flag, so they run the same way.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const lib = new URL('../src/lib/', import.meta.url).href;
const LOCAL = /^(\.{1,2}\/|file:)/;
const HAS_EXTENSION = /\.(ts|js|mjs|cjs|json|wasm)$|\?raw$/;

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
    const { outputText } = ts.transpileModule(readFileSync(fileName, 'utf8'), {
      fileName,
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ESNext,
        verbatimModuleSyntax: true,
        inlineSourceMap: true
      }
    });
    return { format: 'module', source: outputText, shortCircuit: true };
  }
});

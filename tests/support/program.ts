import { basename, join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles a program of this repository for Node: started from one file, it takes a third of the processor time that it
 * takes when its modules are loaded one by one, and some tests start it dozens of times.
 * @param path of its TypeScript file in the repository @returns path of the file to run
 */
export async function bundledProgram(path: string): Promise<string> {
  // Not in the system's temporary folder, from which no package could be found.
  const outDir = join(root, '.cache/programs', basename(path, '.ts'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { $lib: join(root, 'src/lib') } },
    build: {
      ssr: path,
      outDir,
      minify: false,
      sourcemap: 'inline',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } }
    }
  });
  return join(outDir, `${basename(path, '.ts')}.mjs`);
}

import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, preview, type InlineConfig } from 'vite';
import { temporaryFolder } from '../../support/temporary';

const root = join(import.meta.dirname, '../../..');

export interface BuiltGallery {
  /** The address of the gallery, such as `http://127.0.0.1:40123/gallery/`. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Builds the component gallery and serves it. On the development server a visit takes six hundred module requests, as
 * long as all of its tests.
 */
export async function buildGallery(): Promise<BuiltGallery> {
  const outDir = temporaryFolder('gallery');
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: 'static',
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { runes: true } })],
    resolve: { alias: { $lib: join(root, 'src/lib') } },
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'gallery/index.html') }
    },
    preview: { host: '127.0.0.1', port: 0 }
  };
  await build(config);
  const server = await preview(config);
  const stop = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { address: `${server.resolvedUrls!.local[0]}gallery/`, stop };
}

import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';
import { docs } from './docs/site/plugin.mjs';
import { gallery } from './gallery/plugin.ts';
import { chunkFileName, chunkGroups } from './scripts/bundle/chunks.ts';
import { versionName } from './scripts/run/sources.mjs';

/** The development server's port, which is the next free one if its own is taken. The app prints it. */
const developmentPort: Plugin = {
  name: 'quarry-development-port',
  configureServer({ httpServer }) {
    httpServer?.once('listening', () => {
      const address = httpServer.address();
      if (typeof address === 'object' && address) process.env.QUARRY_DEV_PORT = String(address.port);
    });
  }
};

/** The app's WebSockets in development; the built server handles them in src/listener.js. */
const upgrades: Plugin = {
  name: 'quarry-upgrades',
  configureServer({ httpServer }) {
    httpServer?.on('upgrade', (request, socket, head) => {
      const global = globalThis as { [name: symbol]: { upgrade(...args: unknown[]): void } | undefined };
      // The bundler's own WebSocket also arrives here.
      if (request.url?.startsWith('/api/')) global[Symbol.for('quarry.listenerHooks')]?.upgrade(request, socket, head);
    });
  }
};

/** The document requests its texts by the name of a built file; in development they are ordinary modules. */
const firstTexts: Plugin = {
  name: 'quarry-first-texts',
  configureServer({ middlewares }) {
    middlewares.use('/_app/immutable/chunks/', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end();
    });
  }
};

export default defineConfig({
  plugins: [docs, sveltekit(), developmentPort, upgrades, firstTexts, gallery],
  worker: { format: 'es' },
  build: { target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups(import.meta.dirname) },
            chunkFileNames: chunkFileName(versionName(import.meta.dirname))
          }
        }
      }
    }
  }
});

import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';
import { docs } from './docs/site/plugin.mjs';
import { gallery } from './gallery/plugin.ts';

/**
 * What every page of the app needs, the components that nearly all are made of among them, with all it imports, makes
 * one file: a hundred small ones, each compressed by itself, are a fifth larger together, and asked for one by one.
 */
const FIRST_LOAD = new RegExp(
  [
    ...['kit/src/runtime/client/entry', 'routes/(\\(app\\)/)?\\+layout\\.svelte'],
    ...[
      'lib/components/ui/(?!Alert|DescriptionList|Details|Dialog|ErrorLine|ErrorNoticeBody|Progress|SegmentedControl|Table|download|rowKeys)',
      'lib/components/chain/HashChip'
    ]
  ].join('|')
);

/** The port of the development server, which takes the next one where its own is taken. The app prints it. */
const developmentPort: Plugin = {
  name: 'quarry-development-port',
  configureServer({ httpServer }) {
    httpServer?.once('listening', () => {
      const address = httpServer.address();
      if (typeof address === 'object' && address) process.env.QUARRY_DEV_PORT = String(address.port);
    });
  }
};

/** WebSockets of the app in development; the built server gets them from src/listener.js. */
const upgrades: Plugin = {
  name: 'quarry-upgrades',
  configureServer({ httpServer }) {
    httpServer?.on('upgrade', (request, socket, head) => {
      const global = globalThis as { [name: symbol]: { upgrade(...args: unknown[]): void } | undefined };
      // The bundler's own WebSocket comes here too.
      if (request.url?.startsWith('/api/')) global[Symbol.for('quarry.listenerHooks')]?.upgrade(request, socket, head);
    });
  }
};

export default defineConfig({
  plugins: [docs, sveltekit(), developmentPort, upgrades, gallery],
  worker: { format: 'es' },
  build: { target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', test: FIRST_LOAD }] } } }
      }
    }
  }
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Serves the component gallery at /gallery on the development server. Not a route of the app: builds never read this
 * folder.
 */
export const gallery: Plugin = {
  name: 'quarry-gallery',
  apply: 'serve',
  config: () => ({
    // Finds the gallery's packages at server startup; finding them later would reload the page.
    optimizeDeps: { entries: ['gallery/main.ts'] },
    server: { fs: { allow: [HERE] } }
  }),
  configureServer(server) {
    server.middlewares.use('/gallery', (request, response, next) => {
      const { pathname } = new URL(request.originalUrl ?? '/', 'http://localhost');
      if (pathname !== '/gallery') return next();
      readFile(`${HERE}index.html`, 'utf8')
        .then((html) => server.transformIndexHtml(pathname, html))
        .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
    });
  }
};

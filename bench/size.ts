/**
 * JavaScript that must be loaded before a page is shown: files of the built app, individually gzipped. Does not build.
 */
import { fileURLToPath } from 'node:url';
import { firstLoadScript } from '../scripts/size/firstLoad.mjs';
import { figureOf, type Measurement } from './figures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = { gz_overview_kb: '/', gz_mine_kb: '/mine', gz_wallet_kb: '/wallet' };

export const measure: Measurement = async () =>
  Promise.all(
    Object.entries(PAGES).map(async ([name, path]) =>
      figureOf(name, [(await firstLoadScript(ROOT, path)) / 1000], {
        unit: 'KB',
        how: `scripts of the first load of ${path} in the last build, individually gzipped`
      })
    )
  );

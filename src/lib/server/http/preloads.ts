/** A file that a page needs, as the framework names it. */
interface Asset {
  readonly type: 'font' | 'css' | 'js' | 'asset';
  readonly path: string;
}

/** The text font: if it arrived after the page, every line would shift. */
const TEXT_FACE = '/inter-latin-wght-normal.';

/**
 * Links to the scripts and the font of a page, in the order in which they are needed. The font comes last, because it
 * is the scripts that render text.
 */
function preloadLinks(assets: readonly Asset[]): string {
  const scripts = assets.filter(({ type }) => type === 'js').map(({ path }) => path);
  // Chunks of many modules are large; entries and pages only import them.
  const isLarge = (path: string) => path.includes('/chunks/');
  const fonts = assets.filter(({ type, path }) => type === 'font' && path.includes(TEXT_FACE));
  return [
    ...[...scripts.filter(isLarge), ...scripts.filter((path) => !isLarge(path))].map(
      (path) => `<link rel="modulepreload" href="${path}">`
    ),
    ...fonts.map(
      ({ path }) => `<link rel="preload" as="font" type="font/woff2" href="${path}" crossorigin fetchpriority="low">`
    )
  ].join('');
}

/**
 * Puts a page's preloads at the end of its head instead of the Link header, where the framework puts them. A browser
 * requests six files at a time from a server, and those of the header before any of the document; the responses that
 * the page waits for (app.html) would arrive a round trip later.
 */
export function preloadInDocument() {
  const assets: Asset[] = [];
  return {
    preload(asset: Asset): boolean {
      assets.push(asset);
      return false;
    },
    transformPageChunk: ({ html }: { html: string }): string =>
      html.replace('</head>', `${preloadLinks(assets)}</head>`)
  };
}

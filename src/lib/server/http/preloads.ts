/** A file that a page needs, as the framework names it. */
interface Asset {
  readonly type: 'font' | 'css' | 'js' | 'asset';
  readonly path: string;
}

/** The face of all text: if it came after the page, every line would move. */
const TEXT_FACE = '/inter-latin-wght-normal.';

/**
 * Links to the scripts and the font of a page, in the order that they are wanted in. The font is needed when the page is
 * drawn, which the scripts do.
 */
function preloadLinks(assets: readonly Asset[]): string {
  const scripts = assets.filter(({ type }) => type === 'js').map(({ path }) => path);
  // Those of many modules are large; entries and pages only name them.
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
 * For one page: its preloads at the end of its head instead of in the Link header, where the framework puts them. A
 * browser asks a server for six files at a time, those of the header before anything that the document asks for; the
 * answers that the page waits for (app.html) would come a round trip later.
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

/** A file that a page needs, as the framework names it. */
interface Asset {
  readonly type: 'font' | 'css' | 'js' | 'asset';
  readonly path: string;
}

/** The text font: if it arrived after the page, every line would shift. */
const TEXT_FACE = '/inter-latin-wght-normal.';

/** Where src/app.html names the files that it requests itself. */
const LATER = '%quarry.later%';

/**
 * Puts a page's preloads into the document instead of the Link header, where the framework puts them. Browsers request
 * six files at a time from a server: those of the header first, then all that the document links, and only then what
 * its scripts ask for. So the links are to nearly all the code, in chunks, and to the app, which imports them. The
 * others are small, and src/app.html requests them after the API responses that the page waits for, which would
 * otherwise arrive a round trip later.
 */
export function preloadInDocument() {
  const assets: Asset[] = [];
  const paths = (isWanted: (asset: Asset) => boolean): string[] => assets.filter(isWanted).map(({ path }) => path);
  return {
    preload(asset: Asset): boolean {
      assets.push(asset);
      return false;
    },
    transformPageChunk({ html }: { html: string }): string {
      const isFirst = ({ path }: Asset): boolean => /\/(chunks\/|entry\/app\.)/.test(path);
      const first = paths((asset) => asset.type === 'js' && isFirst(asset));
      const later = [
        // The page before its layouts, which are smaller.
        ...paths((asset) => asset.type === 'js' && !isFirst(asset)).reverse(),
        ...paths(({ type, path }) => type === 'font' && path.includes(TEXT_FACE))
      ];
      return html
        .replace('</head>', `${first.map((path) => `<link rel="modulepreload" href="${path}">`).join('')}</head>`)
        .replace(LATER, later.join(' '));
    }
  };
}

/** A file that a page needs, as the framework names it. */
interface Asset {
  readonly type: 'font' | 'css' | 'js' | 'asset';
  readonly path: string;
}

/** The text font: if it arrived after the page, every line would shift. */
const TEXT_FACE = '/inter-latin-wght-normal.';

/** Nearly all the code, and the app. */
const isFirst = ({ type, path }: Asset): boolean => type === 'js' && /\/(chunks\/|entry\/app\.)/.test(path);

/** Where src/app.html names the files that it requests itself. */
const LATER = '%quarry.later%';

/**
 * Divides a page's preloads between the Link header, where the framework puts them, and the document. Browsers request
 * six files at a time from a server: those of the header first, before the document has arrived, then all that it
 * links, and only then what its scripts ask for. So the header has nearly all the code, in chunks, and the app, which
 * imports them; the document links them too, for stored copies without the header. The others are small, and
 * src/app.html requests them after the API responses that the page waits for, which would otherwise arrive a round trip
 * later.
 */
export function dividedPreloads() {
  const assets: Asset[] = [];
  const paths = (isWanted: (asset: Asset) => boolean): string[] => assets.filter(isWanted).map(({ path }) => path);
  return {
    preload(asset: Asset): boolean {
      assets.push(asset);
      return isFirst(asset);
    },
    transformPageChunk({ html }: { html: string }): string {
      const first = paths(isFirst);
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

/** A stretch of plain text, or one that a tag wraps; `<name/>` wraps nothing. */
export type RichPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly name: string; readonly text: string };

const TAG = /<([a-z][A-Za-z]*)(?:\/>|>(.*?)<\/\1>)/g;

/** Splits `Go to <link>Connections</link>.` into text and tags. Tags do not nest. Nothing of it is ever read as HTML. */
export function richParts(text: string): readonly RichPart[] {
  const parts: RichPart[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'tag', name: match[1]!, text: match[2] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

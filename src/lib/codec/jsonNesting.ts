const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether lists and objects nest deeper than this many levels. The text may be malformed. Takes a small part of the time
 * of `JSON.parse`.
 */
export function nestsDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > levels) return true;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case QUOTE:
        at = endOfString(text, at);
    }
  }
  return false;
}

/** @param start offset of the opening quote @returns that of the closing one, or the text's length */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escape = end;
    while (text.charCodeAt(escape - 1) === BACKSLASH) escape--;
    if ((end - escape) % 2 === 0) return end;
  }
  return text.length;
}

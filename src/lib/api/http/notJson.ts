import { MAX_EXAMINED_LENGTH } from '$lib/codec/json';
import { findJsonError } from '$lib/codec/jsonError';
import type { NotJsonForm } from './errors';

/** What a text is that is no JSON. */
export function formOf(text: string): NotJsonForm {
  if (/^\s*</.test(text)) return 'html';
  return /^\s*[{[]/.test(text) && isCutShort(text) ? 'cut-short' : 'text';
}

/** Whether the text is a truncated JSON text: valid up to its end, or up to an incomplete last token. */
function isCutShort(text: string): boolean {
  if (text.length > MAX_EXAMINED_LENGTH) return !/[}\]]\s*$/.test(text.slice(-100));
  const rest = text.slice(findJsonError(text));
  return /^(?:"(?:[^"\\]|\\.)*\\?|-)?$/.test(rest) || ['true', 'false', 'null'].some((word) => word.startsWith(rest));
}

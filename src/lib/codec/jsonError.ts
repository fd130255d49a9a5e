const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Offset of the first character that cannot continue a JSON text (RFC 8259); the text's length if it is truncated or
 * valid. Needed because engines report positions in different formats or not at all. Called only after parsing has
 * failed.
 */
export function findJsonError(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at++;
    skip(SPACE);
    return true;
  };
  // The closing bracket of each open array or object: iterative, so nesting needs no stack.
  const open: string[] = [];
  const key = (): boolean => {
    if (!skip(STRING)) return false;
    skip(SPACE);
    return take(':');
  };

  skip(SPACE);
  for (;;) {
    // A value must start here.
    if (take('[')) {
      if (!take(']')) {
        open.push(']');
        continue;
      }
    } else if (take('{')) {
      if (!take('}')) {
        open.push('}');
        if (!key()) return at;
        continue;
      }
    } else if (skip(STRING) || skip(SCALAR)) {
      skip(SPACE);
    } else {
      return at;
    }
    // A value ended here.
    while (open.length > 0 && take(open[open.length - 1]!)) open.pop();
    if (open.length === 0) return at;
    if (!take(',')) return at;
    if (open[open.length - 1] === '}' && !key()) return at;
  }
}

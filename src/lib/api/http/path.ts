/** The names of the `:parameters` in a path pattern. */
export type PathParam<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParam<Head> | PathParam<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** A compiled pattern such as `/gateway/connect/:netaddress`. */
export interface PathPattern {
  /** The decoded parameters; undefined for another path or a malformed escape. */
  match(pathname: string): Record<string, string> | undefined;
  /** The same for a path already split at its slashes. */
  matchSegments(given: readonly string[]): Record<string, string> | undefined;
  /**
   * The path with escaped parameters.
   * @throws {RangeError} a missing or empty parameter, or one that would change the path (`.` and `..`)
   */
  format(params: Readonly<Record<string, string>>): string;
}

const compiled = new Map<string, PathPattern>();

/** The compiled pattern, cached; client and router share it, so they cannot disagree. */
export function pathPattern(pattern: string): PathPattern {
  const known = compiled.get(pattern);
  if (known) return known;
  const fresh = compile(pattern);
  compiled.set(pattern, fresh);
  return fresh;
}

function compile(pattern: string): PathPattern {
  const segments = pattern.split('/');
  const literals = segments.map((segment) => (segment.startsWith(':') ? undefined : segment));
  function matchSegments(given: readonly string[]): Record<string, string> | undefined {
    if (given.length !== segments.length) return undefined;
    // Tried with every request, so nothing is allocated for routes that do not match.
    if (literals.some((literal, i) => literal !== undefined && literal !== given[i])) return undefined;
    const params: Record<string, string> = {};
    for (const [i, segment] of segments.entries()) {
      if (literals[i] !== undefined) continue;
      const value = unescape(given[i]!);
      if (value === undefined || !isSegment(value)) return undefined;
      params[segment.slice(1)] = value;
    }
    return params;
  }
  return {
    match: (pathname) => matchSegments(pathname.split('/')),
    matchSegments,
    format: (params) =>
      segments.map((segment) => (segment.startsWith(':') ? escape(segment, params) : segment)).join('/')
  };
}

/** Whether the value is a valid path segment that does not change the path. */
const isSegment = (value: string): boolean => value !== '' && value !== '.' && value !== '..';

function unescape(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function escape(segment: string, params: Readonly<Record<string, string>>): string {
  const name = segment.slice(1);
  const value = params[name] ?? '';
  if (!isSegment(value)) {
    throw new RangeError(`path parameter ${name} cannot be ${JSON.stringify(value)}`);
  }
  // Colons are legal in a path, and keep addresses and chain indices readable.
  return encodeURIComponent(value).replaceAll('%3A', ':');
}

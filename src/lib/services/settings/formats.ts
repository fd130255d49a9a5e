/** How all pages format amounts, sizes and times. */
export interface Formats {
  readonly amounts: (typeof FORMAT_CHOICES.amounts)[number];
  /** Maximum decimals of inline coin amounts. */
  readonly decimals: (typeof FORMAT_CHOICES.decimals)[number];
  /** Multiples of 1000 or 1024 bytes. */
  readonly sizes: (typeof FORMAT_CHOICES.sizes)[number];
  readonly times: (typeof FORMAT_CHOICES.times)[number];
  /** IANA name of a time zone; empty for the system's own. */
  readonly timeZone: string;
}

/** The available choices, default first. */
export const FORMAT_CHOICES = {
  amounts: ['coins', 'hastings'],
  decimals: [3, 0, 2, 6],
  sizes: ['decimal', 'binary'],
  times: ['relative', 'absolute']
} as const;

export const DEFAULT_FORMATS: Formats = {
  amounts: 'coins',
  decimals: 3,
  sizes: 'decimal',
  times: 'relative',
  timeZone: ''
};

/** Decodes stored formats; undefined if a value is unknown to this version. */
export function parseFormats(stored: unknown): Formats | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  const formats = { ...DEFAULT_FORMATS, ...(stored as Partial<Formats>) };
  const isKnown = Object.entries(FORMAT_CHOICES).every(([name, choices]) =>
    (choices as readonly unknown[]).includes(formats[name as keyof Formats])
  );
  return isKnown && isTimeZone(formats.timeZone) ? formats : undefined;
}

/** Whether it names a time zone that this browser knows; empty text stands for the browser's own. */
export function isTimeZone(name: unknown): name is string {
  if (name === '') return true;
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

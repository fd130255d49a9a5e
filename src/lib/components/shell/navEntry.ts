import type { Component } from 'svelte';

/** Activity on a page: a dot or count beside its name. */
export interface NavNote {
  /** What it means, read aloud after the name: "mining now", "2 alerts, the worst critical". */
  readonly words: string;
  /** Shown as a number; a dot without one. */
  readonly count?: number;
  /** `bad` needs attention. */
  readonly tone: 'accent' | 'bad';
}

/** One page in the navigation. */
export interface NavEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** Section heading on wide screens; the first pages have none. */
  readonly group?: string;
  /** Has a place of its own at the bottom of a phone's screen; the others are behind More. */
  readonly onPhone?: boolean;
  readonly note?: NavNote;
}

/** The entry leads to the page of this path, or to the one above it. */
export const isHere = (path: string, { href }: NavEntry): boolean =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

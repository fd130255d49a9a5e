import type { Component } from 'svelte';

/** Activity on a page: a dot or count beside its name. */
export interface NavNote {
  /** Announced after the name: "mining now", "2 alerts, the worst critical". */
  readonly words: string;
  /** Number to show; a dot if undefined. */
  readonly count?: number;
  /** `bad` needs attention. */
  readonly tone: 'accent' | 'bad';
}

/** A page in the navigation. */
export interface NavEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** Section heading on wide screens; the first pages have none. */
  readonly group?: string;
  /** Has its own place in the phone navigation; others are behind More. */
  readonly onPhone?: boolean;
  readonly note?: NavNote;
}

/** Whether the path is the entry's page or below it. */
export const isHere = (path: string, { href }: NavEntry): boolean =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

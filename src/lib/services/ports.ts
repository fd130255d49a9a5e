/** Work that one tab at a time runs. */
export interface LeaderWork {
  /** Ends the wait for the other tab. */
  readonly signal: AbortSignal;
  /** Called while another tab leads. */
  readonly onwait?: () => void;
  readonly run: () => Promise<void>;
}

/** Runs work in one tab at a time, by name; where tabs cannot coordinate, all run it. */
export type RunAsLeader = (name: string, work: LeaderWork) => Promise<void>;

/** Messages to this browser's other tabs. */
export interface TabChannel<T> {
  post(message: T): void;
  close(): void;
}

/** @param onmessage called with other tabs' messages */
export type OpenChannel = <T>(name: string, onmessage: (message: T) => void) => TabChannel<T>;

/** Runs work that a person waits for, with less of the background's work beside it. */
export type Prioritize = <T>(work: () => Promise<T>) => Promise<T>;

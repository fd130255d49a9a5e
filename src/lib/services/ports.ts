/** Work that runs in one tab at a time. */
export interface LeaderWork {
  /** Ends the wait for the other tab. */
  readonly signal: AbortSignal;
  /** Called while another tab leads. */
  readonly onwait?: () => void;
  /** @param until ends the work: the signal above, or a tab that takes over */
  readonly run: (until: AbortSignal) => Promise<void>;
}

/** Runs work in one tab at a time, by name; if tabs cannot coordinate, all run it. */
export type RunAsLeader = (name: string, work: LeaderWork) => Promise<void>;

/** Messages to this browser's other tabs. */
export interface TabChannel<T> {
  post(message: T): void;
  close(): void;
}

/** @param onmessage called with other tabs' messages */
export type OpenChannel = <T>(name: string, onmessage: (message: T) => void) => TabChannel<T>;

/** Runs work that the user is waiting for, while background work is throttled. */
export type Prioritize = <T>(work: () => Promise<T>) => Promise<T>;

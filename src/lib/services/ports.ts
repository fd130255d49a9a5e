/** Work that one tab at a time does. */
export interface LeaderWork {
  /** Ends the wait for the other tab. */
  readonly signal: AbortSignal;
  /** Called when another tab leads. */
  readonly onwait?: () => void;
  readonly run: () => Promise<void>;
}

/** Runs work in one tab at a time, by its name; tabs that cannot agree run it all. */
export type RunAsLeader = (name: string, work: LeaderWork) => Promise<void>;

/** Messages to the other tabs of this browser. */
export interface TabChannel<T> {
  post(message: T): void;
  close(): void;
}

/** @param onmessage called with what other tabs post */
export type OpenChannel = <T>(name: string, onmessage: (message: T) => void) => TabChannel<T>;

/** A promise that rejects when one of the signals aborts, with its reason. */
export interface Abortion {
  readonly aborted: Promise<never>;
  /** Stops listening: a signal may live as long as the page. */
  readonly forget: () => void;
}

/** To be raced with work that has no signal of its own; call `forget` when that has ended. */
export function whenAborted(...signals: readonly AbortSignal[]): Abortion {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // The work it is raced with may end first.
  aborted.catch(() => {});
  const listeners = signals.map((signal) => [signal, () => reject(signal.reason)] as const);
  for (const [signal, onAbort] of listeners) {
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  }
  // Not by aborting a signal of the listeners: its reason would be an error with a stack, for every request.
  const forget = () => listeners.forEach(([signal, onAbort]) => signal.removeEventListener('abort', onAbort));
  return { aborted, forget };
}

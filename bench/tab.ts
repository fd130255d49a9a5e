import type { Page } from 'playwright';

/** A browser page, as far as benchmarks need it. Functions are sent as text and cannot access outer variables. */
export interface Tab {
  /** Runs in the page before any of its own code. */
  addInitScript(script: () => void): Promise<void>;
  goto(url: string): Promise<void>;
  bringToFront(): Promise<void>;
  /** Argument and result must be JSON values. */
  evaluate<A, T>(run: (argument: A) => T | Promise<T>, argument: A): Promise<T>;
}

export const chromiumTab = (page: Page): Tab => ({
  addInitScript: async (script) => void (await page.addInitScript(script)),
  goto: async (url) => void (await page.goto(url)),
  bringToFront: () => page.bringToFront(),
  evaluate: (run, argument) => page.evaluate(run as never, argument) as never
});

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** Waits until the function returns true in the page. */
export async function until<A>(tab: Tab, isSo: (argument: A) => boolean, argument: A): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await tab.evaluate(isSo, argument).catch(() => false))) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${String(isSo)} of ${String(argument)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Presses the button with that name once it exists. */
export const press = (tab: Tab, name: string): Promise<void> =>
  until(
    tab,
    (name) => {
      const buttons = Array.from(document.querySelectorAll('button'));
      const button = buttons.find((button) => button.textContent?.trim() === name && !button.disabled);
      button?.click();
      return button !== undefined;
    },
    name
  );

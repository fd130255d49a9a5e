import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Tab } from './tab.ts';

/** Enables WebGPU and disables the browser's own network requests. */
const PREFERENCES = {
  'dom.webgpu.enabled': true,
  'dom.webgpu.workers.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false
};
/** Mesa's software Vulkan driver, the counterpart of Chromium's SwiftShader. */
const SOFTWARE_VULKAN = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';
const STARTUP_MS = 60_000;

function findFirefox(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = folders.flatMap((folder) => [join(folder, 'firefox-esr'), join(folder, 'firefox')]);
  return [process.env.FIREFOX_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path));
}

/** A headless Firefox with its own profile, driven through its built-in WebDriver BiDi. */
export interface Firefox {
  /** @param size viewport size in CSS pixels; windows cannot be as narrow as phones */
  newTab(size?: { readonly width: number; readonly height: number }): Promise<Tab>;
  close(): Promise<void>;
}

/** @returns undefined if Firefox is not installed */
export async function openFirefox(): Promise<Firefox | undefined> {
  const path = findFirefox();
  if (path === undefined) return undefined;
  const profile = mkdtempSync(join(tmpdir(), 'quarry-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const software = existsSync(SOFTWARE_VULKAN) ? { VK_ICD_FILENAMES: SOFTWARE_VULKAN } : {};
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const browser = spawn(path, options, {
    env: { ...process.env, ...software, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const exited = once(browser, 'exit');
  const close = async () => {
    browser.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      setTimeout(() => reject(new Error(`Firefox did not start:\n${output}`)), STARTUP_MS).unref();
      void exited.then(() => reject(new Error(`Firefox ended:\n${output}`)));
      browser.stderr.on('data', (chunk: Buffer) => {
        output += chunk;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const send = await openSession(`${url}/session`);
    return {
      newTab: async (viewport) => {
        const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
        if (viewport) await send('browsingContext.setViewport', { context, viewport });
        return tabOf(send, context);
      },
      close
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;
type Answer = { readonly id?: number; readonly result?: Record<string, unknown>; readonly message?: string };

async function openSession(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message } = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (result) asked?.resolve(result);
    else asked?.reject(new Error(`Firefox: ${message}`));
  });
  let sent = 0;
  const send: Send = (method, params) => {
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(++sent, asked);
    socket.send(JSON.stringify({ id: sent, method, params }));
    return asked.promise;
  };
  await send('session.new', { capabilities: {} });
  return send;
}

function tabOf(send: Send, context: string): Tab {
  return {
    addInitScript: async (script) => {
      await send('script.addPreloadScript', { functionDeclaration: String(script), contexts: [context] });
    },
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    bringToFront: async () => {
      await send('browsingContext.activate', { context });
    },
    // As JSON, which avoids unpacking the protocol's own value format.
    evaluate: async (run, argument) => {
      const expression = `(async () => JSON.stringify((await (${String(run)})(${JSON.stringify(argument)})) ?? null))()`;
      const answer = (await send('script.evaluate', { expression, target: { context }, awaitPromise: true })) as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (answer.result === undefined) throw new Error(`Firefox: ${answer.exceptionDetails?.text}`);
      return JSON.parse(answer.result.value);
    }
  };
}

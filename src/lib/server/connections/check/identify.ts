import type { Found } from '$lib/api/services/check/result';
import { HTTP_SERVICE_IDS, SERVICES } from '$lib/api/services/services';
import { ask, TestEndedError, type ProbeTarget } from './probe';

/** Identifies what responds at an address instead of the expected service. Sends no password. */
export async function identify({ url, userAgent, fetch, deadline }: ProbeTarget): Promise<Found> {
  const fingerprints = await loadFingerprints();
  const base = {
    url: fingerprints.reduce((at, { apiPath }) => withoutEnd(at, apiPath), url),
    userAgent,
    fetch,
    deadline
  };
  for (const { found, path, matches } of fingerprints) {
    const reply = await askAnything(base, path);
    if (reply && matches(reply)) return found;
  }
  const root = await askAnything(base, '/');
  return root && (/^\s*</.test(root.text) || (root.status >= 300 && root.status < 400)) ? 'web-page' : 'other';
}

/**
 * The services that have a fingerprint. Those at the root of their address come first: they refuse all paths alike,
 * while others refuse only paths below their own.
 */
async function loadFingerprints() {
  const fingerprints = await Promise.all(
    HTTP_SERVICE_IDS.map(async (found) => {
      const { apiPath, loadCheck } = SERVICES[found];
      const { fingerprint } = await loadCheck();
      return fingerprint ? [{ found, apiPath, ...fingerprint }] : [];
    })
  );
  return fingerprints.flat().sort((a, b) => a.apiPath.length - b.apiPath.length);
}

const withoutEnd = (url: string, end: string): string =>
  end !== '' && url.endsWith(end) ? url.slice(0, -end.length) : url;

async function askAnything(base: ProbeTarget, path: string) {
  try {
    return await ask(base, path);
  } catch (error) {
    if (error instanceof TestEndedError) return undefined;
    throw error;
  }
}

import type { Readable } from 'node:stream';
import { createSession } from '$lib/api/quarry/session';

/**
 * What the built server prints up to its listening message, including its sign-in link; all of its output if it exits
 * first.
 */
export async function printedUntilListening(stdout: Readable): Promise<string> {
  let printed = '';
  // Left open, so that the server can continue to print.
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (/Quarry is running at \S+\s/.test(printed)) break;
  }
  stdout.resume();
  return printed;
}

/** Signs in like a page, with the link's token or a password. */
export async function signInAt(
  origin: string,
  body: { readonly token: string } | { readonly password: string }
): Promise<{ cookie: string; pageToken: string }> {
  let cookie = '';
  const session = createSession({
    baseUrl: `${origin}/api`,
    headers: { origin },
    async fetch(request) {
      const answer = await fetch(request);
      cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      return answer;
    }
  });
  const { pageToken } = await session.signIn({ body });
  return { cookie, pageToken };
}

import { building, dev } from '$app/environment';
import { AppError } from '$lib/errors';
import { container } from './container';
import { RefusedError, checkHost } from './guard';
import { refusal } from './proxy';
import type { Handle, ServerInit } from '@sveltejs/kit';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin'
};

// The development server has a port of its own.
const ENVIRONMENT = dev ? { QUARRY_PORT: '5173', ...process.env } : process.env;

export const init: ServerInit = async () => {
  if (building) return;
  const quarry = await container(ENVIRONMENT).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    // A person reads this in the terminal; a stack of calls would hide it.
    process.stderr.write(`Quarry cannot start: ${error.message}\n`);
    process.exit(1);
  });
  process.once('sveltekit:shutdown', () => void quarry.close());
  process.stdout.write(`Quarry is at ${quarry.signInLink ?? `${quarry.config.origin}/`}\n`);
};

export const handle: Handle = async ({ event, resolve }) => {
  const quarry = await container(ENVIRONMENT);
  try {
    checkHost(event.request.headers, quarry.config.allowedHosts);
  } catch (error) {
    if (error instanceof RefusedError) return refusal(error);
    throw error;
  }
  const response = await resolve(event);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
};

import { DEVICE_TOKEN_HEADER } from '$lib/api/quarry/deviceToken';

// In local storage, which belongs to one origin including its port. Signing out keeps it.
const KEY = 'quarry:device-token';

export function storeDeviceToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Without it, wrong passwords of others on this computer limit the next sign-in, too.
  }
}

function readDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Sends requests to Quarry's own server with the device token of the last sign-in. */
export const withDeviceToken =
  (send: (request: Request) => Promise<Response>) =>
  (request: Request): Promise<Response> => {
    const token = readDeviceToken();
    if (token !== undefined) request.headers.set(DEVICE_TOKEN_HEADER, token);
    return send(request);
  };

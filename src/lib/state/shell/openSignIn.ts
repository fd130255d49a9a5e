import { createDeviceTokens } from '$lib/api/quarry/deviceToken';
import { storeDeviceToken, withDeviceToken } from '$lib/storage/deviceToken';
import { fetchWithToken } from '$lib/storage/pageToken';
import { Access } from './access.svelte';
import { openSession } from './openSession';

/** Signing in from this browser, which is recognized later, so that nobody else's wrong passwords lock it out. */
export function openSignIn(): Access {
  const devices = createDeviceTokens({ fetch: fetchWithToken(fetch), baseUrl: '/api' });
  const session = openSession(withDeviceToken(fetch));
  return new Access({
    ...session,
    async signIn(...call) {
      const result = await session.signIn(...call);
      const created = await devices.create({}).catch(() => undefined);
      if (created) storeDeviceToken(created.deviceToken);
      return result;
    }
  });
}

import { expect, test } from 'vitest';
import { ServerError } from '$lib/api/http/errors';
import type { RenterClient } from '$lib/api/daemon/renter';
import { Renter } from '$lib/state/renter/renter.svelte';

/** A renter whose backup lasts until `end` is called. */
function backingUp() {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let cleaned = 0;
  const client = {
    backup: () => promise,
    clean: async () => void cleaned++,
    recoverBackup: () => Promise.reject(new ServerError({ method: 'POST', path: '/renter/recoverbackup' }, 500, 'no'))
  } as unknown as RenterClient;
  const renter = new Renter(client);
  return { renter, backup: renter.backUpToFile('/b'), end, cleaned: () => cleaned };
}

test('other actions are not dropped while one runs', async () => {
  const { renter, backup, end, cleaned } = backingUp();
  expect(await renter.clean()).toBe(true);
  expect([cleaned(), renter.isActing('backup'), renter.isActing('clean')]).toEqual([1, true, false]);
  end();
  expect(await backup).toBe(true);
  expect(renter.isActing('backup')).toBe(false);
});

test('an action is started once', async () => {
  const { renter, backup, end } = backingUp();
  expect(await renter.backUpToFile('/c')).toBe(false);
  end();
  await backup;
});

test('the error of one action is kept when another one starts or succeeds', async () => {
  const { renter, backup, end } = backingUp();
  await renter.restoreFromFile('/b');
  await renter.clean();
  expect([renter.problemOf('restore')?.code, renter.problemOf('clean')]).toEqual(['api/server-error', undefined]);
  renter.clearProblem('restore');
  expect(renter.problemOf('restore')).toBeUndefined();
  end();
  await backup;
});

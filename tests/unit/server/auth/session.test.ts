import { readdirSync, readFileSync, statSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRevokedSessions } from '$lib/server/auth/revokedSessions';
import { SharedFolderError, secretFromFile } from '$lib/server/secretFile';
import { createOneTimeToken, createSealer, SESSION_SECONDS, type SealerOptions } from '$lib/server/auth/session';
import { temporaryFolder } from '../../../support/temporary';

const content = { selected: 'start', passwords: { embedded: 'pass word', 'http://127.0.0.1:1/api': 'ünïcode' } };

const folder = () => temporaryFolder('session');

describe('the sealed cookie', () => {
  const path = join(folder(), 'ended.json');
  const sealerWith = (options: Partial<SealerOptions>) => {
    const clock = options.clock ?? (() => 1_000);
    return createSealer({
      secret: 'secret',
      audience: 'a',
      revoked: openRevokedSessions(path, clock),
      clock,
      ...options
    });
  };
  const sealer = sealerWith({});
  const session = sealer.begin(content);
  const token = sealer.pageTokenOf(session);

  test('decrypts to its content, and reveals nothing about it', () => {
    const sealed = sealer.seal(session);
    expect(sealer.open(sealed, token)).toEqual({ ...content, id: session.id, sinceMs: 1_000 });
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('pass');
  });

  test('is different every time', () => expect(sealer.seal(session)).not.toBe(sealer.seal(session)));

  test('is rejected after any bit flip', () => {
    const bytes = Buffer.from(sealer.seal(session), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(sealer.open(changed.toString('base64url'), token)).toBeUndefined();
    }
  });

  describe('with a new key', () => {
    const rotated = sealerWith({ secret: 'new', olderSecrets: ['secret'] });

    test('opens as long as the old key is accepted, and the page keeps its token', () => {
      const opened = rotated.open(sealer.seal(session), token);
      expect(opened).toEqual(session);
      const anew = rotated.seal({ ...opened!, selected: 'other' });
      expect(rotated.open(anew, token)).toMatchObject({ id: session.id, selected: 'other' });
      // Nothing new is sealed with the old key.
      expect(sealer.open(anew, token)).toBeUndefined();
      expect(sealer.open(anew, rotated.pageTokenOf(session))).toBeUndefined();
    });

    test('is rejected once the old key is removed', () => {
      expect(sealerWith({ secret: 'new' }).open(sealer.seal(session), token)).toBeUndefined();
    });

    test('requires the page token of one of the keys', () => {
      const third = sealerWith({ secret: 'third' }).pageTokenOf(session);
      expect(rotated.open(sealer.seal(session), third)).toBeUndefined();
      expect(rotated.open(sealer.seal(session), undefined)).toBeUndefined();
    });
  });

  test.each(['', 'x', 'AAAA', 'A'.repeat(200), '{"credentials":{}}'])('%j does not open', (text) => {
    expect(sealer.open(text, token)).toBeUndefined();
  });

  test('does not open with another key', () => {
    const other = sealerWith({ secret: 'other' });
    expect(other.open(sealer.seal(session), other.pageTokenOf(session))).toBeUndefined();
  });

  test('does not open for an audience it was not sealed for', () => {
    const other = sealerWith({ audience: 'b' });
    expect(other.open(sealer.seal(session), other.pageTokenOf(session))).toBeUndefined();
  });

  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['half of it', token.slice(0, 20)],
    ['one with an extra letter', `${token}A`],
    ['that of another session', sealer.pageTokenOf(sealer.begin(content))],
    ['that of another key', sealerWith({ secret: 'other' }).pageTokenOf(session)],
    ['the id of the session', session.id]
  ])('does not open with another page token: %s', (_, given) => {
    expect(sealer.open(sealer.seal(session), given)).toBeUndefined();
  });

  test('keeps one page token through all changes, which reveals nothing about it', () => {
    expect(sealer.pageTokenOf({ ...session, selected: 'two', passwords: {} })).toBe(token);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(sealerWith({}).pageTokenOf(session), 'after a restart').toBe(token);
    expect(sealer.seal(session)).not.toContain(token);
  });

  test('is invalid after signing out, including after a restart', () => {
    const ended = sealer.begin(content);
    sealer.end(ended);
    for (const after of [sealer, sealerWith({})]) {
      expect(after.open(after.seal(session), token)).toEqual(session);
      expect(after.open(after.seal(ended), after.pageTokenOf(ended))).toBeUndefined();
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('ends its streams, but not those of other sessions', () => {
    const [ended, other] = [sealer.begin(content), sealer.begin(content)];
    const [first, second, foreign] = [ended, ended, other].map((of) => sealer.untilEnd(of));
    sealer.end(ended);
    expect([first, second, foreign].map((signal) => signal!.aborted)).toEqual([true, true, false]);
    expect(sealer.untilEnd(ended).aborted).toBe(true);
  });

  test('ends its streams when it expires, at the latest when another session opens one', () => {
    let nowMs = 1_000;
    const aging = sealerWith({ clock: () => nowMs });
    const old = aging.untilEnd(aging.begin(content));
    nowMs += SESSION_SECONDS * 1_000 - 1;
    const recent = aging.untilEnd(aging.begin(content));
    expect(old.aborted).toBe(false);
    nowMs++;
    aging.untilEnd(aging.begin(content));
    expect([old.aborted, recent.aborted]).toEqual([true, false]);
  });

  test('ends its streams even if the disk is full', () => {
    const revoked = openRevokedSessions(join(folder(), 'missing', 'ended.json'), () => 1_000);
    const full = sealerWith({ revoked });
    const leaving = full.begin(content);
    const open = full.untilEnd(leaving);
    expect(() => full.end(leaving)).toThrow('ENOENT');
    expect(open.aborted).toBe(true);
    expect(full.open(full.seal(leaving), full.pageTokenOf(leaving))).toBeUndefined();
  });

  test('revokes all other cookies of the session', () => {
    const begun = sealer.begin(content);
    const cookies = ['a', 'b'].map((selected) => sealer.seal({ ...begun, selected }));
    sealer.end(begun);
    const begunToken = sealer.pageTokenOf(begun);
    expect(cookies.map((cookie) => sealer.open(cookie, begunToken))).toEqual([undefined, undefined]);
  });

  test('stays revoked if the clock is a year ahead while another session ends, and is then set back', () => {
    let nowMs = 1_000;
    const drifting = sealerWith({ clock: () => nowMs });
    const stolen = drifting.begin(content);
    const [sealed, ownToken] = [drifting.seal(stolen), drifting.pageTokenOf(stolen)];
    drifting.end(stolen);
    nowMs += 365 * 86_400_000;
    drifting.end(drifting.begin(content));
    nowMs = 2_000;
    expect(drifting.open(sealed, ownToken)).toBeUndefined();
    // And after a restart.
    expect(sealerWith({ clock: () => nowMs }).open(sealed, ownToken)).toBeUndefined();
  });

  test('of those that have expired, a thousand stay on the revocation list', () => {
    const full = join(folder(), 'ended.json');
    const sessions = Array.from({ length: 1_002 }, (_, i) => [`old-${i}`, 1_000]);
    writeFileSync(full, JSON.stringify({ version: 1, sessions }));
    const ended = openRevokedSessions(full, () => 5_000);
    ended.add('new', 9_000);
    expect(['old-1', 'old-2', 'new'].map((id) => ended.has(id))).toEqual([false, true, true]);
    expect([...ended.all()]).toEqual([['new', 9_000]]);
  });

  test('is decrypted once while in use, and checked every time', () => {
    let nowMs = 1_000;
    const using = sealerWith({ clock: () => nowMs });
    const begun = using.begin(content);
    const [sealed, ownToken] = [using.seal(begun), using.pageTokenOf(begun)];
    const first = using.open(sealed, ownToken);
    expect(using.open(sealed, ownToken)).toBe(first);
    expect([using.open(sealed, token), using.open(sealed, undefined)]).toEqual([undefined, undefined]);
    nowMs += SESSION_SECONDS * 1_000;
    expect(using.open(sealed, ownToken)).toBeUndefined();
    nowMs -= 1;
    // Once evicted, it is decrypted again.
    expect(using.open(sealed, ownToken)).toEqual(first);
    using.end(begun);
    expect(using.open(sealed, ownToken)).toBeUndefined();
  });

  test('expires after thirty days', () => {
    expect(SESSION_SECONDS).toBe(30 * 86_400);
    const sealed = sealer.seal(session);
    const at = (seconds: number) => sealerWith({ clock: () => 1_000 + seconds * 1_000 }).open(sealed, token);
    expect(at(SESSION_SECONDS - 1)).toEqual(session);
    expect(at(SESSION_SECONDS)).toBeUndefined();
  });
});

describe('the one-time token', () => {
  test('works once', () => {
    const token = createOneTimeToken();
    expect(token.redeem('guess')).toBe(false);
    expect(token.redeem('')).toBe(false);
    expect(token.redeem(token.text)).toBe(true);
    expect(token.redeem(token.text)).toBe(false);
  });
  test('is long and unique', () => {
    expect(createOneTimeToken().text).not.toBe(createOneTimeToken().text);
    expect(Buffer.from(createOneTimeToken().text, 'base64url')).toHaveLength(32);
  });
});

describe('a secret file', () => {
  test('is created once, readable by its owner only, ending with a newline', () => {
    const path = join(folder(), 'deeper', 'apipassword');
    const secret = secretFromFile(path, 16);
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(secretFromFile(path, 16)).toBe(secret);
  });

  test.each([
    ['empty', '\n'],
    ['with zeros only', '\0'.repeat(33)]
  ])('is filled if a crash left it %s', (_, left) => {
    const path = join(folder(), 'apipassword');
    writeFileSync(path, left);
    expect(secretFromFile(path, 16)).toMatch(/^[0-9a-f]{32}$/);
    expect(readdirSync(dirname(path))).toEqual(['apipassword']);
  });

  test('is made private if others can read it', () => {
    const path = join(folder(), 'apipassword');
    writeFileSync(path, 'chosen\n');
    chmodSync(path, 0o644);
    expect(secretFromFile(path, 16)).toBe('chosen');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

test.skipIf(process.platform === 'win32')('is neither created nor read in a world-writable folder', () => {
  const shared = folder();
  secretFromFile(join(shared, 'key'), 32);
  chmodSync(shared, 0o777);
  expect(() => secretFromFile(join(shared, 'key'), 32)).toThrow(SharedFolderError);
  expect(() => secretFromFile(join(shared, 'other'), 32)).toThrow(SharedFolderError);
  expect(readdirSync(shared)).toEqual(['key']);
});

import { describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { publicKeyBytes, type PrivateKey } from '$lib/chain/keys/keys';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import { isPlatformDependent, verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '$lib/consensus/errors';
import { SignatureCache, type SignatureCheck } from '$lib/consensus/validate/signatureCache';
import { MAX_AHEAD, SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { loadVectors } from '../../../../support/vectors';

interface Row {
  publicKey: string;
  message: string;
  signature: string;
  valid: boolean;
  name: string;
}
const rows = loadVectors<Row[]>('ed25519').map(({ publicKey, message, signature, ...row }) => ({
  ...row,
  bytes: [decodeHex(publicKey), decodeHex(message), decodeHex(signature)] as const
}));
const dependent = rows.filter(({ bytes }) => isPlatformDependent(bytes[0], bytes[2]));

test.each(dependent)('never leaves "$name" to the platform', async ({ bytes, valid }) => {
  const cache = new SignatureCache();
  const checker = new SignatureChecker(() => expect.fail('asked the platform'), cache);
  const verdict = await checker.withVerified(({ verifySignature, requireVerified }) => {
    const answer = verifySignature(...bytes);
    requireVerified();
    return answer;
  });
  expect(verdict).toBe(valid);
  // Verified slowly, so only once.
  const [publicKey, message, signature] = bytes;
  expect(cache.get({ publicKey, message, signature })).toBe(valid);
});

test('verifies many of them without blocking the thread, in order with others', async () => {
  const checks = Array.from({ length: 120 }, (_, i) => {
    const [publicKey, , signature] = dependent[i % dependent.length]!.bytes;
    const isForThreads = i % 3 === 0;
    return {
      publicKey: isForThreads ? new Uint8Array(32).fill(9) : publicKey,
      message: new Uint8Array(32).fill(i),
      signature: isForThreads ? new Uint8Array(64).fill(8) : signature
    };
  });
  const isEven = ({ message }: SignatureCheck) => message[0]! % 2 === 0;
  const checker = new SignatureChecker((sent) => Promise.resolve(sent.map(isEven)));
  let turns = 0;
  const counting = setInterval(() => turns++);
  const verdicts = await checker.withVerified(({ verifySignature, requireVerified }) => {
    const found = checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature));
    requireVerified();
    return found;
  });
  clearInterval(counting);
  expect(verdicts).toEqual(
    checks.map((check, i) =>
      i % 3 === 0 ? isEven(check) : verifySignature(check.publicKey, check.message, check.signature)
    )
  );
  expect(turns).toBeGreaterThan(1);
});

test('verifies the others once, and caches the result', async () => {
  let asked = 0;
  const checker = new SignatureChecker((checks) => {
    asked += checks.length;
    return Promise.resolve(checks.map(() => true));
  });
  const { bytes } = rows.find((row) => row.name === 'honest')!;
  for (let i = 0; i < 2; i++) {
    await checker.withVerified(({ verifySignature, requireVerified }) => {
      expect(verifySignature(...bytes)).toBe(true);
      requireVerified();
    });
  }
  expect(asked).toBe(1);
});

test.each(rows)('verifies "$name" on this thread as the network does', ({ bytes, valid }) => {
  expect(new SignatureChecker(() => expect.fail('asked the platform')).verifyNow(...bytes)).toBe(valid);
});

describe('verified validation', () => {
  const message = new Uint8Array(32).fill(5);
  const keys = Array.from({ length: 60 }, (_, i) => new Uint8Array(32).fill(i + 1) as PrivateKey);
  const publicKeys = keys.map((key) => publicKeyBytes(derivePublicKey(key)));
  const verifyAll = async (checks: readonly SignatureCheck[]) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature));

  test('needs few attempts for unlock conditions with many keys, of which the last one signed', async () => {
    const signature = decodeHex(sign(keys.at(-1)!, message));
    let attempts = 0;
    const isValid = await new SignatureChecker(verifyAll).withVerified(({ verifySignature, requireVerified }) => {
      attempts++;
      const found = publicKeys.some((publicKey) => verifySignature(publicKey, message, signature));
      requireVerified();
      return found;
    });
    expect(isValid).toBe(true);
    expect(attempts).toBeLessThanOrEqual(4);
  });

  // S is too large, so each is decided at once.
  const decided = new Uint8Array(64).fill(2).fill(0xff, 32);
  test.each([
    ['that only the slow verifier can decide', new Uint8Array(decided).fill(0, 0, 32), undefined],
    ['by work that takes little time to repeat', decided, 100]
  ])('does not block the thread while very many keys are tried %s', async (_, signature, fastPerAttempt) => {
    const candidates = Array.from({ length: 1_000 }, (_, i) =>
      new Uint8Array(32)
        .fill(9)
        .with(0, i)
        .with(1, i >> 8)
    );
    let [attempts, turns, isOver] = [0, 0, false];
    const counting = (async () => {
      for (; !isOver; turns++) await systemScheduler.yield();
    })();
    const checker = new SignatureChecker(async (checks) => checks.map(() => false), new SignatureCache(50));
    const isValid = await checker.withVerified(({ verifySignature, requireVerified }) => {
      attempts++;
      const found = candidates.some((publicKey) => verifySignature(publicKey, message, signature));
      requireVerified();
      return found;
    }, fastPerAttempt);
    isOver = true;
    await counting;
    expect(isValid).toBe(false);
    expect(turns).toBeGreaterThan(5);
    expect(attempts).toBeLessThanOrEqual(13);
  });

  describe('with known results only', () => {
    const signed = [publicKeys[0]!, message, decodeHex(sign(keys[0]!, message))] as const;
    const answer = (verify: VerifySignature) => ({ isValid: verify(...signed) });

    test('has a result once the signatures were verified, and none before', async () => {
      const checker = new SignatureChecker(verifyAll);
      expect(checker.ifKnown(answer)).toBeUndefined();
      expect(checker.verifyNow(...signed)).toBe(true);
      expect(checker.ifKnown(answer)).toEqual({ isValid: true });
    });

    test('has none if a rule is broken, and fails with every other error', () => {
      const checker = new SignatureChecker(verifyAll);
      const failing = (error: Error) => () =>
        checker.ifKnown(() => {
          throw error;
        });
      expect(failing(new ConsensusError('header/too-early', 'why'))()).toBeUndefined();
      expect(failing(new TypeError('a fault of ours'))).toThrow('a fault of ours');
    });
  });

  test('ends although there are more signatures than the cache holds', async () => {
    const signed = keys.map((key, i) => [publicKeys[i]!, message, decodeHex(sign(key, message))] as const);
    const checker = new SignatureChecker(verifyAll, new SignatureCache(50));
    const verdicts = await checker.withVerified(({ verifySignature, requireVerified }) => {
      const found = signed.map((check) => verifySignature(...check));
      requireVerified();
      return found;
    });
    expect(verdicts).toEqual(signed.map(() => true));
  });
});

test('work that fails without an unknown signature is done once: more attempts would fail, too', async () => {
  const checker = new SignatureChecker(() => expect.fail('no signature to verify'));
  const error = new ConsensusError('v2/unbalanced-coins', 'why');
  const work = vi.fn(() => {
    throw error;
  });
  await expect(checker.withVerified(work)).rejects.toBe(error);
  expect(work).toHaveBeenCalledOnce();
});

const asking =
  (checks: readonly SignatureCheck[]) =>
  (verifySignature: VerifySignature): void => {
    for (const { publicKey, message, signature } of checks) {
      if (!verifySignature(publicKey, message, signature))
        throw new ConsensusError('v2/policy-unsatisfied', 'invalid signature');
    }
  };

describe('validating in one pass', () => {
  const many = Array.from({ length: 150 }, (_, i) => ({
    publicKey: new Uint8Array(32).fill(9),
    message: new Uint8Array(32).fill(i),
    signature: new Uint8Array(64).fill(8)
  }));

  test('verifies once, in several batches, and keeps the results', async () => {
    const batches: number[] = [];
    const checker = new SignatureChecker(async (checks) => {
      batches.push(checks.length);
      return checks.map(() => true);
    });
    let runs = 0;
    const work = (verifySignature: VerifySignature) => (runs++, asking(many)(verifySignature));
    expect(await checker.passes(work)).toBe(true);
    expect([runs, batches]).toEqual([1, [...Array<number>(9).fill(16), 6]]);
    expect(await checker.passes(work)).toBe(true);
    expect([runs, batches]).toEqual([2, [...Array<number>(9).fill(16), 6]]);
  });

  test('verifies a signature shared by several inputs once, with one result for all', async () => {
    const sent: number[] = [];
    const checker = new SignatureChecker(async (checks) => {
      sent.push(checks.length);
      return checks.map(({ message }) => message[0] !== 1);
    });
    const [first, second] = many;
    expect(await checker.passes(asking([first!, { ...first! }, first!]))).toBe(true);
    expect(await checker.passes(asking([second!, second!, first!]))).toBe(false);
    expect(sent).toEqual([1, 1]);
  });

  test.each([
    ['one signature is invalid', 149, asking(many)],
    [
      'a rule is broken',
      -1,
      (verifySignature: VerifySignature) => {
        asking(many)(verifySignature);
        throw new ConsensusError('v2/empty', 'transactions cannot be empty');
      }
    ]
  ])('fails when %s', async (_, invalid, work) => {
    const checker = new SignatureChecker(async (checks) => checks.map(({ message }) => message[0] !== invalid));
    expect(await checker.passes(work)).toBe(false);
  });

  test('rethrows errors that are not consensus errors', async () => {
    const checker = new SignatureChecker(async (checks) => checks.map(() => true));
    const broken = () => {
      throw new RangeError('a mistake');
    };
    await expect(checker.passes(broken)).rejects.toThrow('a mistake');
  });
});

describe('verifying ahead', () => {
  const checksOf = (count: number): SignatureCheck[] =>
    Array.from({ length: count }, (_, i) => ({
      publicKey: new Uint8Array(32).fill(9),
      message: new Uint8Array(32).fill(i & 0xff).with(31, i >> 8),
      signature: new Uint8Array(64).fill(8)
    }));
  test.each([true, false])('a block waits for checks in progress, and sends only the rest: %s', async (isValid) => {
    const sent: number[] = [];
    const waiting: (() => void)[] = [];
    const checker = new SignatureChecker(async (checks) => {
      sent.push(checks.length);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return checks.map(({ message }) => message[0] !== 1 || isValid);
    });
    const checks = checksOf(5);
    void checker.verifyAhead(checks.slice(0, 3));
    void checker.verifyAhead(checks.slice(0, 3));
    const passed = checker.passes(asking(checks));
    expect(sent).toEqual([3, 2]);
    waiting.forEach((finish) => finish());
    expect(await passed).toBe(isValid);
    expect(await checker.passes(asking(checks))).toBe(isValid);
    void checker.verifyAhead(checks);
    expect(sent).toEqual([3, 2]);
  });

  test('has a limit on checks in progress', () => {
    const sent: number[] = [];
    const checker = new SignatureChecker((checks) => (sent.push(checks.length), new Promise(() => undefined)));
    for (let i = 0; i < 2; i++) void checker.verifyAhead(checksOf(MAX_AHEAD + 100));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(MAX_AHEAD);
  });

  test('failed checks are repeated when needed', async () => {
    let failures = 1;
    const checker = new SignatureChecker((checks) =>
      failures-- > 0 ? Promise.reject(new Error('the thread ended')) : Promise.resolve(checks.map(() => true))
    );
    await checker.verifyAhead(checksOf(1));
    expect(await checker.passes(asking(checksOf(1)))).toBe(true);
  });

  test.each(dependent)('leaves "$name" for later', async ({ bytes: [publicKey, message, signature] }) => {
    const cache = new SignatureCache();
    const checker = new SignatureChecker(() => expect.fail('asked the platform'), cache);
    await checker.verifyAhead([{ publicKey, message, signature }]);
    expect(cache.get({ publicKey, message, signature })).toBeUndefined();
  });
});

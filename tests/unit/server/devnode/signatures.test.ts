import { expect, test } from 'vitest';
import { isPlatformDependent } from '../../../../src/lib/chain/verifySignature';
import { decodeHex } from '../../../../src/lib/codec/bytes';
import { SignatureChecker } from '../../../../src/lib/server/devnode/signatures';
import { loadVectors } from '../../../support/vectors';

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
  const checker = new SignatureChecker(() => expect.fail('asked the platform'));
  const verdict = await checker.settle(({ verifySignature, requireSettled }) => {
    const answer = verifySignature(...bytes);
    requireSettled();
    return answer;
  });
  expect(verdict).toBe(valid);
});

test('asks about the others once, and keeps the answer', async () => {
  let asked = 0;
  const checker = new SignatureChecker((checks) => {
    asked += checks.length;
    return Promise.resolve(checks.map(() => true));
  });
  const { bytes } = rows.find((row) => row.name === 'honest')!;
  for (let i = 0; i < 2; i++) {
    await checker.settle(({ verifySignature, requireSettled }) => {
      expect(verifySignature(...bytes)).toBe(true);
      requireSettled();
    });
  }
  expect(asked).toBe(1);
});

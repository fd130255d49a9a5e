import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseVerifyOptions, readKey, readSigned } from '../../../scripts/release/verify.mjs';
import { temporaryFolder } from '../../support/temporary';

const cwd = resolve('/home/person');

test('--help lists every option', () => {
  const given = parseVerifyOptions(['--help'], cwd);
  const help = 'help' in given ? given.help : '';
  expect([...help.matchAll(/^ {2}--(\w+)/gm)].map(([, name]) => name)).toEqual([
    'manifest',
    'key',
    'sign',
    'out',
    'help'
  ]);
});

test('paths are relative to the folder in which the command was run', () => {
  expect(parseVerifyOptions(['--manifest', 'release.json', '--key', '/keys/release.pem'], cwd)).toEqual({
    manifest: join(cwd, 'release.json'),
    key: resolve('/keys/release.pem')
  });
});

test.each([
  ['--manifest without --key', ['--manifest', 'x'], '--manifest and --key must be given together'],
  ['--out without --sign', ['--out', 'x'], '--sign and --out must be given together'],
  ['an unknown option', ['--sgin', 'x'], "Unknown option '--sgin'"]
])('%s is refused, with a pointer to the help', (_, args, reason) => {
  expect(() => parseVerifyOptions(args, cwd)).toThrow(reason);
  expect(() => parseVerifyOptions(args, cwd)).toThrow('npm run verify -- --help');
});

test('a file that is missing, or not what the option needs, is named', () => {
  const folder = temporaryFolder('verify');
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const release = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });
  const foreign = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });
  const publicKey = file('public.pem', release.publicKey);
  const other = file('other.pem', foreign.privateKey);

  expect(readKey(publicKey, createPublicKey).type).toBe('public');
  expect(readKey(file('private.pem', release.privateKey), createPrivateKey).type).toBe('private');
  expect(() => readKey(publicKey, createPrivateKey)).toThrow(`${publicKey} is not an Ed25519 private key`);
  expect(() => readKey(other, createPrivateKey)).toThrow(`${other} is not an Ed25519 private key`);
  expect(() => readKey(join(folder, 'none.pem'), createPublicKey)).toThrow(join(folder, 'none.pem'));

  const signed = { manifest: '{}', signature: 'AA==' };
  expect(readSigned(file('signed.json', JSON.stringify(signed)))).toEqual(signed);
  const unsigned = file('unsigned.json', '{"files":{}}');
  expect(() => readSigned(unsigned)).toThrow(`${unsigned} is not a signed manifest`);
});

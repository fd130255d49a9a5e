import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { billOfMaterials } from '../../../scripts/release/billOfMaterials.mjs';
import { describeBuild, differences, openManifest, signManifest } from '../../../scripts/release/manifest.mjs';
import { temporaryFolder } from '../../support/temporary';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('manifest');
  mkdirSync(join(folder, 'client'));
  writeFileSync(join(folder, 'index.js'), 'serve()');
  writeFileSync(join(folder, 'client', 'app.js'), 'start()');
});

describe('the manifest of a build', () => {
  test('identifies each file by its contents', () => {
    const { files } = describeBuild(folder, 'aa');
    expect(Object.keys(files)).toEqual(['client/app.js', 'index.js']);
    // SHA-256 of `serve()`, from sha256sum.
    expect(files['index.js']).toBe('b3fa6e57e4982d3ad030ba3aa5043f6ae33bdc9c30483936f97d5c1318e4f2c8');
  });

  test.each([
    ['changed: client/app.js', () => writeFileSync(join(folder, 'client', 'app.js'), 'start() ')],
    ['added: client/more.js', () => writeFileSync(join(folder, 'client', 'more.js'), '')],
    ['missing: index.js', () => rmSync(join(folder, 'index.js'))]
  ])('detects %s', (line, damage) => {
    const before = describeBuild(folder, 'aa');
    expect(differences(before, describeBuild(folder, 'aa'))).toEqual([]);
    damage();
    expect(differences(before, describeBuild(folder, 'aa'))).toEqual([line]);
  });

  test('detects different sources', () => {
    expect(differences(describeBuild(folder, 'aa'), describeBuild(folder, 'bb'))).toEqual([
      'built from different sources'
    ]);
  });
});

describe('a signed manifest', () => {
  const pair = () =>
    generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' }
    });
  const release = pair();

  test('verifies with the key that signed it', () => {
    const manifest = describeBuild(folder, 'aa');
    expect(openManifest(signManifest(manifest, release.privateKey), release.publicKey)).toEqual(manifest);
  });

  test('fails to verify with another key, or with one character changed', () => {
    const signed = signManifest(describeBuild(folder, 'aa'), release.privateKey);
    expect(openManifest(signed, pair().publicKey)).toBeUndefined();
    const changed = { ...signed, manifest: signed.manifest.replace('"aa"', '"ab"') };
    expect(openManifest(changed, release.publicKey)).toBeUndefined();
  });
});

describe('the bill of materials', () => {
  test('names each package with its license and hash, and nothing that varies between builds', () => {
    const packages = [
      {
        name: '@scope/part',
        path: 'node_modules/@scope/part',
        version: '1.2.3',
        license: 'MIT',
        integrity: `sha512-${Buffer.from([1, 2, 255]).toString('base64')}`,
        hasInstallScript: false
      }
    ];
    const text = billOfMaterials('0.1.0', packages);
    expect(text).toBe(billOfMaterials('0.1.0', packages));
    expect(JSON.parse(text).components).toEqual([
      {
        type: 'library',
        'bom-ref': 'node_modules/@scope/part',
        name: '@scope/part',
        version: '1.2.3',
        purl: 'pkg:npm/%40scope/part@1.2.3',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: '0102ff' }]
      }
    ]);
  });
});

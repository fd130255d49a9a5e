import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_HOST_SETTINGS } from '$lib/server/node/host/settings';
import { RegistryFile } from '$lib/server/node/host/storage/registryFile';
import { temporaryFolder } from '../../../../../support/temporary';

const NONE = DEFAULT_HOST_SETTINGS;
const USUAL = { ...NONE, registrySize: 16_384n };
const REFUSED = { code: 'host/registry-path-invalid', parameter: 'customregistrypath' };

let root: string;
let usual: string;
let registry: RegistryFile;
beforeEach(() => {
  root = temporaryFolder('registry');
  usual = join(root, 'host-registry.dat');
  registry = new RegistryFile(root, 'ed25519:ab');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => ({ ...USUAL, customRegistryPath: join(root, name) });

test('a registry is a file with the name of its host, which moves with the settings and goes with them', () => {
  registry.follow(NONE, NONE);
  expect(readdirSync(root)).toEqual([]);
  registry.follow(NONE, USUAL);
  expect(readFileSync(usual, 'utf8')).toContain('ed25519:ab');
  const text = readFileSync(usual, 'utf8');
  registry.follow(USUAL, { ...USUAL, registrySize: 32_768n });
  expect(readdirSync(root)).toEqual(['host-registry.dat']);
  registry.follow(USUAL, at('other.dat'));
  expect(readdirSync(root)).toEqual(['other.dat']);
  expect(readFileSync(join(root, 'other.dat'), 'utf8')).toBe(text);
  // A custom path has one of any size.
  registry.follow(at('other.dat'), { ...at('third.dat'), registrySize: 0n });
  expect(readdirSync(root)).toEqual(['third.dat']);
  registry.follow(at('third.dat'), NONE);
  expect(readdirSync(root)).toEqual([]);
});

test('files that are not ours are neither replaced nor deleted', () => {
  const other = new RegistryFile(root, 'ed25519:cd');
  writeFileSync(usual, 'mine');
  expect(() => registry.follow(NONE, USUAL)).toThrow(expect.objectContaining(REFUSED));
  registry.follow(USUAL, NONE);
  expect(readFileSync(usual, 'utf8')).toBe('mine');
  rmSync(usual);
  other.follow(NONE, USUAL);
  const text = readFileSync(usual, 'utf8');
  // Of the same length.
  expect(() => registry.follow(NONE, USUAL)).toThrow(expect.objectContaining(REFUSED));
  registry.follow(USUAL, NONE);
  expect(readFileSync(usual, 'utf8')).toBe(text);
  // Our own is written again.
  other.follow(NONE, USUAL);
  expect(readFileSync(usual, 'utf8')).toBe(text);
});

test('a link whose target cannot be read is not deleted', () => {
  symlinkSync(join(root, 'missing.dat'), usual);
  registry.follow(USUAL, NONE);
  expect(readlinkSync(usual)).toBe(join(root, 'missing.dat'));
});

test.each<[string, (root: string) => string, string]>([
  ['is not absolute', () => 'registry.dat', 'must be absolute'],
  ['is in no directory', (root) => join(root, 'none', 'a.dat'), 'none: no such file or directory'],
  ['is in a file', (root) => join(root, 'file', 'a.dat'), 'not a directory'],
  ['is a directory', (root) => join(root, 'directory'), 'exists and is not a registry of this host']
])('a path that %s is refused, and nothing is changed', (_, path, reason) => {
  writeFileSync(join(root, 'file'), '');
  mkdirSync(join(root, 'directory'));
  registry.follow(NONE, USUAL);
  const customRegistryPath = path(root);
  expect(() => registry.follow(USUAL, { ...USUAL, customRegistryPath })).toThrow(
    expect.objectContaining({ ...REFUSED, message: expect.stringContaining(reason) })
  );
  expect(readdirSync(root).toSorted()).toEqual(['directory', 'file', 'host-registry.dat']);
});

test('a node that stores nothing has a registry only where its operator wants one', () => {
  const inMemory = new RegistryFile(undefined, 'ed25519:ab');
  inMemory.follow(NONE, USUAL);
  expect(readdirSync(root)).toEqual([]);
  inMemory.follow(USUAL, at('other.dat'));
  expect(existsSync(join(root, 'other.dat'))).toBe(true);
});

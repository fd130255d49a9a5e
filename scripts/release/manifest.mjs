import { createHash, sign, verify } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Manifest contents of a build of given sources
 * @property {string} sources SHA-256 over everything the build reads, hex
 * @property {string} node version used for the build: its zlib determines the bytes of compressed files
 * @property {Record<string, string>} files SHA-256 of each file of build/, hex, by path
 *
 * @typedef {object} SignedManifest
 * @property {string} manifest its exact text
 * @property {string} signature Ed25519 over that text, base64
 */

/**
 * @param {string} folder a build
 * @param {string} sources hash of its sources
 * @returns {Manifest}
 */
export function describeBuild(folder, sources) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      createHash('sha256').update(readFileSync(path)).digest('hex')
    ]);
  return { sources, node: process.version, files: Object.fromEntries(files) };
}

/**
 * @param {Manifest} manifest
 * @param {import('node:crypto').KeyLike} privateKey Ed25519, as an object or PEM
 * @returns {SignedManifest}
 */
export function signManifest(manifest, privateKey) {
  const text = JSON.stringify(manifest, null, 1);
  return { manifest: text, signature: sign(null, Buffer.from(text), privateKey).toString('base64') };
}

/**
 * @param {SignedManifest} signed
 * @param {import('node:crypto').KeyLike} publicKey Ed25519, as an object or PEM
 * @returns {Manifest | undefined} undefined if the signature is invalid
 */
export function openManifest({ manifest, signature }, publicKey) {
  const good = verify(null, Buffer.from(manifest), publicKey, Buffer.from(signature, 'base64'));
  return good ? JSON.parse(manifest) : undefined;
}

/**
 * The differences between two builds, one per line; empty if they are identical.
 * @param {Manifest} expected
 * @param {Manifest} found
 * @returns {string[]}
 */
export function differences(expected, found) {
  const lines = [];
  if (expected.sources !== found.sources) lines.push('built from different sources');
  for (const path of new Set([...Object.keys(expected.files), ...Object.keys(found.files)])) {
    if (expected.files[path] === found.files[path]) continue;
    const kind = found.files[path] === undefined ? 'missing' : expected.files[path] === undefined ? 'added' : 'changed';
    lines.push(`${kind}: ${path}`);
  }
  return lines;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources } from '../run/sources.mjs';
import { billOfMaterials, licenseTexts } from './billOfMaterials.mjs';
import { describeBuild } from './manifest.mjs';
import { lockedPackages, shippedPackages } from './packages.mjs';

/** Files of a build that describe it and are excluded from the description. */
const DESCRIPTIONS = ['.sources', 'manifest.json'];

/**
 * Adds descriptions to a fresh build: the bill of materials, the licenses, the manifest.
 * @param {string} root of the repository
 */
export function writeReleaseFiles(root) {
  const build = join(root, 'build');
  const packages = shippedPackages(lockedPackages(root));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(build, 'sbom.cdx.json'), billOfMaterials(version, packages));
  writeFileSync(join(build, 'client', 'licenses.txt'), licenseTexts(root, packages));
  writeFileSync(join(build, 'manifest.json'), JSON.stringify(describeFinishedBuild(root), null, 1));
}

/** @param {string} root of the repository @returns {import('./manifest.mjs').Manifest} of its current build */
export function describeFinishedBuild(root) {
  const manifest = describeBuild(join(root, 'build'), hashSources(root));
  for (const path of DESCRIPTIONS) delete manifest.files[path];
  return manifest;
}

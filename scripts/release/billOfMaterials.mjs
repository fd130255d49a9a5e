import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./packages.mjs').ShippedPackage} ShippedPackage */

/**
 * The software bill of materials in CycloneDX 1.6 format. It contains no timestamp and no serial number, so that builds
 * are reproducible.
 * @param {string} version of Quarry
 * @param {ShippedPackage[]} packages
 * @returns {string} JSON text
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function billOfMaterials(version, packages) {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'quarry', name: 'quarry', version, licenses: licenses('MIT') }
    },
    components: packages.map(({ name, version, path, license, integrity }) => ({
      type: 'library',
      'bom-ref': path,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license === undefined ? {} : { licenses: licenses(license) }),
      ...(integrity === undefined
        ? {}
        : { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] })
    }))
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * Concatenated license texts that must accompany the packages.
 * @param {string} root
 * @param {ShippedPackage[]} packages
 * @returns {string}
 */
export function licenseTexts(root, packages) {
  return packages
    .map(({ name, version, license, path }) => {
      const folder = join(root, path);
      const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file)) : [];
      const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license ?? 'unknown license'})`, '', ...texts].join('\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} id */
function licenses(id) {
  return [{ license: { id } }];
}

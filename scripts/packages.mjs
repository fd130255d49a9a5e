// Rejects packages that must not ship: with install scripts, with a license that requires more than a notice, or not
// pinned by the lockfile.
import { join } from 'node:path';
import { lockedPackages, objections, shippedPackages } from './release/packages.mjs';

const packages = shippedPackages(lockedPackages(join(import.meta.dirname, '..')));
const problems = packages.flatMap(objections);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${packages.length} shipped packages: no install scripts, permissive licenses, pinned hashes`);

// Refuses what must not ship: packages that run scripts when they are installed, that anybody's licence binds further
// than to a notice, or whose contents the lockfile does not pin.
import { join } from 'node:path';
import { lockedPackages, objections, shippedPackages } from './release/packages.mjs';

const packages = shippedPackages(lockedPackages(join(import.meta.dirname, '..')));
const problems = packages.flatMap(objections);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${packages.length} packages ship: no install scripts, permissive licences, pinned contents`);

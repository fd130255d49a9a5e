import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A server from tests/compat/servers.json. */
export interface Program {
  /** `COMPAT_<KEY>` may contain the program's path. */
  readonly key: string;
  readonly name: string;
  readonly binary: string;
  readonly version: string;
  /** Folder of its repository below `--from`. */
  readonly checkout: string;
  /** Main package, relative to the checkout. */
  readonly package: string;
  /** Argument of `go install`. */
  readonly module: string;
  /** Flags for the Go tool. */
  readonly flags: readonly string[];
}

/** The program's path and origin, or why it is missing. */
export type Installed = { readonly path: string; readonly how: string } | { readonly reason: string };

interface Places {
  /** Built programs and logs of failed builds. */
  readonly cache: string;
  /** Folder of checkouts, from `--from`. */
  readonly from: string | undefined;
}

/**
 * The program at the path in `COMPAT_<KEY>`; otherwise built from its checkout below `--from`; otherwise installed by
 * the Go tool. Builds are cached by version or by the commit they were built from.
 */
export const findOrInstall = (program: Program, places: Places): Installed =>
  givenOr(program.key, () =>
    places.from === undefined ? install(program, places.cache) : buildFrom(program, places.cache, resolve(places.from))
  );

/**
 * The program at the path in `COMPAT_JUDGE`; otherwise built.
 * @param source the folder tests/compat/judge
 */
export const findOrBuildJudge = (source: string, { cache, from }: Places): Installed =>
  givenOr('judge', () =>
    build({
      path: join(cache, 'judge'),
      how: 'built from source',
      args: ['.'],
      source,
      cache,
      from: from && resolve(from)
    })
  );

function givenOr(key: string, make: () => Installed): Installed {
  const given = process.env[`COMPAT_${key.toUpperCase()}`];
  if (given) return existsSync(given) ? { path: given, how: 'as given' } : { reason: `${given} does not exist` };
  if (spawnSync('go', ['version']).status !== 0) return { reason: 'Go is not installed, or does not run' };
  return make();
}

function install({ binary, version, module, flags }: Program, cache: string): Installed {
  const folder = join(cache, `${binary}-${version}`);
  const path = join(folder, binary);
  const how = `go install ${[...flags, module].join(' ')}`;
  if (existsSync(path)) return { path, how };
  console.log(how);
  const failure = go(['install', ...flags, module], { log: `${folder}.log`, env: { GOBIN: folder } });
  return failure === undefined && existsSync(path) ? { path, how } : { reason: `go install failed: ${failure}` };
}

function buildFrom(
  { binary, version, checkout, package: main, flags }: Program,
  cache: string,
  from: string
): Installed {
  const source = join(from, checkout);
  if (!existsSync(join(source, 'go.mod'))) return { reason: `no checkout in ${source}` };
  const git = (...args: string[]) => spawnSync('git', ['-C', source, ...args], { encoding: 'utf8' }).stdout.trim();
  const built = git('describe', '--tags', '--always', '--dirty');
  if (built !== `v${version}`) console.log(`${checkout} is at ${built}; the suite was written for v${version}`);
  const path = join(cache, `${binary}-${built}`, binary);
  const how = `built from source at ${built}`;
  if (existsSync(path) && !built.endsWith('-dirty')) return { path, how };
  return build({ path, how, args: [...flags, main], source, cache, from });
}

interface Build {
  /** Where to put the program. */
  readonly path: string;
  /** Its origin. */
  readonly how: string;
  readonly args: readonly string[];
  readonly source: string;
  readonly cache: string;
  readonly from: string | undefined;
}

/** Builds a program; if the registry refuses its libraries, with those that have checkouts next to it. */
function build({ path, how, args, source, cache, from }: Build): Installed {
  const log = `${path}.log`;
  console.log(`go build ${args.join(' ')} in ${source}`);
  const failure = go(['build', '-o', path, ...args], { log, cwd: source });
  if (failure === undefined) return { path, how };
  const modfile = from && replaceLibraries(source, from, cache);
  if (!modfile) return { reason: `go build failed: ${failure}` };
  const second = go(['build', '-o', path, '-modfile', modfile, '-mod=mod', ...args], { log, cwd: source });
  return second === undefined
    ? { path, how: `${how}, with libraries from checkouts` }
    : { reason: `go build failed: ${second}` };
}

/** A copy of the program's go.mod in which each required module with a checkout below `from` is replaced by it. */
function replaceLibraries(source: string, from: string, cache: string): string | undefined {
  const required = readFileSync(join(source, 'go.mod'), 'utf8');
  const replaced: string[] = [];
  for (const folder of readdirSync(from)) {
    const library = join(from, folder, 'go.mod');
    const module = existsSync(library) ? /^module\s+(\S+)/m.exec(readFileSync(library, 'utf8'))?.[1] : undefined;
    if (
      module !== undefined &&
      new RegExp(`^\\s*(?:require )?${module.replaceAll('.', '\\.')} v`, 'm').test(required)
    ) {
      replaced.push(`replace ${module} => ${join(from, folder)}`);
    }
  }
  if (replaced.length === 0) return undefined;
  console.log(replaced.join('\n'));
  const modfile = join(cache, 'replaced.mod');
  writeFileSync(modfile, `${required}\n${replaced.join('\n')}\n`);
  writeFileSync(join(cache, 'replaced.sum'), readFileSync(join(source, 'go.sum')));
  return modfile;
}

interface GoRun {
  readonly log: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @returns the end of its output on failure; all of it is in the log */
function go(args: readonly string[], { log, cwd, env }: GoRun): string | undefined {
  const variables = { ...process.env, GOFLAGS: `${process.env.GOFLAGS ?? ''} -p=1`.trim(), ...env };
  const { status, stderr } = spawnSync('go', args, { cwd, env: variables, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status === 0) {
    rmSync(log, { force: true });
    return undefined;
  }
  mkdirSync(join(log, '..'), { recursive: true });
  writeFileSync(log, stderr);
  return stderr.trim().split('\n').slice(-2).join(' ').slice(0, 400);
}

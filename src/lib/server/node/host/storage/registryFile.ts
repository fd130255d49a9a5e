import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { HostInternalSettings } from '$lib/api/daemon/host';
import { refusal } from '$lib/server/node/errors';
import { directoryProblem, systemWords } from './folderFiles';

const DEFAULT_NAME = 'host-registry.dat';
const HEADER = 'Registry of the simulated storage market of Quarry; host';

/**
 * The file of the host's registry. Simulated renters put nothing into it that would have to be kept, so the file only
 * holds the place, whatever size the registry has.
 */
export class RegistryFile {
  readonly #directory: string | undefined;
  readonly #text: string;

  /**
   * @param directory where it lies unless the settings say otherwise; undefined when nothing is kept there
   * @param hostKey written into it, so that nothing else is taken for it
   */
  constructor(directory: string | undefined, hostKey: string) {
    this.#directory = directory;
    this.#text = `${HEADER} ${hostKey}\n`;
  }

  /**
   * Brings the file to where the new settings have it. Nothing but a registry of this host is ever replaced or deleted.
   * @throws {Refusal} it cannot be there; then everything is as before
   */
  follow(from: HostInternalSettings, to: HostInternalSettings): void {
    const [before, after] = [this.#place(from), this.#place(to)];
    if (after !== undefined && after !== before) this.#write(after, to.customRegistryPath !== '');
    if (before !== undefined && before !== after && this.#isOurs(before)) rmSync(before, { force: true });
  }

  /** Where the file is with these settings, if there is a registry. */
  #place({ registrySize, customRegistryPath }: HostInternalSettings): string | undefined {
    if (customRegistryPath !== '') return customRegistryPath;
    return registrySize > 0n && this.#directory !== undefined ? join(this.#directory, DEFAULT_NAME) : undefined;
  }

  #write(path: string, isCustom: boolean): void {
    if (!isAbsolute(path)) throw refused('the path of the registry must be absolute');
    const problem = isCustom ? directoryProblem(dirname(path)) : undefined;
    if (problem !== undefined) throw refused(problem.message);
    if (existsSync(path) && !this.#isOurs(path)) throw refused(`${path} exists and is no registry of this host`);
    try {
      writeFileSync(path, this.#text);
    } catch (error) {
      throw refused(`open ${path}: ${systemWords(error)}`, error);
    }
  }

  #isOurs(path: string): boolean {
    try {
      return statSync(path).size === this.#text.length && readFileSync(path, 'utf8') === this.#text;
    } catch {
      return false;
    }
  }
}

const refused = (reason: string, cause?: unknown) => refusal('host/registry-path-invalid', { reason }, cause);

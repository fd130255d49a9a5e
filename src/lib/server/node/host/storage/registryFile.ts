import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { HostInternalSettings } from '$lib/api/daemon/host';
import { refusal } from '$lib/server/node/errors';
import { directoryProblem, systemErrorText } from './folderFiles';

const DEFAULT_NAME = 'host-registry.dat';
const HEADER = 'Registry of the simulated storage market of Quarry; host';

/**
 * The host's registry file. Simulated renters write no registry entries, so the file has a header only, whatever the
 * configured size.
 */
export class RegistryFile {
  readonly #directory: string | undefined;
  readonly #text: string;

  /**
   * @param directory default location; undefined to store nothing
   * @param hostKey written into the file, so that no other file is mistaken for it
   */
  constructor(directory: string | undefined, hostKey: string) {
    this.#directory = directory;
    this.#text = `${HEADER} ${hostKey}\n`;
  }

  /**
   * Moves the file to where the new settings place it. Only a registry file of this host is ever replaced or deleted.
   * @throws {Refusal} it cannot be written there; nothing was changed
   */
  follow(from: HostInternalSettings, to: HostInternalSettings): void {
    const [before, after] = [this.#place(from), this.#place(to)];
    if (after !== undefined && after !== before) this.#write(after, to.customRegistryPath !== '');
    if (before !== undefined && before !== after && this.#isOurs(before)) rmSync(before, { force: true });
  }

  /** The file's path with these settings; undefined without a registry. */
  #place({ registrySize, customRegistryPath }: HostInternalSettings): string | undefined {
    if (customRegistryPath !== '') return customRegistryPath;
    return registrySize > 0n && this.#directory !== undefined ? join(this.#directory, DEFAULT_NAME) : undefined;
  }

  #write(path: string, isCustom: boolean): void {
    if (!isAbsolute(path)) throw refused('the path of the registry must be absolute');
    const problem = isCustom ? directoryProblem(dirname(path)) : undefined;
    if (problem !== undefined) throw refused(problem.message);
    if (existsSync(path) && !this.#isOurs(path)) throw refused(`${path} exists and is not a registry of this host`);
    try {
      writeFileSync(path, this.#text);
    } catch (error) {
      throw refused(`open ${path}: ${systemErrorText(error)}`, error);
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

const refused = (reason: string, cause?: unknown) =>
  refusal('host/registry-path-invalid', { reason }, cause).about('customregistrypath');

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { CHOOSABLE_NETWORKS, type ChoosableNetwork } from '$lib/api/quarry/network';

const stored = z.object({ network: z.enum(CHOOSABLE_NETWORKS) });

/** The network that a person chose on the page, kept beside the networks' folders. */
export interface NetworkChoice {
  /** Undefined before the first choice. */
  readonly network: ChoosableNetwork | undefined;
  choose(network: ChoosableNetwork): void;
}

/** @param path its file; one that cannot be read counts as none, as nothing but the question depends on it */
export function openNetworkChoice(path: string): NetworkChoice {
  let chosen = readChoice(path);
  return {
    get network() {
      return chosen;
    },
    choose(network) {
      writeFileSync(`${path}.new`, `${JSON.stringify({ network })}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
      chosen = network;
    }
  };
}

function readChoice(path: string): ChoosableNetwork | undefined {
  try {
    return z.parse(stored, JSON.parse(readFileSync(path, 'utf8'))).network;
  } catch {
    return undefined;
  }
}

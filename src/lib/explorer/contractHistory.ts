import type { WalletServer } from '$lib/api/wallet-server/client';
import { NO_BASIS } from '$lib/api/wallet-server/schemas';
import { RepeatedPagesError } from '$lib/api/wallet-server/unsuitableServer';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import type { FileContractId } from '$lib/chain/ids';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import type { Height } from '$lib/chain/time';

/** The contract after a block. */
export type ContractTerms =
  | { readonly generation: 1; readonly contract: FileContract }
  | { readonly generation: 2; readonly contract: V2FileContract };

/** An event in the contract's history. */
export interface ContractStep {
  /** A contract ends with a storage proof, without one, or by renewal. */
  readonly what: 'formed' | 'revised' | 'proved' | 'missed' | 'renewed';
  readonly index: ChainIndex;
  readonly terms: ContractTerms;
}

/** Blocks per step, newest first; one request returns a hundred. */
const STRETCH = 500;
const PER_REQUEST = 100;

/** Progress of the search. */
export interface SearchProgress {
  /** The tip when the search began. */
  readonly tip: Height;
  /** The lowest height searched; undefined before the first step. */
  readonly reached: Height | undefined;
  /** Found since the last progress, newest first. */
  readonly steps: readonly ContractStep[];
}

/**
 * Searches the chain for one contract, from the tip down to its formation.
 * @throws {RepeatedPagesError} the server returns the same blocks again
 */
export async function* contractHistory(
  wallet: Pick<WalletServer, 'tip' | 'indexAt' | 'updates'>,
  id: FileContractId,
  signal: AbortSignal
): AsyncGenerator<SearchProgress> {
  const { height: tip } = await wallet.tip({}, { signal });
  yield { tip, reached: undefined, steps: [] };
  for (let to = tip; to >= 0; to -= STRETCH) {
    const from = Math.max(0, to - STRETCH + 1);
    const steps = (await stepsBetween(wallet, id, { from, to }, signal)).reverse();
    yield { tip, reached: from, steps };
    if (steps.at(-1)?.what === 'formed') return;
  }
}

async function stepsBetween(
  wallet: Pick<WalletServer, 'indexAt' | 'updates'>,
  id: FileContractId,
  { from, to }: { readonly from: Height; readonly to: Height },
  signal: AbortSignal
): Promise<ContractStep[]> {
  const steps: ContractStep[] = [];
  let at = from === 0 ? NO_BASIS : await wallet.indexAt({ params: { height: from - 1 } }, { signal });
  for (let height = from - 1; height < to;) {
    const query = { limit: Math.min(PER_REQUEST, to - height) };
    const { applied } = await wallet.updates({ params: { index: at }, query }, { signal });
    const last = applied.at(-1);
    if (!last) break;
    // Without progress it would be read forever.
    if (last.state.index.height <= height) throw new RepeatedPagesError();
    for (const { update, state } of applied) steps.push(...stepsOf(update, state.index, id));
    at = last.state.index;
    height = at.height;
  }
  return steps;
}

const ENDS = { renewal: 'renewed', storageProof: 'proved', expiration: 'missed' } as const;

function stepsOf(update: ApplyUpdate, index: ChainIndex, id: FileContractId): ContractStep[] {
  const steps: ContractStep[] = [];
  for (const { fileContractElement, created, revision, resolved, valid } of update.fileContractElements) {
    if (fileContractElement.id !== id) continue;
    const terms = (contract: FileContract) => ({ index, terms: { generation: 1 as const, contract } });
    if (created) steps.push({ what: 'formed', ...terms(fileContractElement.fileContract) });
    if (revision) steps.push({ what: 'revised', ...terms(revision) });
    if (resolved) {
      steps.push({ what: valid ? 'proved' : 'missed', ...terms(revision ?? fileContractElement.fileContract) });
    }
  }
  for (const { v2FileContractElement, created, revision, resolution } of update.v2FileContractElements) {
    if (v2FileContractElement.id !== id) continue;
    const terms = (contract: V2FileContract) => ({ index, terms: { generation: 2 as const, contract } });
    if (created) steps.push({ what: 'formed', ...terms(v2FileContractElement.fileContract) });
    if (revision) steps.push({ what: 'revised', ...terms(revision) });
    if (resolution) {
      steps.push({ what: ENDS[resolution.type], ...terms(revision ?? v2FileContractElement.fileContract) });
    }
  }
  return steps;
}

import { createHostClient, type HostClient, type StorageObligation } from '$lib/api/daemon/host';
import { openNode, type OpenNode } from './node';

/** A node with a client for its host API. */
export type HostNode = OpenNode & { readonly host: HostClient };

export async function openHostNode(options: Parameters<typeof openNode>[0] = {}): Promise<HostNode> {
  const open = await openNode(options);
  return { ...open, host: createHostClient(open.transport) };
}

/** Makes the host attractive to renters: it has space, is announced and accepts contracts. */
export async function beginHosting({ host }: Pick<HostNode, 'host'>, path: string, size: bigint): Promise<void> {
  await host.addFolder({ body: { path, size } });
  await host.announce({ body: { netaddress: 'host.example:9982' } });
  await host.configure({ body: { acceptingcontracts: true } });
}

/** What is identical on every node with the same seed: everything except the host's payout address. */
export const comparable = (obligations: readonly StorageObligation[]) =>
  obligations.map((obligation) => ({
    ...obligation,
    validProofOutputs: obligation.validProofOutputs.map(({ value }) => value),
    missedProofOutputs: obligation.missedProofOutputs.map(({ value }) => value)
  }));

import { createHostClient, type HostClient, type StorageObligation } from '$lib/api/daemon/host';
import { openNode, type OpenNode } from './node';

/** A node with a client of its host. */
export type HostNode = OpenNode & { readonly host: HostClient };

export async function openHostNode(options: Parameters<typeof openNode>[0] = {}): Promise<HostNode> {
  const open = await openNode(options);
  return { ...open, host: createHostClient(open.transport) };
}

/** Makes a host that renters like: with room, announced, taking contracts. */
export async function beginHosting({ host }: Pick<HostNode, 'host'>, path: string, size: bigint): Promise<void> {
  await host.addFolder({ body: { path, size } });
  await host.announce({ body: { netaddress: 'host.example:9982' } });
  await host.configure({ body: { acceptingcontracts: true } });
}

/** What is the same on every node of the same seed: all but where the host is paid. */
export const comparable = (obligations: readonly StorageObligation[]) =>
  obligations.map((obligation) => ({
    ...obligation,
    validProofOutputs: obligation.validProofOutputs.map(({ value }) => value),
    missedProofOutputs: obligation.missedProofOutputs.map(({ value }) => value)
  }));

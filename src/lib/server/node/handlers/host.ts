import type { HostStatus, hostRoutes } from '$lib/api/daemon/host';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import type { Handlers } from '$lib/api/http/route';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import type { PublicKey } from '$lib/chain/keys/keys';
import { refusal } from '../errors';
import type { HostModule, HostView } from '../host/hostModule';
import { financialMetrics } from '../host/metrics';
import { isReachable, netAddressProblem } from '../host/netAddress';
import { externalSettings, feeRange, priceTable } from '../host/offer';
import { ownRecord, scoredOffer } from '../host/renters';
import { changedSettings, requireAddress } from '../host/settings';
import { connectability, hostAddress, workingStatus } from '../host/state';
import { hostScore, DEFAULT_DEMAND } from '../simulation/score';

export interface HostParts {
  readonly host: HostModule;
  readonly publicKey: PublicKey;
  /** The node's recommended fee, per byte of a transaction. */
  readonly fee: () => bigint;
  /** When the node started, milliseconds since 1970. */
  readonly startedMs: number;
}

const ID_LENGTH = 64;
/** Bytes of an RPC that transfers no sectors, both directions. */
const CALL_BYTES = 2_048n;

type NetworkMetrics = HostStatus['networkMetrics'];

/** The host of the simulated market. */
export function hostHandlers({ host, publicKey, fee, startedMs }: HostParts): Handlers<typeof hostRoutes> {
  /** Traffic at this node's first read; bandwidth is counted from there. */
  let before: Traffic | undefined;

  async function view(): Promise<HostView> {
    const seen = await host.read();
    before ??= trafficOf(seen);
    return seen;
  }

  /** Changes the folders, then synchronizes the host with them. */
  async function change(work: () => Promise<void>): Promise<void> {
    await view();
    await work();
    await view();
  }

  return {
    status: async () => {
      const seen = await view();
      const { state, moment, contracts } = seen;
      const fees = feeRange(fee());
      const used = contracts.filter(({ obligation }) => obligation.obligationStatus === 'obligationUnresolved');
      return {
        externalSettings: externalSettings(state, fees, host.storage.room, host.address),
        financialMetrics: financialMetrics(contracts.map(({ obligation }) => obligation)),
        internalSettings: state.settings,
        networkMetrics: callsOf(seen),
        connectabilityStatus: connectability(state, moment.height),
        workingStatus: workingStatus(state, moment.height),
        publicKey,
        priceTable: priceTable(state, fees, moment.height, BigInt(used.length))
      };
    },
    configure: async ({ body }) => {
      const { state } = await view();
      const settings = changedSettings(state.settings, body);
      requireAddress(settings);
      host.registry.follow(state.settings, settings);
      host.act({ type: 'configure', settings });
    },
    bandwidth: async () => {
      const { received, sent } = trafficOf(await view());
      return {
        download: sinceStart(received, before!.received),
        upload: sinceStart(sent, before!.sent),
        startTime: new Date(startedMs).toISOString()
      };
    },
    announce: async ({ body: { netaddress } }) => {
      const { state } = await view();
      const address = netaddress ?? hostAddress(state);
      if (address === '') throw refusal('host/own-address-unknown');
      const problem = netAddressProblem(address);
      if (problem !== undefined) throw refusal('host/announced-address-invalid', { problem }).about('netaddress');
      if (!isReachable(address)) {
        const reason = `lookup ${address}: no such host`;
        throw refusal('host/announced-address-invalid', { problem: reason }).about('netaddress');
      }
      host.act({ type: 'announce', address });
    },
    contracts: async () => ({ contracts: (await view()).contracts.map(({ obligation }) => obligation) }),
    contract: async ({ params }) => {
      // Shorter ids are padded, longer ones truncated, as daemons do.
      const id = params.id.slice(0, ID_LENGTH).padEnd(ID_LENGTH, '0') as FileContractId;
      const found = (await view()).contracts.find(({ obligation }) => obligation.id === id);
      if (found !== undefined) return { contract: found.obligation };
      throw refusal('host/contract-not-found');
    },
    folders: async () => {
      await view();
      return { folders: host.storage.folders };
    },
    addFolder: ({ body: { path, size } }) => change(() => host.storage.add(path, size)),
    removeFolder: ({ body: { path, force = false } }) => change(() => host.storage.remove(path, force)),
    resizeFolder: ({ body: { path, newsize } }) => change(() => host.storage.resize(path, newsize)),
    deleteSector: ({ params: { merkleroot } }) => change(() => host.storage.deleteSector(merkleroot as Hash256)),
    estimateScore: async ({ query }) => {
      const { state, moment } = await view();
      const asked = { ...state, settings: changedSettings(state.settings, query) };
      const { score } = hostScore(scoredOffer(asked, host.storage.room.free), ownRecord(asked, moment.height));
      const { ranking } = host.market.world;
      return {
        estimatedScore: score,
        conversionRate: ranking.conversionRate(score, moment.height, DEFAULT_DEMAND)
      };
    }
  };
}

function callsOf({ state: { calls }, contracts }: HostView): NetworkMetrics {
  let [revisions, fetches] = [0, 0];
  for (const { account } of contracts) {
    revisions += account.revisions;
    fetches += account.fetches;
  }
  return {
    downloadCalls: fetches,
    errorCalls: calls.errors,
    formContractCalls: calls.formed,
    renewCalls: calls.renewed,
    reviseCalls: revisions,
    settingsCalls: calls.settings,
    unrecognizedCalls: 0
  };
}

/** Bytes. */
interface Traffic {
  readonly received: bigint;
  readonly sent: bigint;
}

/** Total traffic with renters. */
function trafficOf(seen: HostView): Traffic {
  const calls = BigInt(Object.values(callsOf(seen)).reduce((sum, count) => sum + count, 0)) * CALL_BYTES;
  let [received, sent] = [0, 0];
  for (const { account } of seen.contracts) {
    received += account.received;
    sent += account.sent;
  }
  return { received: calls + BigInt(received) * SECTOR_BYTES, sent: calls + BigInt(sent) * SECTOR_BYTES };
}

/** A reorganization may have reduced the total. */
const sinceStart = (now: bigint, before: bigint): bigint => (now > before ? now - before : 0n);

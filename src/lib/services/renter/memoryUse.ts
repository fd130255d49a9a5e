import type { MemoryManager, MemoryStatus } from '$lib/api/daemon/renter';

/** Bytes of one manager; the priority share includes its reserve. */
export interface MemoryUse {
  readonly manager: 'userUpload' | 'userDownload' | 'registry' | 'system' | 'total';
  readonly used: bigint;
  readonly total: bigint;
  /** Requested by waiting work. */
  readonly requested: bigint;
  readonly prioritized: {
    readonly used: bigint;
    readonly total: bigint;
    readonly requested: bigint;
    readonly reserve: bigint;
  };
}

/** The renter's memory by manager, their total last. */
export const memoryUse = (memory: MemoryStatus): readonly MemoryUse[] => [
  useOf('userUpload', memory.userUpload),
  useOf('userDownload', memory.userDownload),
  useOf('registry', memory.registry),
  useOf('system', memory.system),
  useOf('total', memory)
];

const useOf = (manager: MemoryUse['manager'], memory: MemoryManager): MemoryUse => ({
  manager,
  used: usedOf(memory.base, memory.available),
  total: memory.base,
  requested: memory.requested,
  prioritized: {
    used: usedOf(memory.priorityBase, memory.priorityAvailable),
    total: memory.priorityBase,
    requested: memory.priorityRequested,
    reserve: memory.priorityReserve
  }
});

/** Clamped at 0, because available and base may be read at different moments. */
const usedOf = (base: bigint, available: bigint): bigint => (available < base ? base - available : 0n);

import { expect, test } from 'vitest';
import type { MemoryManager } from '$lib/api/daemon/renter';
import { memoryUse } from '$lib/services/renter/memoryUse';

const manager = (changes: Partial<MemoryManager> = {}): MemoryManager => ({
  available: 100n,
  base: 100n,
  requested: 0n,
  priorityAvailable: 120n,
  priorityBase: 120n,
  priorityRequested: 0n,
  priorityReserve: 20n,
  ...changes
});

test('each manager has a line, the total last, and what is not available is in use', () => {
  const lines = memoryUse({
    ...manager({ base: 400n, available: 390n }),
    userUpload: manager({ available: 90n, requested: 5n }),
    userDownload: manager({ priorityAvailable: 70n, priorityRequested: 7n }),
    registry: manager(),
    system: manager({ available: 130n })
  });
  expect(lines.map((line) => [line.manager, line.used, line.prioritized.used])).toEqual([
    ['userUpload', 10n, 0n],
    ['userDownload', 0n, 50n],
    ['registry', 0n, 0n],
    // More available than there is.
    ['system', 0n, 0n],
    ['total', 10n, 0n]
  ]);
  expect(lines[0]).toMatchObject({ total: 100n, requested: 5n });
  expect(lines[1]!.prioritized).toEqual({ used: 50n, total: 120n, requested: 7n, reserve: 20n });
});

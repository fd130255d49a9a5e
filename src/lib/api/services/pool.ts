import type { StratumService } from './service';

/** A mining pool: sends jobs, counts shares, and pays by its own rules. */
export const pool = {
  protocol: 'stratum',
  name: 'pool',
  exampleUrl: 'stratum+tcp://pool.example:3333',
  work: 'shares'
} as const satisfies StratumService;

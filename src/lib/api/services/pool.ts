import type { StratumService } from './service';

/** A mining pool: it gives jobs, counts shares and pays as it promised. */
export const pool = {
  protocol: 'stratum',
  name: 'pool',
  exampleUrl: 'stratum+tcp://pool.example:3333',
  work: 'shares'
} as const satisfies StratumService;

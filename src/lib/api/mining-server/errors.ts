import { createErrorReader, type DataByCode, type ErrorTable } from '../http/errorTable';

/** The mining server's errors by code. Loaded with the first error response. */
export const miningServerErrors = {
  'mining-server/body-unreadable': {
    wire: "couldn't decode request body: {reason}",
    reads: [/^couldn't decode request type \S+: (?<reason>.*)/]
  },
  'mining-server/no-block': { wire: 'expected block hex in request params array' },
  'mining-server/block-not-hex': { wire: "couldn't decode block hex: {reason}", status: 500 },
  'mining-server/block-cut-short': { wire: "couldn't decode block: unexpected EOF", status: 500 },
  'mining-server/block-refused': { wire: 'failed to add block to chain manager: {rule}', status: 500 },
  'mining-server/no-peers': { wire: 'failed to broadcast block outline: no peers available', status: 500 }
} as const satisfies ErrorTable;
export type MiningServerErrorData = DataByCode<typeof miningServerErrors>;

/** Maps the mining server's error text to one of {@link miningServerErrors}. */
export const readError = createErrorReader(miningServerErrors);

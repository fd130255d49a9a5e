import { createErrorReader, type DataByCode, type ErrorTable } from '../http/errorTable';

/** The signing server's errors by code. Loaded with the first error response. */
export const signingServerErrors = {
  'signing-server/body-unreadable': {
    wire: "couldn't decode request body: {reason}",
    reads: [/^couldn't decode request type \S+: (?<reason>.*)/]
  },
  'signing-server/parameter-unreadable': { wire: `couldn't parse param "{parameter}": {reason}` },
  'signing-server/query-unreadable': {
    wire: 'invalid form value "{parameter}": {reason}',
    reads: [/^couldn't parse form value "(?<parameter>[^"]*)": (?<reason>.*)/]
  },
  'signing-server/phrase-unreadable': { wire: 'invalid recovery phrase: {reason}' },
  'signing-server/not-found': { wire: 'not found', status: 404 },
  'signing-server/state-missing': { wire: 'state must be provided if network is provided' },
  'signing-server/network-missing': { wire: 'network must be provided if state is provided' },
  'signing-server/count-out-of-range': { wire: 'count must be between {least:integer} and {most:integer}' },
  'signing-server/limit-out-of-range': { wire: 'limit must be between {least:integer} and {most:integer}' },
  'signing-server/nothing-signed': { wire: 'no signatures were added' },
  'signing-server/v2-not-yet': { wire: 'v2 transactions are not supported until after the allow height' }
} as const satisfies ErrorTable;
export type SigningServerErrorData = DataByCode<typeof signingServerErrors>;

/** Maps the signing server's error text to one of {@link signingServerErrors}. */
export const readError = createErrorReader(signingServerErrors);

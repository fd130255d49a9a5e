import { createErrorReader, type DataByCode } from '../http/errorTable';
import { consensusErrors } from './errors/consensus';
import { daemonModuleErrors } from './errors/daemon';
import { gatewayErrors } from './errors/gateway';
import { hostErrors } from './errors/host';
import { hostdbErrors } from './errors/hostdb';
import { minerErrors } from './errors/miner';
import { allowanceErrors, renterErrors } from './errors/renter';
import { validationErrors } from './errors/validation';

/** The node daemon's errors by code. Loaded with the first error response: see `loadDaemonErrors`. */
export const daemonErrors = {
  ...consensusErrors,
  ...validationErrors,
  ...daemonModuleErrors,
  ...gatewayErrors,
  ...hostErrors,
  ...hostdbErrors,
  ...allowanceErrors,
  ...renterErrors,
  ...minerErrors
};
export type DaemonErrorData = DataByCode<typeof daemonErrors>;

/** Maps the daemon's error text to one of {@link daemonErrors}. */
export const readError = createErrorReader(daemonErrors);

import { createErrorReader, type DataByCode } from '../http/errorTable';
import { consensusErrors } from './errors/consensus';
import { daemonModuleErrors } from './errors/daemon';
import { gatewayErrors } from './errors/gateway';
import { hostErrors } from './errors/host';
import { hostdbErrors } from './errors/hostdb';
import { minerErrors } from './errors/miner';
import { allowanceErrors, renterErrors } from './errors/renter';
import { validationErrors } from './errors/validation';

/** Everything that the node daemon refuses, by code. Loaded with the first refusal: see `loadDaemonErrors`. */
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

/** The daemon's words as one of {@link daemonErrors}. */
export const readError = createErrorReader(daemonErrors);

import type { RenterFinancialMetrics, RenterStatus } from '$lib/api/daemon/renter';
import { unixSeconds } from '$lib/chain/time';
import type { Moment } from '../simulation/simulationPart';
import { periodBlocks, ZERO_ALLOWANCE } from './allowance';
import { periodFigures } from './spending';
import type { RenterState } from './state';

/** The response of `GET /renter`. */
export function renterStatus(state: RenterState, moment: Moment): RenterStatus {
  const { allowance, currentPeriod, maxDownloadSpeed, maxUploadSpeed, streamCacheSize, checkIpViolation } = state;
  return {
    settings: {
      allowance: allowance ?? ZERO_ALLOWANCE,
      maxUploadSpeed,
      maxDownloadSpeed,
      streamCacheSize,
      ipViolationCheck: checkIpViolation
    },
    financialMetrics: financialMetrics(state, moment),
    currentPeriod,
    nextPeriod: allowance ? currentPeriod + periodBlocks(allowance) : 0,
    // The API cannot pause uploads.
    uploadsStatus: { paused: false, pauseEndTime: unixSeconds(0) }
  };
}

function financialMetrics(state: RenterState, { height }: Moment): RenterFinancialMetrics {
  const { spending, allocated, unspent, withheld, releaseBlock, previousSpending } = periodFigures(state, height);
  return {
    contractFees: spending.fees,
    downloadSpending: spending.download,
    fundAccountSpending: spending.fundAccount,
    maintenanceSpending: {
      accountBalanceCost: spending.accountBalance,
      fundAccountCost: spending.fundAccountCall,
      updatePriceTableCost: spending.updatePriceTable
    },
    storageSpending: spending.storage,
    totalAllocated: allocated,
    uploadSpending: spending.upload,
    unspent,
    withheldFunds: withheld,
    releaseBlock,
    previousSpending
  };
}

import { formatCount, formatDuration } from '../../format';
import { measured } from '../../numbers';
import { plural } from '../../plural';

export default {
  title: 'Network constants',
  failed: 'Constants could not be loaded',
  name: 'Constant',
  value: 'Value',
  empty: 'None reported.',
  blocks: (count: number | bigint) => plural(count, { one: '# block', other: '# blocks' }),
  bytes: (count: bigint) => plural(count, { one: '# byte', other: '# bytes' }),
  bytesPerBlock: (count: bigint) => plural(count, { one: '# byte per block', other: '# bytes per block' }),
  aboutDuration: (seconds: number) => `about ${formatDuration(seconds)}`,
  seconds: (count: number) => measured(formatCount(count), 's'),
  groups: {
    blocks: 'Blocks and time',
    coins: 'Coins',
    difficulty: 'Difficulty',
    allowance: 'Default allowance'
  },
  rows: {
    blockFrequency: { name: 'Target block time', meaning: 'Difficulty adjusts to reach it.' },
    blockSizeLimit: { name: 'Block size limit', meaning: 'Larger blocks are invalid.' },
    genesisTimestamp: { name: 'Genesis time', meaning: 'Timestamp of the first block.' },
    medianTimestampWindow: {
      name: 'Median time span',
      meaning: 'A timestamp must not be before the median of this many blocks.'
    },
    futureThreshold: { name: 'Clock tolerance', meaning: 'Blocks further in the future are held back.' },
    extremeFutureThreshold: { name: 'Maximum clock tolerance', meaning: 'Blocks further in the future are discarded.' },
    initialCoinbase: { name: 'Initial block reward', meaning: 'Falls by one coin per block.' },
    minimumCoinbase: { name: 'Minimum block reward', meaning: 'The reward never falls below this.' },
    maturityDelay: { name: 'Maturity delay', meaning: 'Mined coins and contract payouts are locked this long.' },
    coinPrecision: { name: 'Decimals', meaning: 'Decimal places of a coin.' },
    fundCount: { name: 'Fund units', meaning: 'Fixed supply.' },
    fundPortion: { name: 'Contract tax', meaning: 'Share of every storage contract paid to fund unit holders.' },
    rootTarget: { name: 'Initial difficulty', meaning: 'Expected hashes per block at genesis.' },
    rootDepth: { name: 'Minimum difficulty', meaning: 'Difficulty never falls below this.' },
    targetWindow: { name: 'Original adjustment window', meaning: 'Used for the earliest blocks only.' },
    maxTargetAdjustmentUp: { name: 'Original maximum step up', meaning: 'Largest increase of the target.' },
    maxTargetAdjustmentDown: { name: 'Original maximum step down', meaning: 'Largest decrease of the target.' },
    funds: { name: 'Funds', meaning: 'Per period.' },
    hosts: { name: 'Hosts', meaning: 'Hosts to form contracts with.' },
    period: { name: 'Period', meaning: 'Duration of contracts.' },
    renewWindow: { name: 'Renew window', meaning: 'Contracts are renewed this long before they end.' },
    expectedStorage: { name: 'Expected storage', meaning: 'Used to score hosts.' },
    expectedUpload: { name: 'Expected upload', meaning: 'Used to score hosts.' },
    expectedDownload: { name: 'Expected download', meaning: 'Used to score hosts.' },
    expectedRedundancy: { name: 'Redundancy', meaning: 'Stored bytes per byte of a file.' }
  }
};

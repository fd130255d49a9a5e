import { formatCount, formatDuration } from '../format';
import { formatFixed } from '../numbers';

export default {
  speed: 'Sync speed',
  remaining: 'Time remaining',
  measuring: 'measuring…',
  noBlock: 'no block in the last minute',
  blocksPerSecond: (rate: number) => `${formatFixed(rate, 1)} blocks/s`,
  blockEvery: (seconds: number) => `one block every ${formatDuration(seconds)}`,
  stalled: 'stalled',
  aboutDuration: (seconds: number) => `about ${formatDuration(seconds)}`,
  progress: (height: number, target: number) =>
    `Block ${formatCount(height)} of ${formatCount(target)} with validated headers`,
  estimatedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} of about ${formatCount(target)}, estimated from the block time`
};

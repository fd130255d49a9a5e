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
  pause: 'Pause sync',
  stop: 'Stop sync',
  resume: 'Resume sync',
  paused:
    'Paused; a restart does not resume it. Blocks synced so far are kept. The node stays connected to its peers but accepts no new blocks.',
  stopped:
    'Stopped; a restart does not resume it. Blocks synced so far are kept. The node has no peers, so payments and mined blocks are not broadcast until you resume.',
  notChanged: 'The sync mode could not be changed',
  aboutDuration: (seconds: number) => `about ${formatDuration(seconds)}`,
  progress: (height: number, target: number) =>
    `Block ${formatCount(height)} of ${formatCount(target)} with validated headers`,
  announcedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} of about ${formatCount(target)}, as announced by its peers`,
  estimatedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} of about ${formatCount(target)}, estimated from the block time`
};

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
    'Paused, also after a restart. The blocks so far are kept. The node stays connected to its peers and takes no new blocks.',
  stopped:
    'Stopped, also after a restart. The blocks so far are kept. The node has no connections to peers, so payments and mined blocks reach nobody until you resume.',
  notChanged: 'The sync could not be changed',
  aboutDuration: (seconds: number) => `about ${formatDuration(seconds)}`,
  progress: (height: number, target: number) =>
    `Block ${formatCount(height)} of ${formatCount(target)} with validated headers`,
  announcedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} of about ${formatCount(target)}, as its peers announce`,
  estimatedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} of about ${formatCount(target)}, estimated from the block time`
};

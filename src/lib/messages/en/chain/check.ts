import { formatCount, formatDuration, formatLarge } from '../../format';
import { plural } from '../../plural';

const block = (height: number): string => `block ${formatCount(height)}`;

export default {
  title: 'Light client',
  lead: 'Your browser verifies the proof of work of the chain itself instead of trusting the server.',
  opening: 'Loading…',
  loadFailed: 'The light client could not be loaded',
  card: {
    title: 'Verification',
    refused: 'invalid server data',
    paused: 'paused',
    off: 'off',
    unreachable: 'server unreachable',
    synced: 'synced',
    syncing: 'syncing',
    starting: 'starting',
    height: 'Verified up to block',
    blockTime: 'Block found',
    connecting: 'Connecting to the server…',
    intro: 'Nothing is verified yet. Once started, verification runs in the background and resumes with each visit.',
    speed: 'Speed',
    remaining: 'Time remaining',
    measuring: 'measuring…',
    blocksPerSecond: (rate: number) => `${formatCount(Math.round(rate))} blocks/s`,
    aboutDuration: (seconds: number) => `about ${formatDuration(seconds)}`,
    committed: 'Outputs verified up to',
    committedAt: block,
    noCommitment: 'nothing (V1 blocks)',
    totalWork: 'Total work',
    hashes: (work: bigint) => `${formatLarge(work)} hashes`,
    expectedHashes: (work: bigint) => plural(work, { one: '# expected hash', other: '# expected hashes' }),
    trusted: 'Trusted start',
    serversStart: 'Start chosen by the server',
    firstBlock: 'the first block',
    startBlock: block,
    startId: 'starting block ID',
    runsIn: 'Running in',
    otherTab: 'another tab of this browser',
    progress: (height: number, target: number) => `Block ${formatCount(height)} of ${formatCount(target)}`,
    refusedNext:
      'Blocks verified before remain valid. Later data from this server is not treated as verified. Retrying automatically.',
    retrying: 'Retrying automatically.',
    notStored: 'Progress is not saved',
    pause: 'Pause',
    resume: 'Resume',
    start: 'Start verification',
    restart: 'Restart…',
    startElsewhere: 'Start from another block…'
  },
  startOver: {
    title: 'Restart verification',
    intro: 'The verified state is discarded.',
    legend: 'Start from',
    genesis: { label: 'The first block', hint: 'Verifies the whole chain. All blocks are downloaded.' },
    block: { label: 'A trusted block', hint: 'Verifies everything after it. Must be a V2 block.' },
    field: 'Block',
    fieldHint: 'height::ID. Take it from a source independent of this server.',
    invalid: 'Enter the height, two colons and the 64-digit ID: 530000::4c3a…',
    submit: 'Restart'
  },
  second: {
    title: 'Second server',
    failed: 'Other servers could not be queried',
    none: 'A second server reveals withheld data. Add another server of the same network under <link>Connections</link> to compare its chain and balances here.',
    sameChain: 'same chain',
    otherChain: 'different chain',
    otherNetwork: 'different network',
    unreachable: 'unreachable',
    loading: 'Querying other servers…',
    isOtherNetwork: 'Its chain starts with a different first block.',
    agree: (ours: number, theirs: number) =>
      `This server is at block ${formatCount(ours)}, the other at block ${formatCount(theirs)}, on the same chain.`,
    behind: (ours: number, theirs: number) =>
      `This server is at block ${formatCount(ours)}, the other at block ${formatCount(theirs)}, on the same chain. This server may be withholding blocks.`,
    differ: {
      ours: (ours: number, theirs: number) =>
        `This server is at block ${formatCount(ours)}, the other at block ${formatCount(theirs)}, on different chains. This server reports more work.`,
      theirs: (ours: number, theirs: number) =>
        `This server is at block ${formatCount(ours)}, the other at block ${formatCount(theirs)}, on different chains. The other reports more work.`,
      neither: (ours: number, theirs: number) =>
        `This server is at block ${formatCount(ours)}, the other at block ${formatCount(theirs)}, on different chains with equal work.`
    }
  },
  balances: {
    compare: 'Compare balances',
    privacy: 'The other server can link all addresses of your wallets.',
    failed: 'The balances could not be compared',
    coinsAndFunds: (coins: string, funds: bigint) =>
      plural(funds, { one: `${coins} and # fund unit`, other: `${coins} and # fund units` }),
    same: (wallet: string, balance: string) => `${wallet}: ${balance} on both servers.`,
    different: (wallet: string, ours: string, theirs: string) =>
      `${wallet}: ${ours} on this server, ${theirs} on the other. One of them is behind or withholds data.`,
    noWallet: 'No wallets in this browser.'
  },
  explanation: {
    title: 'What is verified',
    proven:
      '<b>Verified:</b> every header has the work required at its height and a valid timestamp, and each state follows from the block and the state before it. Headers commit to the previous state, so nobody can fake an output, change its value, address or maturity, or report an unspent one as spent without redoing that work.',
    oneBlockLater:
      '<b>One block later:</b> the next header commits to the latest state. Until then, new outputs are “waiting for the next block”.',
    notProven:
      '<b>Not verified:</b> completeness. A server can omit a payment or stop at an old block, but cannot fake work. Compare it with a second server. Signatures are not checked either: a majority of the network’s work could spend other people’s coins. V1 blocks commit to no state; only their work and spent outputs are checked.',
    trusted:
      '<b>Trusted:</b> the network parameters and the first block as reported when verification started, or the block it started at. Compare the ID above with an independent source.'
  }
};

import { plural } from '../plural';

export default {
  stored: (start: string, end: string) => `Stored from block ${start} to ${end}`,
  proofDue: (height: string) => `proof due by ${height}`,
  event: (label: string, height: string) => `${label} at ${height}`,
  startsIn: (blocks: number) => plural(blocks, { one: 'starts in # block', other: 'starts in # blocks' }),
  endsIn: (blocks: number) => plural(blocks, { one: '# block left', other: '# blocks left' }),
  windowFor: (blocks: number) =>
    plural(blocks, { one: 'proof window open for # more block', other: 'proof window open for # more blocks' }),
  endedAgo: (blocks: number) => plural(blocks, { one: 'ended # block ago', other: 'ended # blocks ago' })
};

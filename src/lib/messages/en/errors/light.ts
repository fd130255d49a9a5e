import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'light/state-differs': ({ at }) =>
    text(
      'The server reports a wrong chain state',
      `After block ${formatCount(at.height)} its state is not what its own blocks produce. Nothing from its response was used. Try another server.`
    ),
  'light/other-branch': ({ at }) =>
    text(
      'The server sent blocks that do not connect',
      `Block ${formatCount(at.height)} does not follow its parent. Nothing from its response was used. Try another server.`
    ),
  'light/unproven-spend': ({ at }) =>
    text(
      'A block spends an output that does not exist',
      `The proof in block ${formatCount(at.height)} is invalid. Nothing from its response was used. Try another server.`
    ),
  'light/wrong-start': text(
    'The starting block is wrong',
    'The server does not have it, or shows another block in its place. Check the starting block, or use another server.'
  ),
  'light/other-rules': text(
    'The server changed the rules of the chain',
    'It reports other network parameters than before. Nothing from its response was used. Try another server.'
  ),
  'light/less-work': text(
    'The server shows a chain with less work',
    'It showed one with more work before. Try again later, or use another server.'
  ),
  'light/too-deep': ({ at }) =>
    text(
      'The chain was reorganized too deeply',
      `It changed from before block ${formatCount(at.height)}. Start verification again from an earlier block.`
    ),
  'light/start-text': text(
    'Invalid starting block',
    'Enter its height, two colons and its ID with all 64 characters: 530000::4c3a…'
  ),
  'light/worker': text('Verification stopped', 'The worker that verifies the chain failed. Reload the page.')
} satisfies ErrorTexts<`light/${string}`>;

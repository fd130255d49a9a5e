import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'light/state-differs': ({ at }) =>
    text(
      'The server reports a wrong chain state',
      `After block ${formatCount(at.height)} its state is not what its own blocks produce. The response was discarded. Try another server.`
    ),
  'light/other-branch': ({ at }) =>
    text(
      'The server sent blocks that do not connect',
      `Block ${formatCount(at.height)} does not follow its parent. The response was discarded. Try another server.`
    ),
  'light/unproven-spend': ({ at }) =>
    text(
      'A block spends an output that does not exist',
      `The proof in block ${formatCount(at.height)} is invalid. The response was discarded. Try another server.`
    ),
  'light/wrong-start': text(
    'The starting block is wrong',
    'The server does not have it, or has another block in its place. Check the starting block, or use another server.'
  ),
  'light/other-rules': text(
    'The server changed the rules of the chain',
    'It reports different network parameters than before. The response was discarded. Try another server.'
  ),
  'light/less-work': text(
    'The server reports a chain with less work',
    'It reported one with more work before. Try again later, or use another server.'
  ),
  'light/too-deep': ({ at }) =>
    text(
      'The chain was reorganized too deeply',
      `The reorganization reaches back to block ${formatCount(at.height)} or below. Restart verification from an earlier block.`
    ),
  'light/start-text': text(
    'Invalid starting block',
    'Enter its height, two colons and its ID with all 64 characters: 530000::4c3a…'
  ),
  'light/worker': text('Verification stopped', 'The worker that verifies the chain failed. Reload the page.')
} satisfies ErrorTexts<`light/${string}`>;

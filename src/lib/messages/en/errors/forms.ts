import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'codec/malformed': ({ position }) =>
    text(
      'The text could not be read',
      position === undefined
        ? 'A part of it does not have the expected format.'
        : `It has an error at character ${formatCount(position)}.`
    ),
  'codec/unsafe-integer': text(
    'A number is too large to be exact',
    'The largest whole number allowed here is 9,007,199,254,740,991.'
  ),
  'currency/not-a-number': text('Not an amount', 'Enter a number, such as 12.5.'),
  'currency/not-an-integer': text('Too many decimals', 'An amount has at most 24 decimals.'),
  'currency/negative': text('The amount is negative', 'Enter an amount of 0 or more.'),
  'currency/overflow': text('The amount is too large', 'Enter a smaller amount.'),
  'currency/unknown-unit': text('Unknown unit', 'Use SC, or another unit of coins such as mS or KS.'),
  'policy/height-not-reached': text(
    'The policy is locked until a later height',
    'Wait until the chain reaches this height.'
  ),
  'policy/median-not-reached': text(
    'The policy is locked until a later time',
    'Wait until this time has passed on the chain.'
  ),
  'policy/invalid-signature': text('A signature is missing or invalid', 'Sign with the key that the policy names.'),
  'policy/invalid-preimage': text(
    'A preimage is missing or wrong',
    'Enter the preimage of the hash that the policy names.'
  ),
  'policy/opaque': text('A hidden policy cannot be satisfied', 'Reveal another part of the policy.'),
  'policy/threshold-not-reached': text(
    'Not enough conditions are satisfied',
    'Satisfy more of the conditions in the policy.'
  ),
  'policy/threshold-exceeded': text('Too many conditions are revealed', 'Hide those that are not needed.'),
  'policy/nested-unlock-conditions': text(
    'Unlock conditions cannot be part of another policy',
    'Use them alone, or use key policies instead.'
  ),
  'policy/entropy-key': text(
    'The policy uses a key that cannot sign',
    'Outputs of this address cannot be spent with it.'
  ),
  'policy/too-complex': text('The policy is too complex', 'Use fewer conditions.'),
  'policy/superfluous-signatures': text('Too many signatures', 'Remove those that the policy does not use.'),
  'policy/superfluous-preimages': text('Too many preimages', 'Remove those that the policy does not use.'),
  'changes/truncated': text(
    'The change stream was interrupted',
    'The connection ended in the middle of a change. Continue from the last complete one.'
  ),
  'changes/malformed': text(
    'The change stream cannot be read',
    'It contains something other than a change. Nothing after it was read. Check the address of the daemon.'
  ),
  'changes/too-large': text(
    'The change stream cannot be read',
    'A change exceeds the largest possible size. Nothing after it was read. Check the address of the daemon.'
  ),
  'settings/not-a-file': text(
    'This file contains no Quarry settings',
    'Choose a file that was saved on the Settings page.'
  ),
  'settings/version': text(
    'The settings were saved by a different version of Quarry',
    'Nothing from the file was used. Save it again with this version.'
  ),
  'settings/unknown': ({ names }) =>
    text('The file has unknown settings', `Nothing from it was used. Remove these from the file: ${names}.`),
  'settings/invalid': ({ names }) =>
    text(
      'The file has values that are not allowed',
      `Nothing from it was used. Correct these in the file, or remove them: ${names}.`
    )
} satisfies ErrorTexts<
  `codec/${string}` | `currency/${string}` | `policy/${string}` | `changes/${string}` | `settings/${string}`
>;

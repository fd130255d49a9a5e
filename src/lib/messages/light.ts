const WORDS: Readonly<Record<string, string>> = {
  'header/insufficient-work': 'The server showed a block without the work it needs',
  'header/too-early': 'The server showed a block with a time before its time',
  'header/nonce-factor': 'The server showed a block with a nonce no machine may use',
  'block/wrong-commitment': 'The server showed a block that commits to something else',
  'light/state-differs': 'The server told a state that its own blocks do not make',
  'light/other-branch': 'The server showed blocks that do not follow on each other',
  'light/unproven-spend': 'The server showed a block that spends what was not there',
  'light/wrong-start': 'The server does not have the block to start from, or shows another',
  'light/other-rules': 'The server tells other rules for this chain than before',
  'light/less-work': 'The server shows less of the chain than before'
};

/** What a server was caught at. */
export const lieWords = (code: string): string => WORDS[code] ?? 'The server showed a block that breaks the rules';

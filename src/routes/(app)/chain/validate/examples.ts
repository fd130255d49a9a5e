import { stringifyJson } from '$lib/codec/json';
import { VOID_ADDRESS } from '$lib/chain/address';

const print = (value: unknown): string => stringifyJson(value, 2);

/** Sets to try, none of which can be meant. */
export const EXAMPLES: readonly { readonly label: string; readonly text: string }[] = [
  { label: 'one that does nothing (valid)', text: print([{}]) },
  {
    label: 'a note on the chain (valid)',
    text: print([{ arbitrarydata: [btoa('A few words for the chain')] }])
  },
  {
    label: 'coins out of nothing (refused)',
    text: print([{ svccoinoutputs: [{ value: (10n ** 24n).toString(), unlockhash: VOID_ADDRESS }] }])
  },
  {
    label: 'broken JSON',
    text: '[\n  {\n    "svccoinoutputs": [\n      { "value": "1", "unlockhash": }\n    ]\n  }\n]'
  }
];

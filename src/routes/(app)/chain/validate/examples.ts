import { stringifyJson } from '$lib/codec/json';
import { VOID_ADDRESS } from '$lib/chain/address';

const print = (value: unknown): string => stringifyJson(value, 2);

/**
 * Sets to try, none of which can be meant. Whether the first ones are taken depends on the chain: one that has moved on to
 * V2 takes no V1 transaction, not even an empty one.
 */
export const EXAMPLES: readonly { readonly label: string; readonly text: string }[] = [
  { label: 'nothing at all', text: '[]' },
  { label: 'an empty transaction', text: print([{}]) },
  {
    label: 'a note on the chain',
    text: print([{ arbitrarydata: [btoa('A few words for the chain')] }])
  },
  {
    label: 'coins out of nothing',
    text: print([{ svccoinoutputs: [{ value: (10n ** 24n).toString(), unlockhash: VOID_ADDRESS }] }])
  },
  {
    label: 'broken JSON',
    text: '[\n  {\n    "svccoinoutputs": [\n      { "value": "1", "unlockhash": }\n    ]\n  }\n]'
  }
];

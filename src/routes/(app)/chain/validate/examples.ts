import { stringifyJson } from '$lib/codec/json';
import { VOID_ADDRESS } from '$lib/chain/address';

const print = (value: unknown): string => stringifyJson(value, 2);

/**
 * Example sets. Whether the first ones are accepted depends on the chain: from the height that requires V2, no V1
 * transaction is valid, not even an empty one.
 */
export const EXAMPLES = [
  { name: 'nothing', text: '[]' },
  { name: 'empty', text: print([{}]) },
  {
    name: 'data',
    text: print([{ arbitrarydata: [btoa('A few words for the chain')] }])
  },
  {
    name: 'unbalanced',
    text: print([{ svccoinoutputs: [{ value: (10n ** 24n).toString(), unlockhash: VOID_ADDRESS }] }])
  },
  {
    name: 'broken',
    text: '[\n  {\n    "svccoinoutputs": [\n      { "value": "1", "unlockhash": }\n    ]\n  }\n]'
  }
] as const satisfies readonly { readonly name: string; readonly text: string }[];

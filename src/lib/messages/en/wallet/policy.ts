import { formatCount } from '../../format';

export default {
  fromBlock: (height: bigint) => `From block ${formatCount(height)}`,
  after: (time: string) => `After ${time}`,
  second: (seconds: bigint) => `second ${formatCount(seconds)} since 1970`,
  signedBy: (key: string) => `Signed by ${key}`,
  key: (key: string) => `key ${key}`,
  preimage: (hash: string) => `With the preimage of SHA-256 hash ${hash}`,
  opaque: (address: string) => `Hidden condition ${address}, known only to whoever made it`,
  locked: (threshold: string, height: bigint) => `${threshold}, from block ${formatCount(height)}`,
  entropyKey: 'A key that can never sign',
  unknownKey: (key: string) => `Key of unknown type ${key}`,
  threshold: {
    none: 'No condition: anyone can spend this',
    impossible: (needed: number, of: number) => `${needed} of these, but there are only ${of}: cannot be spent`,
    single: 'This condition',
    both: 'Both of these',
    all: (of: number) => `All ${of} of these`,
    anyOne: 'Any one of these',
    any: (needed: number, of: number) => `Any ${needed} of these ${of}`
  },
  view: { words: 'Conditions', address: 'Address', text: 'Text', copied: 'policy', copiedAddress: 'address' }
};

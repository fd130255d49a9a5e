import type en from '../../en/wallet/policy';
import { formatCount } from '../../format';

export default {
  fromBlock: (height: bigint) => `Ab Block ${formatCount(height)}`,
  after: (time: string) => `Nach ${time}`,
  second: (seconds: bigint) => `Sekunde ${formatCount(seconds)} seit 1970`,
  signedBy: (key: string) => `Signiert von ${key}`,
  key: (key: string) => `Schlüssel ${key}`,
  preimage: (hash: string) => `Mit dem Preimage des SHA-256-Hashes ${hash}`,
  opaque: (address: string) => `Verborgene Bedingung ${address}, nur ihrem Urheber bekannt`,
  locked: (threshold: string, height: bigint) => `${threshold}, ab Block ${formatCount(height)}`,
  entropyKey: 'Ein Schlüssel, der nie signieren kann',
  unknownKey: (key: string) => `Schlüssel unbekannter Art ${key}`,
  threshold: {
    none: 'Keine Bedingung: Jeder kann dies ausgeben',
    impossible: (needed: number, of: number) => `${needed} von diesen, es gibt aber nur ${of}: nicht ausgebbar`,
    single: 'Diese Bedingung',
    both: 'Diese beiden',
    all: (of: number) => `Alle ${of} von diesen`,
    anyOne: 'Eine von diesen',
    any: (needed: number, of: number) => `${needed} von diesen ${of}`
  },
  view: { words: 'Bedingungen', address: 'Adresse', text: 'Text', copied: 'Regel', copiedAddress: 'Adresse' }
} satisfies typeof en;

import type en from '../../en/wallet/proofs';
import { formatCount } from '../../format';

export default {
  reasons: {
    off: {
      short: 'Verifizierung aus',
      long: 'Dieser Browser verifiziert die Chain nicht; die Daten stammen vom Server. Unter „Chain“ lässt sich die Verifizierung einschalten.'
    },
    checking: { short: 'wird verifiziert', long: 'Der Output wird mit der verifizierten Chain verglichen.' },
    behind: {
      short: 'Chain noch nicht so weit verifiziert',
      long: 'Die Verifizierung hat die Blockhöhe der Wallet noch nicht erreicht.'
    },
    'too-old': {
      short: 'Wallet im Rückstand',
      long: 'Die Wallet liegt weit hinter der verifizierten Chain zurück. Ihre Outputs werden nach der Synchronisierung verifiziert.'
    },
    'other-branch': {
      short: 'andere Chain',
      long: 'Die Wallet wurde von einer anderen Chain synchronisiert als der verifizierten.'
    },
    'no-commitment': {
      short: 'V1-Block',
      long: 'V1-Blöcke legen sich auf keinen Zustand fest; ihr Arbeitsnachweis belegt daher keinen Output.'
    },
    'no-proof': {
      short: 'noch kein Beweis',
      long: 'Der Server liefert erst einen Beweis für diese Auszahlung, wenn sie reif ist.'
    },
    'not-in-chain': {
      short: 'nicht in der Chain',
      long: 'Der Beweis passt nicht zum verifizierten Zustand: Der Output wurde verändert, ausgegeben oder hat nie existiert.'
    },
    refused: {
      short: 'ungültige Serverdaten',
      long: 'Der Server hat ungültige Chain-Daten gesendet. Seinen weiteren Antworten wird nicht vertraut.'
    }
  },
  verified: (height: number) => `verifiziert bei Block ${formatCount(height)}`,
  verifiedTitle: (height: number) =>
    `Nicht ausgegeben in dem Zustand, auf den sich der Header nach Block ${formatCount(height)} festlegt`,
  waiting: 'wartet auf den nächsten Block',
  waitingTitle: 'Im neuesten Block entstanden. Der Header des nächsten Blocks wird ihn belegen.',
  unverified: (reason: string) => `nicht verifiziert: ${reason}`
} satisfies typeof en;

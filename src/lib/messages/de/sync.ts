import type en from '../en/sync';
import { formatCount, formatDuration } from '../format';
import { formatFixed } from '../numbers';

export default {
  speed: 'Geschwindigkeit',
  remaining: 'Restzeit',
  measuring: 'wird gemessen …',
  noBlock: 'kein Block in der letzten Minute',
  blocksPerSecond: (rate: number) => `${formatFixed(rate, 1)} Blöcke/s`,
  blockEvery: (seconds: number) => `ein Block alle ${formatDuration(seconds)}`,
  stalled: 'kommt nicht voran',
  pause: 'Synchronisierung pausieren',
  stop: 'Synchronisierung stoppen',
  resume: 'Synchronisierung fortsetzen',
  paused:
    'Pausiert; auch ein Neustart setzt sie nicht fort. Die bisherigen Blöcke bleiben erhalten. Der Node bleibt mit seinen Peers verbunden, nimmt aber keine neuen Blöcke an.',
  stopped:
    'Gestoppt; auch ein Neustart setzt sie nicht fort. Die bisherigen Blöcke bleiben erhalten. Der Node hat keine Peers: Zahlungen und gefundene Blöcke werden erst nach dem Fortsetzen ins Netzwerk gesendet.',
  notChanged: 'Die Synchronisierung ließ sich nicht ändern',
  aboutDuration: (seconds: number) => `etwa ${formatDuration(seconds)}`,
  progress: (height: number, target: number) =>
    `Block ${formatCount(height)} von ${formatCount(target)} mit geprüften Headern`,
  announcedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} von etwa ${formatCount(target)}, nach Angabe der Peers`,
  estimatedProgress: (height: number, target: number) =>
    `Block ${formatCount(height)} von etwa ${formatCount(target)}, geschätzt nach der Blockzeit`
} satisfies typeof en;

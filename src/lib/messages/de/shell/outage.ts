import type en from '../../en/shell/outage';

export default {
  offline: {
    title: 'Dieses Gerät ist offline',
    text: 'Seiten zeigen, was zuletzt bekannt war. Wallets lassen sich öffnen und signieren.'
  },
  serverGone: {
    title: 'Quarrys Server ist nicht erreichbar',
    text: 'Prüfen Sie, ob Quarry in seinem Terminal noch läuft. Seiten zeigen, was zuletzt bekannt war; Wallets lassen sich öffnen und signieren.'
  },
  next: (duration: string) => `Nächster Versuch in ${duration}`,
  trying: 'Versuch läuft …',
  retryNow: 'Jetzt versuchen',
  update: { text: 'Eine neue Version von Quarry ist bereit.', action: 'Neu laden', later: 'Später' },
  install: { text: 'Quarry lässt sich als App installieren.', action: 'Installieren', later: 'Nicht jetzt' }
} satisfies typeof en;

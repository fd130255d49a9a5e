import type en from '../../en/shell/outage';

export default {
  offline: {
    title: 'Dieses Gerät ist offline',
    text: 'Die Seiten zeigen die letzten bekannten Werte. Sie können weiterhin Wallets öffnen und signieren.'
  },
  serverGone: {
    title: 'Quarrys Server ist nicht erreichbar',
    text: 'Prüfen Sie, ob Quarry in seinem Terminal noch läuft. Die Seiten zeigen die letzten bekannten Werte. Sie können weiterhin Wallets öffnen und signieren.'
  },
  next: (duration: string) => `Nächster Versuch in ${duration}`,
  trying: 'Versuch läuft …',
  retryNow: 'Jetzt versuchen',
  update: { text: 'Eine neue Version von Quarry ist bereit.', action: 'Neu laden', later: 'Später' },
  install: { text: 'Quarry lässt sich als App installieren.', action: 'Installieren', later: 'Nicht jetzt' }
} satisfies typeof en;

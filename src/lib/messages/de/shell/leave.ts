import type en from '../../en/shell/leave';

export default {
  stopped: {
    title: 'Der Node ist gestoppt',
    embedded:
      'Um ihn wieder zu starten, beenden Sie Quarry im Terminal (Strg+C) und starten Sie es neu. Bis dahin zeigen die Seiten die letzten bekannten Werte.',
    remote: 'Starten Sie den Daemon auf seinem Rechner neu. Bis dahin zeigen die Seiten die letzten bekannten Werte.'
  },
  signOutTitle: 'Während des Minings abmelden?',
  signOutWords: 'Dieser Tab betreibt Mining. Beim Abmelden wird es beendet.',
  signOut: 'Beenden und abmelden',
  switchTitle: 'Während des Minings wechseln?',
  switchWords: (node: string) => `Dieser Tab betreibt Mining. Der Wechsel zu ${node} beendet es.`,
  switchNode: 'Beenden und wechseln',
  keep: 'Weiter minen'
} satisfies typeof en;

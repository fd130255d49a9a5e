import type en from '../../en/shell/leave';

export default {
  stopped: {
    title: 'Der Node ist gestoppt',
    embedded:
      'Um ihn wieder zu starten, beenden Sie Quarry im Terminal (Strg+C) und starten Sie es neu. Bis dahin zeigen die Seiten die letzten bekannten Werte.',
    remote: 'Starten Sie den Daemon auf seinem Rechner neu. Bis dahin zeigen die Seiten die letzten bekannten Werte.'
  },
  signOutTitle: 'Während des Minings abmelden?',
  signOutWords: 'In diesem Tab läuft Mining. Beim Abmelden wird es gestoppt.',
  signOut: 'Stoppen und abmelden',
  switchTitle: 'Während des Minings den Node wechseln?',
  switchWords: (node: string) => `In diesem Tab läuft Mining. Beim Wechsel zu ${node} wird es gestoppt.`,
  switchNode: 'Stoppen und wechseln',
  stopTitle: 'Mining stoppen und einen gelösten Block verlieren?',
  losesBlock: (height: string) =>
    `Block ${height} ist gelöst, aber der Node hat noch nicht geantwortet. Wenn das Mining jetzt stoppt, gehen der Block und seine Belohnung verloren.`,
  stop: 'Mining stoppen',
  keep: 'Weiter minen'
} satisfies typeof en;

import type en from '../../en/shell/networkChoice';

export default {
  title: 'Was möchten Sie tun?',
  titleLater: 'Netzwerk',
  legend: 'Netzwerk von Quarrys eigenem Node',
  legendFirst: 'Quarrys eigener Node oder Ihrer',
  networks: {
    dev: {
      label: 'Ausprobieren',
      hint: 'Eine eigene Chain mit simulierten Coins, Hosts und Rentern. Braucht kein Netzwerk und kaum Speicherplatz.'
    },
    main: {
      label: 'Dem Hauptnetz beitreten',
      hint: 'Echte Coins. Ein Full Node: Er lädt und prüft die Chain und macht nach einem Neustart dort weiter, wo er war.'
    },
    zen: {
      label: 'Dem Testnetz beitreten',
      hint: 'Das öffentliche Testnetz zen, zum Testen mit den Nodes anderer. Seine Coins haben keinen Wert. Viel kleiner als das Hauptnetz.'
    },
    own: {
      label: 'Mit einem vorhandenen Node verbinden',
      hint: 'Ihr eigener Daemon oder Wallet-Server, auf diesem oder einem anderen Rechner. Es wird nichts heruntergeladen.'
    }
  },
  own: 'Geben Sie auf der Seite „Verbindungen“ Adresse und Passwort ein, und wechseln Sie dort zu Ihrem Node. Quarrys eigener Node bleibt verfügbar.',
  openConnections: 'Verbindungen öffnen',
  start: {
    legends: { main: 'Chain des Hauptnetzes', zen: 'Chain des Testnetzes' },
    genesis: 'Ab Genesis synchronisieren',
    checkpoint: 'Beim veröffentlichten Checkpoint beginnen',
    hints: {
      main: {
        genesis:
          'Lädt und prüft jeden Block seit 2015. Behält die neuesten 2.000 Blöcke vollständig und einen Index aller Coins. Vollständig für Wallets jeden Alters. Noch nicht gemessen: Rechnen Sie mit Dutzenden Gigabyte Datenverkehr, einigen Gigabyte auf dem Datenträger und, je nach Rechner und Verbindung, mit Stunden bis Tagen.',
        checkpoint:
          'Beginnt mit Block 530.000 und lädt nur, was danach kommt: weit weniger Datenverkehr, Speicherplatz und Zeit. Dem Zustand bei diesem Block wird vertraut, weil diese Version seine ID nennt; alles danach wird geprüft. Alles davor fehlt: Später erstellte Wallets sind vollständig; älteren fehlen frühere Coins und der frühere Verlauf.'
      },
      zen: {
        genesis:
          'Lädt und prüft jeden Block seit August 2025. Behält die neuesten 2.000 Blöcke vollständig und einen Index aller Coins. Vollständig für Wallets jeden Alters.',
        checkpoint:
          'Beginnt mit Block 50 und spart in diesem Netzwerk daher kaum etwas; zum Ausprobieren geeignet. Dem Zustand bei diesem Block wird vertraut, weil diese Version seine ID nennt. Alles davor fehlt.'
      }
    },
    existing: (network: string) =>
      `Gilt nur für eine neue Chain: Eine, die es auf diesem Rechner schon gibt, wird fortgesetzt, wie sie begonnen hat. <code>npm start -- --network ${network} --reset</code> löscht sie und synchronisiert ab Genesis.`
  },
  remote: 'Sie haben schon einen Node? <link>Verbinden Sie Quarry mit ihm.</link>',
  kept: 'Jedes Netzwerk hat seinen eigenen Ordner, und Wallets gehören zu ihrem Netzwerk: Bei einem Wechsel geht nichts verloren, und nach dem Zurückwechseln ist alles wieder da.',
  mining: 'Das Mining in diesem Tab wird gestoppt.',
  submit: 'Weiter',
  change: 'Netzwerk wechseln',
  busy: 'Der Node startet in diesem Netzwerk …',
  failed: 'Das Netzwerk wurde nicht gewechselt',
  switched: {
    title: 'Quarrys eigener Node ist jetzt in einem anderen Netzwerk',
    text: 'Das Netzwerk wurde in einem anderen Tab gewechselt. Das Mining in diesem Tab wurde gestoppt. Laden Sie die Seite neu, um das neue Netzwerk zu sehen.',
    reload: 'Neu laden'
  }
} satisfies typeof en;

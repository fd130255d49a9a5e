import type en from '../../en/shell/networkChoice';

export default {
  title: 'Was möchten Sie tun?',
  titleLater: 'Netzwerk',
  legend: 'Netzwerk von Quarrys eigenem Node',
  networks: {
    dev: {
      label: 'Ausprobieren',
      hint: 'Eine eigene Chain mit simulierten Coins, Hosts und Rentern. Braucht kein Netzwerk und kaum Speicherplatz.'
    },
    main: {
      label: 'Dem Hauptnetzwerk beitreten',
      hint: 'Echte Coins. Der Node lädt und prüft jeden Block seit 2015: Dutzende Gigabyte Datenverkehr und, je nach Rechner und Verbindung, Stunden bis Tage. Er behält die neuesten 2.000 Blöcke vollständig und einen Index aller Coins: mehrere Gigabyte auf der Festplatte. Nach einem Neustart macht er dort weiter, wo er war.'
    },
    zen: {
      label: 'Dem Testnetzwerk beitreten',
      hint: 'Das öffentliche Testnetzwerk zen. Seine Coins haben keinen Wert; es dient dazu, mit den Nodes anderer zu testen. Viel kleiner als das Hauptnetzwerk.'
    }
  },
  checkpoint:
    'Mit <code>--checkpoint published</code> gestartet, beginnt der Node stattdessen bei einem veröffentlichten Block und ist nach Minuten bereit. Eine danach angelegte Wallet ist vollständig, eine ältere nicht.',
  remote: 'Sie haben schon einen Node? <link>Verbinden Sie Quarry mit ihm.</link>',
  kept: 'Jedes Netzwerk hat seinen eigenen Ordner, und Wallets gehören zu ihrem Netzwerk: Bei einem Wechsel geht nichts verloren, und nach dem Zurückwechseln ist alles wieder da.',
  mining: 'Das Mining in diesem Tab wird beendet.',
  submit: 'Weiter',
  change: 'Netzwerk wechseln',
  busy: 'Der Node startet in diesem Netzwerk …',
  failed: 'Das Netzwerk wurde nicht gewechselt'
} satisfies typeof en;

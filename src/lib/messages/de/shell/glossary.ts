import type en from '../../en/shell/glossary';

export default {
  more: 'Alle Begriffe',
  groups: { coins: 'Coins', wallet: 'Wallet', mining: 'Mining und Chain', storage: 'Speicher', software: 'Software' },
  terms: {
    hasting: {
      group: 'coins',
      title: 'Hasting (H)',
      text: 'Die kleinste Einheit eines Coins. Ein Coin (SC) hat 10²⁴ Hastings, Beträge sind also exakt.'
    },
    maturity: {
      group: 'coins',
      title: 'Reife',
      text: 'Geminte Coins und Auszahlungen von Verträgen lassen sich erst einige Blöcke später ausgeben, im Hauptnetz nach 144. Vorher könnte eine Reorganisation sie noch entfernen.'
    },
    unconfirmed: {
      group: 'coins',
      title: 'Unbestätigt',
      text: 'Im Transaktionspool des Nodes, aber noch in keinem Block.'
    },
    confirmation: {
      group: 'coins',
      title: 'Bestätigung',
      text: 'Der Block mit der Transaktion und jeder Block danach. Mit jeder weiteren wird es unwahrscheinlicher, dass die Transaktion rückgängig gemacht wird.'
    },
    'miner-fee': {
      group: 'coins',
      title: 'Miner-Gebühr',
      text: 'Was eine Transaktion dem Miner ihres Blocks zahlt. Miner nehmen zuerst Transaktionen auf, die für ihre Größe mehr zahlen.'
    },
    'fund-units': {
      group: 'coins',
      title: 'Fondsanteile (SF)',
      text: 'Eine feste Zahl von Anteilen am Netzwerk. Jeder Speichervertrag zahlt ihnen eine Steuer in Coins.'
    },
    'fund-revenue': {
      group: 'coins',
      title: 'Fondserträge',
      text: 'Die Coins, die Fondsanteile seit ihrer letzten Übertragung eingebracht haben. Sie werden ausgezahlt, wenn die Anteile ausgegeben werden, auch an die eigene Wallet.'
    },
    phrase: {
      group: 'wallet',
      title: 'Wiederherstellungswörter',
      text: '12, 28 oder 29 Wörter, auch Wiederherstellungsphrase genannt, aus denen alle Schlüssel einer Wallet abgeleitet sind. Wer sie hat, kann die Coins ausgeben.'
    },
    'watch-only': {
      group: 'wallet',
      title: 'Watch-only-Wallet',
      text: 'Eine Wallet ohne Schlüssel, die Adressen nur beobachtet. Sie zeigt Guthaben und Verlauf; ihre Zahlungen werden auf einem anderen Gerät signiert.'
    },
    policy: {
      group: 'wallet',
      title: 'Ausgaberegel',
      text: 'Die Bedingungen, um einen Output auszugeben: Schlüssel und wie viele davon signieren müssen, eine Höhe, ein Zeitpunkt, ein Geheimnis (Preimage). Der Hash der Regel ist die Adresse.'
    },
    output: {
      group: 'wallet',
      title: 'Output',
      text: 'Ein Betrag, den eine Transaktion oder ein Block an eine Adresse gezahlt hat. Er wird ganz ausgegeben; der Rest kommt als neuer Output zurück.'
    },
    proof: {
      group: 'wallet',
      title: 'Beweis eines Outputs',
      text: 'Ein Pfad von Hashes vom Output zum Zustand, auf den sich Block-Header festlegen. Quarry prüft ihn in Ihrem Browser; Sie müssen also keinem Server glauben, dass es den Output gibt.'
    },
    difficulty: {
      group: 'mining',
      title: 'Schwierigkeit',
      text: 'Die Zahl der Hashes, die im Mittel für einen Block nötig ist. Sie wird so angepasst, dass Blöcke im Abstand der angestrebten Blockzeit gefunden werden.'
    },
    target: {
      group: 'mining',
      title: 'Target',
      text: 'Der höchste Hash, als Zahl gelesen, den ein Block haben darf. Je niedriger das Target, desto höher die Schwierigkeit.'
    },
    'hash-rate': {
      group: 'mining',
      title: 'Hashrate',
      text: 'Hashes pro Sekunde. Die Chance auf den nächsten Block entspricht dem Anteil des Miners an der Hashrate des ganzen Netzwerks.'
    },
    nonce: {
      group: 'mining',
      title: 'Nonce',
      text: 'Die Zahl im Block-Header, die Miner ändern, bis der Hash des Headers das Target erfüllt.'
    },
    share: {
      group: 'mining',
      title: 'Share',
      text: 'Ein Hash, der die Schwierigkeit eines Mining-Pools erfüllt; sie liegt weit unter der eines Blocks. Ein Share belegt gegenüber dem Pool geleistete Arbeit, und der Pool zahlt nach Shares.'
    },
    stale: {
      group: 'mining',
      title: 'Veraltet',
      text: 'Ein Block oder Share, der zu spät ankam: Ein anderer Block war schneller. Ein paar davon sind normal.'
    },
    work: {
      group: 'mining',
      title: 'Gesamte Arbeit',
      text: 'Die erwartete Zahl der Hashes für alle Blöcke der Chain. Von zwei gültigen Chains setzt sich die mit mehr Arbeit durch.'
    },
    commitment: {
      group: 'mining',
      title: 'Commitment',
      text: 'Ein Hash im Block-Header, der die Transaktionen des Blocks und den Zustand der Chain vor ihm festlegt.'
    },
    checkpoint: {
      group: 'mining',
      title: 'Checkpoint',
      text: 'Der Block, bei dem die Verifizierung beginnt. Seiner ID wird vertraut; alles danach wird geprüft.'
    },
    reorganization: {
      group: 'mining',
      title: 'Reorganisation',
      text: 'Die Chain wechselt zu einem Zweig mit mehr Arbeit: Die letzten Blöcke werden zurückgenommen und andere angewendet.'
    },
    contract: {
      group: 'storage',
      title: 'Speichervertrag',
      text: 'Eine Vereinbarung auf der Chain zwischen Renter und Host. Sie bestimmt, was beide mit und ohne Speichernachweis erhalten.'
    },
    sector: {
      group: 'storage',
      title: 'Sektor',
      text: 'Die Einheit, in der Hosts Daten speichern, im Hauptnetz 4 MiB. Ein Sektor wird anhand seiner Merkle-Wurzel identifiziert.'
    },
    'storage-proof': {
      group: 'storage',
      title: 'Speichernachweis',
      text: 'Ein von der Chain zufällig bestimmtes Stück der Daten mit den Hashes, die zeigen, dass es zum Vertrag gehört.'
    },
    'proof-window': {
      group: 'storage',
      title: 'Nachweisfenster',
      text: 'Die Blöcke nach dem Ende eines Vertrags, in denen der Host einen Speichernachweis einreichen muss. Ohne ihn verliert er die Einnahmen und die riskierten Sicherheiten.'
    },
    collateral: {
      group: 'storage',
      title: 'Sicherheiten',
      text: 'Coins des Hosts, die in einem Vertrag gesperrt sind. Mit einem Speichernachweis bekommt er sie zurück.'
    },
    allowance: {
      group: 'storage',
      title: 'Budget',
      text: 'Was der Renter in einer Periode verwenden darf: Coins, Zahl der Hosts, Speicher und Datenverkehr. Daraus bezahlt er seine Verträge.'
    },
    'renew-window': {
      group: 'storage',
      title: 'Verlängerungsfenster',
      text: 'Die letzten Blöcke einer Periode. In ihnen werden Verträge für die nächste verlängert.'
    },
    score: {
      group: 'storage',
      title: 'Bewertung',
      text: 'Der Rang eines Hosts nach Preis, Sicherheiten, Verfügbarkeit, Alter und freiem Speicher. Renter wählen besser bewertete Hosts öfter.'
    },
    node: {
      group: 'software',
      title: 'Node',
      text: 'Ein Programm, das jeden Block prüft und mit anderen Nodes verbunden ist, seinen Peers. Quarrys Server enthält einen.'
    },
    daemon: {
      group: 'software',
      title: 'Daemon',
      text: 'Ein Node mit der älteren API: Konsens, Gateway, Miner, Host und Renter.'
    },
    'wallet-server': {
      group: 'software',
      title: 'Wallet-Server',
      text: 'Ein Node mit der neueren API: Er meldet Guthaben, Outputs und deren Beweise und sendet Transaktionen ins Netzwerk. Schlüssel hat er nie.'
    }
  }
} satisfies typeof en;

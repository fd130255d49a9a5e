import type en from '../../en/wallet/outputImport';
import { formatAmount } from '../../quantities/amounts';
import { formatCount } from '../../numbers';
import { plural } from '../../plural';

export default {
  title: 'Outputs von einem anderen Server',
  text: 'Ein Node, der mit einem Checkpoint begonnen hat, hat keine Daten darüber, was diese Wallet davor erhalten hat. Ein anderer Wallet-Server kann ihre nicht ausgegebenen Outputs mit Beweisen auflisten; geprüft werden diese am Akkumulator Ihres eigenen Nodes.',
  open: 'Outputs importieren …',
  privacy:
    'Der Server erfährt, welche Adressen zu dieser Wallet gehören. Sie können von mehreren importieren: Jeder ergänzt, was die anderen nicht aufgelistet haben.',
  server: 'Wallet-Server',
  none: 'Es gibt keine andere Verbindung mit einem Wallet-Server. <link>Fügen Sie eine hinzu</link> und kommen Sie dann zurück.',
  unlockFirst: 'Entsperren Sie zuerst die Wallet: Der Server wird nach allen Adressen ihrer Schlüssel gefragt.',
  unlock: 'Entsperren',
  start: 'Importieren',
  stop: 'Abbrechen',
  close: 'Schließen',
  failed: 'Es wurde nichts importiert',
  steps: {
    discovering: (checked: number, found: number) =>
      `Benutzte Adressen werden gesucht: ${formatCount(checked)} Schlüssel geprüft, ${plural(found, { one: '# Adresse', other: '# Adressen' })} gefunden`,
    rescanning: 'Die gefundenen Adressen werden vom eigenen Node geladen',
    reading: (outputs: number) => `${plural(outputs, { one: '# Output wird', other: '# Outputs werden' })} geprüft`,
    waiting: (height: number) => `Ihr Node und die Wallet müssen erst Block ${formatCount(height)} erreichen`,
    carrying: (height: number, target: number) =>
      `Die Beweise werden auf Block ${formatCount(target)} aktualisiert: jetzt bei ${formatCount(height)}`
  },
  done: {
    added: (server: string, coins: bigint, outputs: number) =>
      `${server}: ${plural(outputs, { one: '# Output', other: '# Outputs' })} importiert, ${formatAmount(coins)}.`,
    nothing: (server: string) => `${server}: keine neuen Outputs.`,
    known: (known: number) =>
      plural(known, { one: '# war schon in der Wallet.', other: '# waren schon in der Wallet.' }),
    spent: (spent: number) =>
      plural(spent, { one: '# wurde seitdem ausgegeben.', other: '# wurden seitdem ausgegeben.' })
  },
  missing: {
    title: 'Gereifte Auszahlungen fehlen',
    text: (coins: bigint) =>
      `Ein Server hat Auszahlungen von ${formatAmount(coins)} gemeldet, die inzwischen gereift sein müssten, aber der Wallet-Server listet sie nicht auf. Sie zählen erst zum Guthaben, wenn ein Server sie mit einem Beweis auflistet; Quarry prüft das weiterhin. Um es jetzt zu prüfen, verbinden Sie sich mit einem anderen Wallet-Server und <link>lesen Sie die Wallet neu ein</link>: Fehlen die Auszahlungen auch dort, hat es sie wahrscheinlich nie gegeben.`
  },
  imported: {
    title: 'Ein Teil dieses Guthabens wurde importiert',
    text: 'Dass es die importierten Outputs gibt, ist bewiesen; dass es alle sind, nicht. Der Verlauf vor dem Checkpoint fehlt.',
    from: (server: string, date: string, height: number, outputs: number) =>
      `${server}, ${date}, bei Block ${formatCount(height)}: ${plural(outputs, { one: '# Output', other: '# Outputs' })}`
  },
  offer: {
    title: 'Ihr Node hat keine Daten aus der Zeit vor seinem Checkpoint',
    text: (height: number) =>
      `Er hat mit Block ${formatCount(height)} begonnen. Coins, die diese Wallet davor erhalten hat, werden nicht angezeigt. <link>Importieren Sie sie von einem anderen Server</link> oder synchronisieren Sie den Node ab dem ersten Block.`
  }
} satisfies typeof en;

import { formatCount } from '../../format';
import { text } from '../../errorText';
import type en from '../../en/errors/daemon';

export default {
  'consensus/block-id-unreadable': text(
    'Ungültige Block-ID',
    'Eine ID hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie die ganze ID.'
  ),
  'consensus/height-unreadable': text('Ungültige Höhe', 'Eine Höhe ist eine ganze Zahl ab 0.'),
  'consensus/block-unnamed': text('Kein Block angegeben', 'Geben Sie entweder die Höhe oder die ID eines Blocks ein.'),
  'consensus/block-named-twice': text(
    'Höhe und ID angegeben',
    'Suchen Sie einen Block entweder nach seiner Höhe oder nach seiner ID.'
  ),
  'consensus/before-first-block': ({ first }) =>
    text(
      'Block nicht auf diesem Node gespeichert',
      `Die Blöcke dieses Nodes beginnen in Höhe ${formatCount(first)}. Für frühere verbinden Sie sich mit einem Node, der die ganze Chain hat.`
    ),
  'consensus/block-not-found': text(
    'Block nicht gefunden',
    'Seine Höhe liegt über der Spitze der Chain, oder dieser Node hat keinen Block mit dieser ID.'
  ),
  'consensus/change-id-unreadable': text(
    'Ungültige ID einer Konsensänderung',
    'Eine ID hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie die ganze ID.'
  ),
  'daemon/download-speed-unreadable': text(
    'Ungültige Downloadgeschwindigkeit',
    'Geben Sie eine ganze Zahl von Bytes pro Sekunde ein; 0 bedeutet unbegrenzt.'
  ),
  'daemon/upload-speed-unreadable': text(
    'Ungültige Uploadgeschwindigkeit',
    'Geben Sie eine ganze Zahl von Bytes pro Sekunde ein; 0 bedeutet unbegrenzt.'
  ),
  'daemon/speed-negative': text(
    'Ein Geschwindigkeitslimit ist negativ',
    'Geben Sie 0 für unbegrenzt oder eine größere Zahl ein.'
  ),
  'daemon/no-release': text(
    'Der Node konnte nicht nach Updates suchen',
    'Er erreicht den Release-Server nicht. Prüfen Sie die Internetverbindung des Rechners und suchen Sie erneut.'
  ),
  'daemon/updated-with-quarry': text(
    'Quarrys eigener Node ist Teil von Quarry',
    'Aktualisieren Sie Quarry, um den Node zu aktualisieren.'
  ),
  'daemon/wallet-locked': text(
    'Die Wallet des Nodes ist gesperrt',
    'Der Node benötigt dafür seine eigene Wallet. Erstellen oder entsperren Sie sie auf dem Node und versuchen Sie es noch einmal.'
  ),
  'gateway/speed-negative': text(
    'Ein Geschwindigkeitslimit ist negativ',
    'Geben Sie 0 für unbegrenzt oder eine größere Zahl ein.'
  ),
  'gateway/no-addresses': text(
    'Keine Adresse angegeben',
    'Geben Sie mindestens eine Adresse ein, die hinzugefügt oder entfernt werden soll.'
  ),
  'gateway/address-invalid': text(
    'Ungültige Node-Adresse',
    'Geben Sie eine IP-Adresse und einen Port von 1 bis 65535 ein, zum Beispiel 203.0.113.7:9981.'
  ),
  'gateway/address-is-name': text(
    'Hostnamen werden nicht angenommen',
    'Geben Sie die IP-Adresse, zu der der Name gehört, mit dem Port ein.'
  ),
  'gateway/own-address': text('Das ist die Adresse dieses Nodes', 'Geben Sie die Adresse eines anderen Nodes ein.'),
  'gateway/already-connected': text('Bereits verbunden', 'Dieser Node ist schon unter den Peers.'),
  'gateway/no-connections': text(
    'Quarrys eigener Node verbindet sich mit keinen Peers',
    'Er wurde ohne Peers gestartet. Starten Sie Quarry mit --peer oder --listen oder in einem öffentlichen Netzwerk.'
  ),
  'gateway/peer-unreachable': text(
    'Unter dieser Adresse antwortet kein Node',
    'Prüfen Sie Adresse und Port und ob der andere Node läuft und von diesem aus erreichbar ist.'
  ),
  'gateway/not-a-peer': text(
    'Nicht mit diesem Node verbunden',
    'Der Peer hat die Verbindung möglicherweise schon getrennt. Die Liste zeigt die aktuellen Peers.'
  ),
  'gateway/blocklist-unreadable': text(
    'Die Änderung der Sperrliste konnte nicht gelesen werden',
    'Geben Sie eine Adresse pro Zeile ein: eine IP-Adresse, einen Adressbereich oder einen Hostnamen.'
  ),
  'node/disk-full': text(
    'Der Datenträger des Nodes ist voll',
    'Es wurde nichts geändert. Geben Sie auf dem Datenträger mit dem Datenordner Speicherplatz frei und versuchen Sie es erneut.'
  ),
  'node/unwritable': text(
    'Der Node kann nicht in seinen Datenordner schreiben',
    'Es wurde nichts geändert. Prüfen Sie die Rechte des Ordners und den Datenträger, der defekt oder schreibgeschützt sein kann.'
  ),
  'node/folder-gone': ({ path }) =>
    text(
      'Der Datenordner des Nodes ist verschwunden',
      `Es wurde nichts geändert. ${path} wurde gelöscht, verschoben oder ersetzt: Stellen Sie den Ordner wieder her und starten Sie Quarry neu.`
    )
} satisfies typeof en;

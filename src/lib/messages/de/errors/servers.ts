import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text } from '../../errorText';
import type en from '../../en/errors/servers';

export default {
  'wallet-server/body-unreadable': text(
    'Der Server konnte die Anfrage nicht lesen',
    'Quarry und der Server haben möglicherweise verschiedene Versionen. Das Feld steht in den Details.'
  ),
  'wallet-server/id-unreadable': text(
    'Weder Höhe noch Block-ID',
    'Eine Höhe ist eine ganze Zahl; eine Block-ID hat 64 Zeichen.'
  ),
  'wallet-server/parameter-unreadable': ({ parameter }) =>
    text(
      'Der Server konnte einen Wert nicht lesen',
      `Prüfen Sie den Wert von „${parameter}“. Der Fehler steht in den Details.`
    ),
  'wallet-server/query-unreadable': ({ parameter }) =>
    text(
      'Der Server konnte einen Wert nicht lesen',
      `Prüfen Sie den Wert von „${parameter}“. Der Fehler steht in den Details.`
    ),
  'wallet-server/body-too-large': text('Die Anfrage ist zu groß für den Server', 'Senden Sie weniger auf einmal.'),
  'wallet-server/limit-out-of-range': ({ least, most }) =>
    text(
      'Die Seitengröße ist unzulässig',
      `Der Server akzeptiert ${formatCount(least)} bis ${formatCount(most)} Einträge pro Seite.`
    ),
  'wallet-server/too-many-addresses-asked': ({ most }) =>
    text('Zu viele Adressen', `Der Server akzeptiert höchstens ${formatCount(most)} Adressen pro Anfrage.`),
  'wallet-server/too-many-addresses-added': ({ most }) =>
    text(
      'Zu viele Adressen',
      `Es lassen sich höchstens ${formatCount(most)} Adressen auf einmal hinzufügen. Fügen Sie sie in mehreren Schritten hinzu.`
    ),
  'wallet-server/block-not-found': text(
    'Block nicht gefunden',
    'Seine Höhe liegt über der Spitze der Chain, oder der Server hat keinen Block mit dieser ID.'
  ),
  'wallet-server/height-not-found': text(
    'Höhe über der Chain-Spitze',
    'Die Chain des Servers hat in dieser Höhe noch keinen Block.'
  ),
  'wallet-server/before-first-block': ({ first }) =>
    text(
      'Block nicht auf diesem Node gespeichert',
      `Die Blöcke dieses Nodes beginnen in Höhe ${formatCount(first)}. Für frühere verbinden Sie sich mit einem Node, der die ganze Chain hat.`
    ),
  'wallet-server/event-not-found': text('Ereignis nicht gefunden', 'Der Server hat kein Ereignis mit dieser ID.'),
  'wallet-server/output-not-found': text(
    'Output nicht gefunden',
    'Er wurde ausgegeben, oder der Server hat keinen Output mit dieser ID.'
  ),
  'wallet-server/tip-too-old': ({ minutes }) =>
    text(
      'Die Chain wächst nicht mehr',
      `Der neueste Block ist ${plural(minutes, { one: '# Minute', other: '# Minuten' })} alt. Prüfen Sie, ob der Server synchronisiert ist und Blöcke gefunden werden.`
    ),
  'wallet-server/not-syncing': text(
    'Der Server synchronisiert nicht',
    'Sein neuester Block ist zu alt. Prüfen Sie seine Internetverbindung und seine Peers.'
  ),
  'wallet-server/no-peers-to-add': text(
    'Quarrys eigener Node verbindet sich mit keinen Peers',
    'Er wurde ohne Peers gestartet. Starten Sie Quarry mit --peer oder --listen oder in einem öffentlichen Netzwerk.'
  ),
  'wallet-server/unknown-basis': text(
    'Der Server hat diesen Block nicht',
    'Seine Chain weicht von der bisher verfolgten ab. Wurde die Chain neu begonnen, lesen Sie die Wallet neu ein; prüfen Sie andernfalls den Server.'
  ),
  'wallet-server/basis-not-moved': text(
    'Die Beweise konnten nicht aktualisiert werden',
    'Ein Input wurde ausgegeben, oder die Chain ist seit dem Erstellen der Transaktion zu weit gewachsen. Erstellen Sie sie neu.'
  ),
  'wallet-server/wallet-not-found': text(
    'Der Server hat keine solche Wallet',
    'Sie wurde möglicherweise entfernt. Laden Sie die Liste seiner Wallets neu.'
  ),
  'wallet-server/not-found': text(
    'Nicht gefunden',
    'Das Angeforderte gibt es auf dem Server nicht. Möglicherweise wurde es entfernt.'
  ),
  'wallet-server/change-address-missing': text(
    'Die Wechselgeldadresse fehlt',
    'Geben Sie die Adresse ein, die das Wechselgeld erhält.'
  ),
  'wallet-server/zero-output': ({ index }) =>
    text('Ein Betrag ist 0', `Geben Sie für Empfänger ${formatCount(Number(index) + 1)} einen Betrag über 0 ein.`),
  'wallet-server/void-output': ({ index }) =>
    text(
      'Ein Empfänger ist die Void-Adresse',
      `Dorthin gesendete Coins sind verloren. Geben Sie für Empfänger ${formatCount(Number(index) + 1)} eine andere Adresse ein.`
    ),
  'wallet-server/no-recipients': text('Kein Empfänger', 'Fügen Sie eine Adresse und einen Betrag hinzu.'),
  'wallet-server/v1-over': text(
    'V1-Transaktionen werden nicht mehr angenommen',
    'Die Chain hat den V2-Hardfork hinter sich. Erstellen Sie die Transaktion als V2.'
  ),
  'wallet-server/v2-not-yet': text(
    'V2-Transaktionen werden noch nicht angenommen',
    'Die Chain hat den V2-Hardfork noch nicht erreicht. Erstellen Sie die Transaktion als V1.'
  ),
  'wallet-server/insufficient-funds': text(
    'Nicht genügend Guthaben',
    'Die Wallet auf dem Server kann diesen Betrag und die Gebühr nicht bezahlen. Verringern Sie den Betrag oder warten Sie auf unbestätigte Outputs.'
  ),
  'wallet-server/output-reserved': text(
    'Ein Output ist reserviert',
    'Eine andere Transaktion hat ihn in der letzten Stunde reserviert. Geben Sie ihn frei oder verwenden Sie andere Outputs.'
  ),
  'wallet-server/policy-unknown': ({ address }) =>
    text(
      'Die Ausgaberegel einer Adresse ist unbekannt',
      `Fügen Sie der Wallet auf dem Server die Ausgaberegel von ${address} hinzu.`
    ),
  'wallet-server/pays-void': text(
    'Die Transaktion zahlt an die Void-Adresse',
    'Dorthin gesendete Coins sind verloren. Bestätigen Sie das oder zahlen Sie an eine andere Adresse.'
  ),
  'wallet-server/no-peers': text(
    'Angenommen, aber noch nicht gesendet',
    'Der Server hat derzeit keine Peers. Sobald er welche hat, sendet er ins Netzwerk.'
  ),
  'wallet-server/proof-invalid': text(
    'Ein auszugebender Output existiert nicht',
    'Er wurde inzwischen ausgegeben oder nie erzeugt. Erstellen Sie die Transaktion neu.'
  ),
  'wallet-server/v1-not-allowed': text(
    'V1-Transaktionen werden nicht mehr angenommen',
    'Die Chain hat den V2-Hardfork hinter sich. Erstellen Sie die Transaktion neu als V2.'
  ),
  'wallet-server/double-spend': text(
    'Ein Output wird schon ausgegeben',
    'Eine andere Transaktion, die ihn ausgibt, wartet im Transaktionspool; nur eine von beiden kann bestätigt werden. Erstellen Sie die Zahlung mit anderen Outputs neu, oder warten Sie die andere ab.'
  ),
  'wallet-server/transaction-invalid': text(
    'Die Transaktion verletzt eine Konsensregel',
    'Der Server hat sie nicht angenommen. Die Regel steht in den Details.'
  ),
  'wallet-server/v2-transaction-invalid': text(
    'Die Transaktion verletzt eine Konsensregel',
    'Der Server hat sie nicht angenommen. Die Regel steht in den Details.'
  ),
  'wallet-server/pool-full': text(
    'Der Transaktionspool ist voll',
    'Versuchen Sie es nach den nächsten Blöcken oder mit einer höheren Gebühr noch einmal.'
  ),
  'wallet-server/set-too-long': ({ most }) =>
    text(
      'Zu viele Transaktionen',
      `Der Server nimmt höchstens ${formatCount(most)} Transaktionen auf einmal an und hat keine davon angenommen. Senden Sie sie in mehreren Schritten.`
    ),
  'wallet-server/block-invalid': text(
    'Der Block verletzt eine Konsensregel',
    'Der Server hat ihn nicht angenommen. Die Regel steht in den Details.'
  ),
  'wallet-server/v1-block': text(
    'V1-Blöcke können nicht ins Netzwerk gesendet werden',
    'Der Server hat den Block angenommen, sendet aber nur V2-Blöcke ins Netzwerk.'
  ),
  'mining-server/body-unreadable': text(
    'Der Server konnte die Anfrage nicht lesen',
    'Quarry und der Server haben möglicherweise verschiedene Versionen. Das Feld steht in den Details.'
  ),
  'mining-server/no-block': text(
    'Kein Block eingereicht',
    'Die Anfrage enthielt keinen Block. Laden Sie die Seite neu, um neu zu beginnen.'
  ),
  'mining-server/block-not-hex': text(
    'Der Block ist nicht hexadezimal',
    'Ein Block wird als Ziffern und Buchstaben von a bis f eingereicht.'
  ),
  'mining-server/block-cut-short': text(
    'Der Block kam unvollständig an',
    'Sein Ende fehlt. Wiederholt sich das, kürzt ein Proxy die Anfragen.'
  ),
  'mining-server/block-refused': text(
    'Der Block wurde nicht angenommen',
    'Er verletzt eine Konsensregel oder gehört zu einer anderen Chain. Der Grund steht in den Details. Das Mining läuft weiter.'
  ),
  'mining-server/no-peers': text(
    'Angenommen, aber noch nicht gesendet',
    'Der Server hat derzeit keine Peers. Sobald er welche hat, sendet er ins Netzwerk.'
  ),
  'signing-server/body-unreadable': text(
    'Der Server konnte die Anfrage nicht lesen',
    'Quarry und der Server haben möglicherweise verschiedene Versionen. Das Feld steht in den Details.'
  ),
  'signing-server/parameter-unreadable': ({ parameter }) =>
    text(
      'Der Server konnte einen Wert nicht lesen',
      `Prüfen Sie den Wert von „${parameter}“. Der Fehler steht in den Details.`
    ),
  'signing-server/query-unreadable': ({ parameter }) =>
    text(
      'Der Server konnte einen Wert nicht lesen',
      `Prüfen Sie den Wert von „${parameter}“. Der Fehler steht in den Details.`
    ),
  'signing-server/phrase-unreadable': text(
    'Ungültige Wiederherstellungswörter',
    'Prüfen Sie die Wörter, ihre Schreibweise und ihre Reihenfolge.'
  ),
  'signing-server/not-found': text(
    'Der Signaturserver hat keinen solchen Schlüssel',
    'Er wurde dort entfernt oder nie abgeleitet. Importieren Sie seine Wiederherstellungswörter oder leiten Sie weitere Schlüssel ab.'
  ),
  'signing-server/state-missing': text('Der Chain-Zustand fehlt', 'Senden Sie den Zustand zusammen mit dem Netzwerk.'),
  'signing-server/network-missing': text('Das Netzwerk fehlt', 'Senden Sie das Netzwerk zusammen mit dem Zustand.'),
  'signing-server/count-out-of-range': ({ least, most }) =>
    text(
      'Ungültige Anzahl von Schlüsseln',
      `Geben Sie eine Zahl von ${formatCount(least)} bis ${formatCount(most)} ein.`
    ),
  'signing-server/limit-out-of-range': ({ least, most }) =>
    text(
      'Die Seitengröße ist unzulässig',
      `Der Server akzeptiert ${formatCount(least)} bis ${formatCount(most)} Einträge pro Seite.`
    ),
  'signing-server/nothing-signed': text(
    'Es wurde nichts signiert',
    'Der Signaturserver hat keinen der fehlenden Schlüssel. Importieren Sie dort deren Wiederherstellungswörter oder leiten Sie weitere Schlüssel ab.'
  ),
  'signing-server/v2-not-yet': text(
    'V2-Transaktionen werden noch nicht angenommen',
    'Die Chain hat den V2-Hardfork noch nicht erreicht. Erstellen Sie die Transaktion als V1.'
  )
} satisfies typeof en;

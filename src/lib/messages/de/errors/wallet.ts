import { excerpt } from '$lib/codec/visibleText';
import { formatAmount } from '../../quantities/amounts';
import { formatDisjunction } from '../../disjunction';
import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text } from '../../errorText';
import { linesByFault } from '../../wallet/linesByFault';
import { FOREIGN_COUNTS } from '$lib/wallet/keys/foreignCounts';
import type { ImportFault, PolicyFault, TransferFault } from '$lib/wallet/errors';
import type { ContainerFault, PaymentLinkFault } from '$lib/wallet/formats/errors';
import type { MessageFault } from '$lib/wallet/message/errors';
import type en from '../../en/errors/wallet';

const coins = (hastings: bigint): string => formatAmount(hastings, 6);
const amount = (unit: 'coins' | 'funds', value: bigint): string =>
  unit === 'coins' ? coins(value) : plural(value, { one: '# Fondsanteil', other: '# Fondsanteile' });

const TRANSFER_FAULTS: Record<TransferFault, string> = {
  'not-a-payment': 'Sie enthält mehr als Zahlungen von Coins oder Fondsanteilen',
  'repeated-input': 'Sie gibt nichts aus oder einen Output doppelt',
  'wrong-policy': 'Ein Input hat eine Ausgaberegel, die nicht zur Adresse seines Outputs passt',
  'empty-output': 'Sie zahlt nichts an eine Adresse',
  unbalanced: 'Ihre Outputs und die Gebühr ergeben zusammen nicht ihre Inputs',
  'other-amount':
    'Die Transaktion nennt einen falschen Betrag oder eine falsche Adresse für einen Output einer Ihrer Wallets, ' +
    'sodass Sie mehr oder mit anderen Coins zahlen würden, als sie angibt'
};

const POLICY_FAULTS: Record<PolicyFault, string> = {
  open: 'Sie verlangt weder Schlüssel noch Geheimnis, sodass jeder ihre Coins ausgeben könnte. Fügen Sie einen Schlüssel hinzu.',
  unreachable:
    'Sie verlangt mehr Bedingungen, als sie hat, sodass niemand je ihre Coins ausgeben könnte. Senken Sie den Schwellenwert.',
  'too-many': 'Ein Schwellenwert fasst höchstens 255 Bedingungen. Verwenden Sie weniger.',
  'too-complex':
    'Sie hat mehr Bedingungen, als das Netzwerk prüft, sodass vielleicht niemand je ihre Coins ausgeben könnte. Verwenden Sie weniger.',
  'nested-unlock-conditions':
    'Entsperrbedingungen können nicht Teil einer anderen Ausgaberegel sein. Verwenden Sie sie allein.',
  'fewer-keys':
    'Ein Schlüssel ist doppelt genannt oder von unbekannter Art, sodass weniger Signaturen genügen als angegeben. ' +
    'Verwenden Sie jeden Schlüssel einmal.',
  hidden:
    'Ein Teil ist verborgen. Wer diesen Teil kennt, kann die Coins möglicherweise allein ausgeben. ' +
    'Verlangen Sie die vollständige Ausgaberegel.',
  'not-a-key':
    'Einer ihrer Schlüssel ist kein gültiger öffentlicher Schlüssel: Entweder jeder oder niemand könnte für ihn signieren. ' +
    'Bitten Sie seinen Besitzer um den richtigen.',
  'empty-part':
    'Ein Teil verlangt nichts, sodass weniger Signaturen genügen, als es scheint. Entfernen Sie diesen Teil.',
  'wrapping-time':
    'Ihre Zeitsperre liegt so spät, dass das Netzwerk sie als offen ansieht. Wählen Sie einen früheren Zeitpunkt.',
  'distant-time':
    'Ihre Zeitsperre endet erst in Tausenden von Jahren. Wenn sie in Millisekunden angegeben ist, geben Sie Sekunden an.',
  'mixed-up-lock': 'Eine Sperre nennt eine Zeit statt einer Höhe oder eine Höhe statt einer Zeit. Korrigieren Sie sie.'
};

const IMPORT_FAULTS: Record<ImportFault, string> = {
  'no-address': 'Die Adresse fehlt.',
  'wrong-address': 'Die Adresse ist unvollständig oder enthält einen Tippfehler. Vergleichen Sie sie mit dem Original.',
  'other-policy': 'Die Ausgaberegel gehört nicht zur Adresse.',
  'fund-units': 'Fondsanteile sind ganze Zahlen.',
  'unknown-unit': 'Die Einheit des Betrags ist unbekannt. Verwenden Sie SC, SF oder eine andere Coin-Einheit.',
  'too-many': 'So viele Empfänger passen in keine Transaktion.',
  'too-many-addresses': 'Eine Liste von Adressen hat höchstens 20.000 Zeilen. Teilen Sie sie auf.',
  'too-many-contacts': 'Das Adressbuch fasst höchstens 10.000 Empfänger.',
  'long-contact': 'Ein Name hat höchstens 80 Zeichen, eine Notiz 255. Kürzen Sie den Text.',
  'ambiguous-amount': 'Der Betrag lässt sich auf zwei Arten lesen. Schreiben Sie ihn ohne Tausendertrennzeichen.',
  'no-amount': 'Der Betrag fehlt oder ist ungültig.',
  'no-amount-column':
    'Sie enthält Spaltennamen, aber nicht genau einmal „amount“. Geben Sie der Spalte mit den Beträgen diesen Namen.',
  'repeated-column': 'Zwei Spalten heißen „address“ oder zwei heißen „unit“. Geben Sie nur einer davon diesen Namen.',
  unreadable: 'Suchen Sie nach Tippfehlern.'
};

const MESSAGE_FAULTS: Record<MessageFault, string> = {
  empty: 'Sie enthält keinen Text.',
  'too-long': 'Eine Nachricht hat höchstens 8.192 Byte. Kürzen Sie sie.',
  'control-character': 'Sie enthält unsichtbare Steuerzeichen. Tippen Sie den Text neu, statt ihn einzufügen.',
  'direction-control':
    'Sie enthält unsichtbare Zeichen, die die Schreibrichtung ändern und den Text anders aussehen lassen können. Entfernen Sie diese Zeichen.',
  'stacked-marks':
    'Sie enthält so viele Akzente auf einem Buchstaben, dass sie benachbarte Zeilen verdecken würden. Entfernen Sie diese.',
  time: 'Ihr Zeitpunkt liegt außerhalb der Jahre 1970 bis 9999.',
  'foreign-policy':
    'Die Adresse gehört zu einem anderen Schlüssel oder einer anderen Ausgaberegel, oder ihre Ausgaberegel verlangt mehr als Signaturen.'
};

const LINK_FAULTS: Record<PaymentLinkFault, (part: string) => string> = {
  'no-link': (part) => `„${part}:“ ist kein Zahlungslink dieses Netzwerks.`,
  'too-long': () => 'Er ist länger, als ein Zahlungslink sein kann. Bitten Sie um einen kürzeren.',
  address: () => 'Seine Adresse ist unvollständig oder enthält einen Tippfehler. Bitten Sie erneut um den Link.',
  encoding: () => 'Ein Teil davon ist beschädigt. Kopieren Sie den ganzen Link noch einmal.',
  amount: (part) =>
    part === '' ? 'Er verlangt Fondsanteile, ohne deren Zahl anzugeben.' : `„${part}“ ist kein gültiger Betrag.`,
  repeated: (part) => `Er enthält „${part}“ zweimal, daher ist unklar, was gemeint ist.`,
  required: (part) =>
    `Er verlangt „${part}“, was diese Wallet nicht unterstützt. Eine Zahlung ohne diese Angabe könnte falsch sein.`,
  network: (part) => `Er gehört zum Netzwerk „${part}“. Öffnen Sie eine Wallet in diesem Netzwerk.`
};

const CONTAINER_FAULTS: Record<ContainerFault, (number: number) => string> = {
  damaged: () => 'Der Inhalt ist beschädigt, oder zwei Folgen von Codes wurden vermischt. Scannen Sie sie noch einmal.',
  'too-large': () => 'Der Inhalt ist zu groß für QR-Codes. Verwenden Sie eine Datei.',
  'large-file': () => 'Die Datei ist größer als 10 MB. Teilen Sie sie auf.',
  version: (number) =>
    `Der Inhalt stammt von einer neueren Version von Quarry (Format ${formatCount(number)}). Aktualisieren Sie Quarry.`,
  kind: (number) => `Der Inhalt ist von unbekannter Art (${formatCount(number)}). Aktualisieren Sie Quarry.`,
  'file-type': () =>
    'Diese Codes hat andere Software für etwas anderes erstellt. Scannen Sie die eines Quarry-Transfers.',
  'other-content': () => 'Der Inhalt ist gültig, aber nicht von der Art, die hier erwartet wird.'
};

export default {
  'wallet/word-count': ({ count, expected }) =>
    text(
      'Falsche Anzahl von Wörtern',
      `Geben Sie ${formatDisjunction(expected.map(formatCount))} Wörter ein, nicht ${formatCount(count)}.` +
        (FOREIGN_COUNTS.includes(count)
          ? ' Wallets anderer Software oder eines Geräts werden nicht wiederhergestellt, sondern geleert: unter „Andere Wallet leeren“ in den Einstellungen einer Wallet.'
          : '')
    ),
  'wallet/phrase-due': text(
    'Die Wiederherstellungswörter sind nicht bestätigt',
    'Das Mining für diese Wallet ist pausiert, bis die Wörter aufgeschrieben und bestätigt sind.'
  ),
  'wallet/elsewhere': ({ network }) =>
    text(
      'Diese Wallet gehört zu einer anderen Chain',
      `Sie gehört zum Netzwerk „${network}“, dessen Coins nicht die der Chain dieses Servers sind. Wählen Sie eine Wallet dieser Chain.`
    ),
  'wallet/unknown-word': ({ word, position, similar }) =>
    text(
      'Unbekanntes Wort',
      `Wort ${formatCount(position)}, „${word}“, steht nicht in der Wortliste. ` +
        (similar === undefined
          ? 'Prüfen Sie die Schreibweise.'
          : `Prüfen Sie die Schreibweise: Am nächsten kommt „${similar}“.`)
    ),
  'wallet/phrase-checksum': text(
    'Ungültige Wiederherstellungswörter',
    'Wahrscheinlich ist ein Wort falsch, oder zwei sind vertauscht. Vergleichen Sie sie mit Ihrer Aufzeichnung.'
  ),
  'wallet/private-key-mismatch': text(
    'Kein privater Schlüssel',
    'Die zweite Hälfte gehört nicht zur ersten. Eine Ziffer ist falsch, oder zwei sind vertauscht. Vergleichen Sie ihn mit Ihrer Aufzeichnung.'
  ),
  'wallet/private-key-format': ({ length, isHex }) =>
    text(
      'Kein privater Schlüssel',
      isHex
        ? `Ein privater Schlüssel hat 64 oder 128 Hexadezimalziffern; dieser hat ${formatCount(length)}. Vergleichen Sie ihn mit Ihrer Aufzeichnung.`
        : 'Ein privater Schlüssel besteht aus den Ziffern 0 bis 9 und den Buchstaben a bis f; dieser Text enthält andere. Vergleichen Sie ihn mit Ihrer Aufzeichnung.'
    ),
  'wallet/stale-basis': text(
    'Die Chain ist gewachsen',
    'Die Outputs des Servers gehören zu einem anderen Block als die der Wallet. Die Wallet liest sie neu ein.'
  ),
  'wallet/wrong-proof': text(
    'Der Server hat einen ungültigen Beweis geliefert',
    'Seine Angabe über einen Output kann nicht stimmen. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.'
  ),
  'wallet/missing-proof': text(
    'Ein Teil eines Beweises fehlt',
    'Lesen Sie die Wallet neu ein, um ihn wiederherzustellen.'
  ),
  'wallet/feed': ({ at, fault }) =>
    fault === 'less-work'
      ? text(
          'Der Server hat Blöcke ersatzlos entfernt',
          'Er hat Blöcke rückgängig gemacht, und die verbleibende Chain enthält weniger Arbeit. Zahlungen in den entfernten Blöcken sähen aus, als hätte es sie nie gegeben. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.'
        )
      : text(
          'Die Daten des Servers widersprechen sich',
          `Seine Änderungen in Block ${formatCount(at.height)} passen nicht zusammen. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.`
        ),
  'wallet/input-gone': text(
    'Ein Output ist nicht mehr verfügbar',
    'Er gehört nicht zu dieser Wallet oder wurde inzwischen ausgegeben. Erstellen Sie die Zahlung neu.'
  ),
  'wallet/unsound-transfer': ({ fault }) =>
    text('Diese Transaktion darf nicht signiert werden', `Sie wurde nicht signiert: ${TRANSFER_FAULTS[fault]}.`),
  'wallet/wrong-network': ({ network, expected }) =>
    text(
      'Für ein anderes Netzwerk erstellt',
      `Diese Transaktion gehört zum Netzwerk „${network}“, die Wallet zu „${expected}“. Erstellen Sie sie im richtigen Netzwerk neu.`
    ),
  'wallet/other-transfer': text(
    'Das ist eine andere Transaktion',
    'Auf Signaturen wartet eine andere. Es wurde nichts übernommen. Öffnen Sie die richtige Datei.'
  ),
  'wallet/incomplete-transfer': ({ incompleteInputs }) =>
    text(
      'Signaturen fehlen',
      `${plural(incompleteInputs, { one: '# Input ist', other: '# Inputs sind' })} nicht vollständig signiert. Fügen Sie die fehlenden Signaturen hinzu, bevor Sie senden.`
    ),
  'wallet/upgrade-passed': text(
    'Die Chain hat den V2-Hardfork hinter sich',
    'Frühere Signaturen sind nicht mehr gültig. Erstellen Sie die Zahlung neu.'
  ),
  'wallet/transfer-format': text(
    'Kein Quarry-Transfer',
    'Der Text oder die Datei enthält keine zu signierende Transaktion. Prüfen Sie, ob alles kopiert wurde.'
  ),
  'wallet/insufficient-funds': ({ unit, required, spendable }) =>
    text(
      'Nicht genügend Guthaben',
      `Erforderlich sind ${amount(unit, required)}; verfügbar sind ${amount(unit, spendable)}. Verringern Sie den Betrag oder warten Sie auf unbestätigte Outputs.`
    ),
  'wallet/no-recipient': text('Kein Empfänger', 'Fügen Sie eine Zieladresse hinzu.'),
  'wallet/zero-amount': ({ index }) =>
    text('Ein Betrag fehlt', `Geben Sie für Empfänger ${formatCount(index + 1)} einen Betrag über 0 ein.`),
  'wallet/amount-below-fee': ({ index, amount, share }) =>
    text(
      'Der Betrag liegt unter der Gebühr',
      `Die Gebühr von ${coins(share)} lässt sich nicht von den ${coins(amount)} für Empfänger ${formatCount(index + 1)} abziehen. Geben Sie einen höheren Betrag ein oder zahlen Sie die Gebühr zusätzlich.`
    ),
  'wallet/fee-too-low': ({ fee, lowest }) =>
    text(
      'Die Gebühr ist zu niedrig',
      `Mit einer Gebühr von ${coins(fee)} wird die Zahlung womöglich nie bestätigt. Zahlen Sie mindestens ${coins(lowest)}.`
    ),
  'wallet/fee-too-high': ({ fee, highest }) =>
    text(
      'Die Gebühr ist zu hoch',
      `Eine Gebühr von ${coins(fee)} ist weit mehr, als das Netzwerk verlangt. Die Grenze liegt bei ${coins(highest)}.`
    ),
  'wallet/fee-not-confirmed': ({ fee }) =>
    text(
      'Die Gebühr ist nicht bestätigt',
      `Eine Gebühr von ${coins(fee)} liegt weit über dem, was Miner verlangen. Geben Sie sie zur Bestätigung noch einmal ein und signieren Sie dann. Es wurde nichts signiert.`
    ),
  'wallet/claim-not-confirmed': ({ claim }) =>
    text(
      'Die Auszahlung ist nicht geschützt',
      `Mit der Übertragung dieser Fondsanteile werden ${coins(claim)} ausgezahlt, und der Server könnte die Auszahlung umleiten. Nehmen Sie das Risiko in der Prüfung in Kauf oder senden Sie über Ihren eigenen Node. Es wurde nichts gesendet.`
    ),
  'wallet/transaction-too-large': text(
    'Zu groß für eine Transaktion',
    'Dafür müssten zu viele Outputs ausgegeben werden. Fassen Sie zuerst kleine Outputs zusammen oder zahlen Sie in Teilen.'
  ),
  'wallet/nothing-to-consolidate': text(
    'Es gibt nichts zusammenzufassen',
    'Es gibt keine kleinen Outputs, bei denen sich das Zusammenfassen lohnt.'
  ),
  'wallet/policy-shape': ({ fault }) =>
    text('Diese Ausgaberegel kann nicht verwendet werden', `${POLICY_FAULTS[fault]}`),
  'wallet/message': ({ fault }) => text('Diese Nachricht kann nicht signiert werden', `${MESSAGE_FAULTS[fault]}`),
  'wallet/message-format': text(
    'Keine signierte Nachricht',
    'Fügen Sie den ganzen Block unverändert ein, von „BEGIN SIGNED MESSAGE“ bis „END SIGNED MESSAGE“.'
  ),
  'wallet/payment-link': ({ fault, part }) =>
    text('Dieser Zahlungslink kann nicht verwendet werden', `${LINK_FAULTS[fault](excerpt(part))}`),
  'wallet/container': ({ fault, number }) =>
    text('Das kann nicht gelesen werden', `${CONTAINER_FAULTS[fault](number)}`),
  'wallet/import': ({ line, fault, faults, hasMore }) =>
    faults.length === 1
      ? text(`Zeile ${formatCount(line)} ist nicht lesbar`, IMPORT_FAULTS[fault])
      : text(
          `${hasMore ? 'Mehr als ' : ''}${formatCount(faults.length)} Zeilen sind nicht lesbar`,
          linesByFault(faults)
            .map(({ lines, count, fault }) => `${count === 1 ? 'Zeile' : 'Zeilen'} ${lines}: ${IMPORT_FAULTS[fault]}`)
            .join(' ')
        ),
  'wallet/other-network': ({ expected, actual }) =>
    text(
      'Der Server gehört zu einem anderen Netzwerk',
      `Diese Wallet gehört zum Netzwerk „${expected}“, der Server zu „${actual}“. Angezeigt wird der letzte bekannte Stand. Verbinden Sie sich mit einem Server des richtigen Netzwerks.`
    ),
  'wallet/other-genesis': ({ network, isPublic }) =>
    text(
      'Der Server ist auf einer anderen Chain',
      isPublic
        ? `Er nennt seine Chain „${network}“, doch diese beginnt mit einem anderen Block. Ihre Coins sind nicht die von „${network}“. Die Antworten wurden verworfen. Verbinden Sie sich mit einem anderen Server.`
        : `Seine Chain „${network}“ beginnt mit einem anderen Block als die, der diese Wallet folgt. Angezeigt wird der letzte bekannte Stand; nichts wurde damit vermischt. Wenn Sie dieses private Netzwerk neu gestartet haben, lesen Sie die Wallet neu ein; prüfen Sie andernfalls den Server.`
    ),
  'wallet/other-rules': ({ network }) =>
    text(
      'Der Server meldet andere Regeln',
      `Seine Konsensparameter des Netzwerks „${network}“ sind nicht die, mit denen diese Wallet begonnen hat. Die Antworten wurden verworfen. Versuchen Sie einen anderen Server; wenn Sie die Regeln eines privaten Netzwerks geändert haben, lesen Sie die Wallet neu ein.`
    ),
  'wallet/unbacked-tip': ({ index }) =>
    text(
      'Der Server meldet einen Stand, den seine Blöcke nicht ergeben',
      `Sein Stand bei Block ${formatCount(index.height)} folgt nicht aus seinen eigenen Blöcken. Die Antworten wurden verworfen. Die Wallet versucht es gleich noch einmal; hilft das nicht, versuchen Sie einen anderen Server.`
    ),
  'wallet/early-tip': ({ index, first }) =>
    text(
      'Der Server hat noch zu wenig von der Chain gelesen',
      `Seine Chain endet bei Block ${formatCount(index.height)}. Eine Chain, die vor Block ${formatCount(first)} endet, lässt sich nicht prüfen; daher wurde kein Guthaben übernommen. Die Wallet versucht es wieder; warten Sie, bis der Server synchronisiert ist, oder nutzen Sie einen anderen.`
    ),
  'wallet/unknown-block': ({ index }) =>
    text(
      'Der Server ist auf einer anderen Chain',
      `Ihm fehlt Block ${formatCount(index.height)}, der letzte, den diese Wallet gelesen hat. Wurde die Chain neu begonnen, lesen Sie die Wallet neu ein; prüfen Sie andernfalls den Server.`
    ),
  'wallet/restless-chain': text(
    'Die Chain ändert sich zu schnell',
    'Während des Einlesens kamen immer neue Blöcke. Die Wallet versucht es gleich noch einmal.'
  ),
  'wallet/repeated-pages': text(
    'Der Server wiederholt seine Ergebnisse',
    'Er führt immer wieder dieselben Outputs oder Ereignisse auf. Die Antworten wurden verworfen. Versuchen Sie einen anderen Server.'
  ),
  'wallet/long-list': ({ limit }) =>
    text(
      'Die Listen des Servers sind zu lang',
      `Er führt für die Adressen dieser Wallet mehr als ${formatCount(limit)} Ereignisse oder Outputs auf. Die Antworten wurden verworfen. Versuchen Sie einen anderen Server; hat die Wallet wirklich so viele, kann der Browser sie nicht aufnehmen.`
    ),
  'wallet/partial-index': ({ indexMode }) =>
    text(
      'Der Server indiziert nicht alle Adressen',
      `Er läuft im Indexmodus „${indexMode}“ und meldet andere Adressen als leer. Die Antworten wurden verworfen. Starten Sie ihn mit --index.mode=full oder wählen Sie einen anderen Server.`
    ),
  'wallet/foreign-output': text(
    'Die Daten des Servers widersprechen sich',
    'Er führt einen Output unter einer Adresse auf, an die er nicht zahlt. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.'
  ),
  'wallet/import-ahead': ({ basis, tip }) =>
    text(
      'Ihr Node liegt hinter dem Server zurück',
      `Der Server weist seine Outputs für Block ${formatCount(basis.height)} nach; Ihr Node steht bei ${formatCount(tip.height)}. Es wurde nichts importiert. Warten Sie, bis Ihr Node synchronisiert ist, und versuchen Sie es dann noch einmal.`
    ),
  'wallet/import-before-checkpoint': ({ basis }) =>
    text(
      'Der Server liegt hinter Ihrem Node zurück',
      `Er weist seine Outputs für Block ${formatCount(basis.height)} nach, den Ihr Node nicht mehr oder noch nie hatte. Es wurde nichts importiert. Warten Sie, bis dieser Server synchronisiert ist, oder verwenden Sie einen anderen.`
    ),
  'wallet/import-other-chain': ({ basis }) =>
    text(
      'Der Server folgt einem anderen Zweig',
      `Er weist seine Outputs für Block ${formatCount(basis.height)} eines Zweigs nach, den Ihr Node nicht hat. Es wurde nichts importiert. Versuchen Sie es später noch einmal oder verwenden Sie einen anderen Server.`
    ),
  'wallet/no-network': text(
    'Das Netzwerk ist noch nicht bekannt',
    'Diese Wallet hat noch keinen Server erreicht. Verbinden Sie sich einmal und versuchen Sie es dann noch einmal; vorher lassen sich nur Transfers der öffentlichen Netzwerke signieren.'
  ),
  'wallet/not-synced': text(
    'Noch nicht synchronisiert',
    'Diese Wallet hat die Chain noch nicht eingelesen. Warten Sie, bis sie fertig ist, und versuchen Sie es dann noch einmal.'
  ),
  'wallet/altered-address': text(
    'Eine Adresse dieser Wallet wurde verändert',
    'Diese Zahlung geht an eine Adresse, die als eigene gespeichert ist, sich aber nicht aus den Schlüsseln der Wallet ergibt. Es wurde nichts signiert. Stellen Sie die Wallet aus den Wiederherstellungswörtern wieder her, am besten auf einem anderen Gerät.'
  ),
  'wallet/no-address': text(
    'Keine passende Adresse',
    'Diese Wallet hat keine Adresse dafür. Fügen Sie eine mit ihrer Ausgaberegel hinzu.'
  ),
  'wallet/too-many-addresses': ({ most }: { readonly most: number }) =>
    text(
      `Eine Wallet hat höchstens ${formatCount(most)} Adressen`,
      'Mit diesen wären es mehr, als der Browser verkraftet. Es wurde keine hinzugefügt. Beobachten Sie sie mit einer anderen Wallet.'
    ),
  'send/other-chain': text(
    'Der Server ist auf einer anderen Chain als diese Wallet',
    'Seine Chain oder die in diesem Browser verifizierte enthält den letzten Block nicht, den die Wallet gelesen hat. Es wurde nichts gesendet. Verbinden Sie sich mit einem Server auf der Chain der Wallet. Wenn dies der richtige Server ist, warten Sie, bis die Wallet synchron ist. Hilft das nicht, starten Sie auf der Seite „Chain“ den Light-Client neu, oder lesen Sie die Wallet neu ein.'
  ),
  'send/paid-since': text(
    'Sie haben diesen Empfänger inzwischen bezahlt',
    'Nach dieser Zahlung ging eine andere an dieselbe Adresse, aus anderen Coins: Beide würden ankommen. Es wurde nichts gesendet. Wenn Sie zweimal zahlen wollen, senden Sie diese noch einmal.'
  ),
  'send/review-changed': text(
    'Prüfen Sie diese Zahlung noch einmal',
    'Seit Sie sie geprüft haben, sind Warnungen hinzugekommen, oder ein Empfänger wurde im Adressbuch geändert oder daraus entfernt. Es wurde nichts gesendet. Lesen Sie die Übersicht oben, und senden Sie die Zahlung nur, wenn sie noch richtig ist.'
  ),
  'send/refused': text('Der Server hat die Transaktion abgelehnt', 'Laut Server wurde nichts gesendet.'),
  'signing/no-key': text(
    'Der Signaturserver hat keinen passenden Schlüssel',
    'Er hat keinen der fehlenden Schlüssel. Importieren Sie dort deren Wiederherstellungswörter oder leiten Sie weitere Schlüssel ab.'
  ),
  'signing/wrong-signature': text(
    'Der Signaturserver hat etwas anderes signiert',
    'Seine Signatur gehört nicht zu dieser Transaktion. Die Antwort wurde verworfen. Prüfen Sie den Server.'
  ),
  'signing/wrong-address': ({ address }) =>
    text(
      'Die Daten des Signaturservers widersprechen sich',
      `Er führt die Adresse ${address} bei einem Schlüssel, zu dem sie nicht gehört. Die Antwort wurde verworfen. Prüfen Sie den Server.`
    )
} satisfies typeof en;

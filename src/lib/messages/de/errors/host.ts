import { CALL_LIMIT_BYTES } from '$lib/api/daemon/hostLimits';
import { formatCount } from '../../format';
import { formatSize } from '../../quantities/sizes';
import { text } from '../../errorText';
import type en from '../../en/errors/host';

export default {
  'host/own-address-unknown': text(
    'Die Adresse dieses Hosts ist unbekannt',
    'Geben Sie die öffentliche Adresse dieses Hosts mit Port ein und senden Sie die Ankündigung erneut.'
  ),
  'host/announced-address-invalid': text(
    'Ungültige Adresse für die Ankündigung',
    'Geben Sie einen Hostnamen oder eine IP-Adresse und einen Port ein, zum Beispiel host.example:9982.'
  ),
  'host/not-announced': text(
    'Der Host wurde nicht angekündigt',
    'Eine Ankündigung kostet eine kleine Gebühr. Prüfen Sie, ob die Wallet des Nodes entsperrt ist und Guthaben hat. Der Grund steht in den Details.'
  ),
  'host/contract-id-unreadable': text(
    'Ungültige Vertrags-ID',
    'Eine ID hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie die ganze ID.'
  ),
  'host/contract-not-found': text(
    'Dieser Host hat keinen solchen Vertrag',
    'Er gehört zu einem anderen Host oder wurde entfernt. Die Liste zeigt alle Verträge.'
  ),
  'host/base-rpc-price-ratio': () =>
    text(
      'Der RPC-Grundpreis ist zu hoch für den Downloadpreis',
      `100 Millionen Aufrufe dürfen höchstens so viel kosten wie ${formatSize(CALL_LIMIT_BYTES)} Download. Senken Sie den RPC-Grundpreis oder erhöhen Sie den Downloadpreis.`
    ),
  'host/sector-access-price-ratio': () =>
    text(
      'Der Preis je Sektorzugriff ist zu hoch für den Downloadpreis',
      `10 Millionen Zugriffe dürfen höchstens so viel kosten wie ${formatSize(CALL_LIMIT_BYTES)} Download. Senken Sie den Preis je Sektorzugriff oder erhöhen Sie den Downloadpreis.`
    ),
  'host/registry-path-invalid': text(
    'Die Registry kann dort nicht gespeichert werden',
    'Geben Sie einen absoluten Pfad ein, in den der Node schreiben darf, oder lassen Sie das Feld für den Standardpfad leer. Es wurde nichts geändert.'
  ),
  'host/amount-negative': text(
    'Ein Betrag ist negativ',
    'Preise, Sicherheiten und Budgets sind 0 oder größer. Es wurde nichts geändert.'
  ),
  'host/setting-unreadable': text(
    'Eine Einstellung ist keine ganze Zahl',
    'Prüfen Sie die geänderten Einstellungen. Es wurde nichts geändert.'
  ),
  'host/address-unspecified': text(
    'Die Adresse ist unspezifiziert (0.0.0.0 oder ::)',
    'Geben Sie die öffentliche Adresse dieses Hosts ein oder lassen Sie das Feld leer, um sie automatisch zu erkennen. Es wurde nichts geändert.'
  ),
  'host/address-invalid': text(
    'Ungültige Hostadresse',
    'Geben Sie einen Hostnamen oder eine IP-Adresse und einen Port ein, zum Beispiel host.example:9982. Es wurde nichts geändert.'
  ),
  'host/folder-too-small': ({ bytes }) =>
    text(
      'Der Ordner ist zu klein',
      `Dieser Node akzeptiert Ordner ab ${formatSize(BigInt(bytes))}. Geben Sie einen höheren Wert ein.`
    ),
  'host/folder-too-large': ({ bytes }) =>
    text(
      'Der Ordner ist zu groß',
      `Dieser Node akzeptiert Ordner bis ${formatSize(BigInt(bytes))}. Verteilen Sie den Platz auf mehrere Ordner.`
    ),
  'host/folder-path-relative': text(
    'Der Pfad ist nicht absolut',
    'Geben Sie den vollständigen Pfad auf dem Rechner des Nodes ein, zum Beispiel /srv/storage.'
  ),
  'host/too-many-folders': ({ most }) =>
    text(
      'Zu viele Speicherordner',
      `Ein Host hat höchstens ${formatCount(most)} Ordner. Vergrößern Sie einen vorhandenen.`
    ),
  'host/folder-unusable': text(
    'Der Node kann diesen Ordner nicht verwenden',
    'Prüfen Sie, ob der Node dort schreiben darf und ob der Datenträger Platz hat. Die Ursache steht in den Details.'
  ),
  'host/folder-of-another-host': ({ path }) =>
    text(
      'Der Ordner enthält Speicher eines anderen Hosts',
      `Wählen Sie einen anderen Ordner als ${path} oder löschen Sie dessen Inhalt.`
    ),
  'host/directory-missing': ({ path }) =>
    text(
      'Der Ordner existiert nicht',
      `Legen Sie ${path} auf dem Rechner des Nodes an und fügen Sie den Ordner dann hier hinzu.`
    ),
  'host/directory-unreadable': ({ path }) =>
    text(
      'Der Ordner ist nicht lesbar',
      `Prüfen Sie, ob der Node auf ${path} zugreifen darf. Die Ursache steht in den Details.`
    ),
  'host/not-a-directory': ({ path }) =>
    text('Kein Ordner', `${path} ist eine Datei. Geben Sie den Pfad eines Ordners ein.`),
  'host/folder-in-use': text(
    'Dieser Ordner ist bereits ein Speicherordner',
    'Ändern Sie seine Größe, statt ihn erneut hinzuzufügen.'
  ),
  'host/folder-same-size': text(
    'Der Ordner hat diese Größe bereits',
    'Geben Sie eine andere Größe ein oder lassen Sie den Ordner, wie er ist.'
  ),
  'host/folder-not-found': text(
    'Speicherordner nicht gefunden',
    'Er wurde möglicherweise entfernt. Die Liste zeigt die aktuellen Ordner.'
  ),
  'host/folders-full': text(
    'Die anderen Ordner sind voll',
    'Sie können die Daten dieses Ordners nicht aufnehmen. Fügen Sie zuerst einen Ordner hinzu oder vergrößern Sie einen vorhandenen.'
  ),
  'host/folder-path-missing': text('Der Pfad fehlt', 'Geben Sie den Pfad des Speicherordners ein.'),
  'host/folder-size-unreadable': text('Die Größe fehlt oder ist keine Zahl', 'Geben Sie die Größe des Ordners ein.'),
  'host/sector-not-found': text(
    'Sektor nicht gefunden',
    'Der Host speichert diesen Sektor nicht. Möglicherweise wurde er bereits gelöscht.'
  ),
  'host/sector-root-unreadable': text(
    'Ungültige Sektorwurzel',
    'Eine Sektorwurzel hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie sie vollständig.'
  ),
  'host/no-renter': text(
    'Keine Schätzung ohne das Renter-Modul',
    'Das Renter-Modul des Nodes berechnet die Bewertung. Starten Sie den Daemon damit, um eine Schätzung zu sehen.'
  ),
  'hostdb/filter-mode-unreadable': text(
    'Unbekannter Filtermodus',
    'Wählen Sie alle Hosts, alle außer den aufgeführten oder nur die aufgeführten.'
  ),
  'hostdb/whitelist-empty': text(
    'Die Positivliste ist leer',
    'Wählen Sie mindestens einen Host. Ohne Hosts könnte der Renter keine Verträge schließen.'
  ),
  'hostdb/host-key-invalid': text(
    'Ungültiger Hostschlüssel',
    'Ein Hostschlüssel besteht aus ed25519: gefolgt von 64 Zeichen. Kopieren Sie ihn aus der Liste der Hosts.'
  ),
  'hostdb/net-address-empty': text(
    'Eine Adresse im Filter ist leer',
    'Geben Sie eine Adresse ein oder entfernen Sie die leere Zeile.'
  ),
  'hostdb/filter-unreadable': text(
    'Der Filter konnte nicht gelesen werden',
    'Wählen Sie den Filtermodus und seine Hosts erneut.'
  ),
  'hostdb/host-not-found': text(
    'Host nicht gefunden',
    'Er wurde auf dieser Chain nie angekündigt, oder der Schlüssel ist unvollständig.'
  ),
  'hostdb/count-unreadable': text('Ungültige Anzahl von Hosts', 'Geben Sie eine ganze Zahl ein.')
} satisfies typeof en;

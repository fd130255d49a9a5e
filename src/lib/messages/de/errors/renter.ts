import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text } from '../../errorText';
import type en from '../../en/errors/renter';

export default {
  'renter/funds-missing': text(
    'Der Betrag fehlt',
    'Ein erstes Budget braucht einen Betrag pro Periode. Geben Sie einen ein.'
  ),
  'renter/period-missing': text('Die Periode fehlt', 'Ein erstes Budget braucht eine Periode. Geben Sie eine ein.'),
  'renter/funds-unreadable': text(
    'Der Betrag ist keine Zahl',
    'Geben Sie ein, wie viele Coins pro Periode ausgegeben werden dürfen.'
  ),
  'renter/redundancy-unreadable': text(
    'Die Redundanz ist keine Zahl',
    'Geben Sie ein, wie oft die Daten gespeichert werden, zum Beispiel 3.'
  ),
  'renter/funds-zero': text('Der Betrag ist 0', 'Geben Sie ein, wie viele Coins pro Periode ausgegeben werden dürfen.'),
  'renter/period-zero': text('Die Periode ist 0', 'Geben Sie eine Periode von mindestens einem Block ein.'),
  'renter/hosts-zero': text('Die Anzahl der Hosts ist 0', 'Geben Sie mindestens einen Host an.'),
  'renter/too-few-hosts': ({ least }) =>
    text(
      'Zu wenige Hosts',
      `Dieser Node verlangt mindestens ${plural(least, { one: '# Host', other: '# Hosts' })}, damit die Daten sicher sind. Geben Sie eine größere Zahl ein.`
    ),
  'renter/renew-window-zero': text(
    'Das Verlängerungsfenster ist 0',
    'Geben Sie ein, wie lange vor dem Ende einer Periode Verträge verlängert werden.'
  ),
  'renter/renew-window-too-short': ({ least }) =>
    text(
      'Das Verlängerungsfenster ist zu kurz',
      `Dieser Node verlangt mindestens ${plural(least, { one: '# Block', other: '# Blöcke' })}. Geben Sie eine längere Zeit ein.`
    ),
  'renter/storage-zero': text(
    'Der erwartete Speicher ist 0',
    'Geben Sie ein, wie viel Sie voraussichtlich speichern. Danach werden Hosts ausgewählt.'
  ),
  'renter/upload-zero': text('Der erwartete Upload ist 0', 'Geben Sie ein, wie viel Sie voraussichtlich hochladen.'),
  'renter/download-zero': text(
    'Der erwartete Download ist 0',
    'Geben Sie ein, wie viel Sie voraussichtlich herunterladen.'
  ),
  'renter/redundancy-zero': text(
    'Die Redundanz ist 0',
    'Geben Sie ein, wie oft die Daten gespeichert werden, zum Beispiel 3.'
  ),
  'renter/churn-zero': text(
    'Die pro Periode verschiebbare Datenmenge ist 0',
    'Geben Sie ein, wie viele Daten in einer Periode auf andere Hosts verschoben werden dürfen.'
  ),
  'renter/hosts-unreadable': text('Die Anzahl der Hosts ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/period-unreadable': text('Die Periode ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/renew-window-unreadable': text('Das Verlängerungsfenster ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/storage-unreadable': text('Der erwartete Speicher ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/upload-unreadable': text('Der erwartete Upload ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/download-unreadable': text('Der erwartete Download ist keine Zahl', 'Geben Sie eine ganze Zahl ein.'),
  'renter/subnet-check-unreadable': text(
    'Die Einstellung zur Subnetzprüfung konnte nicht gelesen werden',
    'Schalten Sie sie ein oder aus und speichern Sie erneut.'
  ),
  'renter/number-unreadable': text('Eine Einstellung ist keine ganze Zahl', 'Prüfen Sie die Felder des Formulars.'),
  'renter/speed-negative': text(
    'Ein Geschwindigkeitslimit ist negativ',
    'Geben Sie 0 für unbegrenzt oder eine größere Zahl ein.'
  ),
  'renter/two-directories': text(
    'Ungültiges Verzeichnis des Renters',
    'Geben Sie einen Pfad unterhalb des Wurzelverzeichnisses ohne .. ein oder wählen Sie das Wurzelverzeichnis.'
  ),
  'renter/directory-missing': text(
    'Ungültiges Verzeichnis des Renters',
    'Geben Sie einen Pfad unterhalb des Wurzelverzeichnisses ohne .. ein oder wählen Sie das Wurzelverzeichnis.'
  ),
  'renter/directory-invalid': text(
    'Ungültiges Verzeichnis des Renters',
    'Geben Sie einen Pfad unterhalb des Wurzelverzeichnisses ohne .. ein oder wählen Sie das Wurzelverzeichnis.'
  ),
  'renter/choice-unreadable': text(
    'Eine Option konnte nicht gelesen werden',
    'Jede Option ist ja oder nein. Laden Sie die Seite neu und versuchen Sie es noch einmal.'
  ),
  'renter/filter-unreadable': text(
    'Eine Option konnte nicht gelesen werden',
    'Jede Option ist ja oder nein. Laden Sie die Seite neu und versuchen Sie es noch einmal.'
  ),
  'renter/contract-id-unreadable': text(
    'Ungültige Vertrags-ID',
    'Eine ID hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie die ganze ID.'
  ),
  'renter/contract-not-found': text(
    'Der Renter hat keinen solchen Vertrag',
    'Er ist beendet oder wurde ersetzt. Die Liste zeigt die aktuellen Verträge.'
  ),
  'renter/destination-missing': text(
    'Der Pfad der Sicherung fehlt',
    'Geben Sie den vollständigen Pfad einer Datei auf dem Rechner des Nodes ein.'
  ),
  'renter/source-missing': text(
    'Der Pfad der Sicherung fehlt',
    'Geben Sie den vollständigen Pfad einer Datei auf dem Rechner des Nodes ein.'
  ),
  'renter/destination-relative': text(
    'Der Pfad ist nicht absolut',
    'Geben Sie den vollständigen Pfad auf dem Rechner des Nodes ein, zum Beispiel /srv/renter.backup.'
  ),
  'renter/source-relative': text(
    'Der Pfad ist nicht absolut',
    'Geben Sie den vollständigen Pfad auf dem Rechner des Nodes ein, zum Beispiel /srv/renter.backup.'
  ),
  'renter/backup-not-written': ({ path }) =>
    text(
      'Die Sicherung konnte nicht geschrieben werden',
      `Prüfen Sie, ob ${path} schon existiert und ob der Node dort schreiben darf. Die Ursache steht in den Details.`
    ),
  'renter/backup-file-missing': text(
    'Sicherungsdatei nicht gefunden',
    'Auf dem Rechner des Nodes hat keine Datei diesen Pfad. Prüfen Sie die Schreibweise.'
  ),
  'renter/backup-file-unreadable': ({ path }) =>
    text(
      'Die Sicherung konnte nicht gelesen werden',
      `Prüfen Sie, ob der Node ${path} lesen darf. Die Ursache steht in den Details.`
    ),
  'renter/backup-file-foreign': text(
    'Keine Sicherung',
    'Wählen Sie eine Datei, die der Renter eines Nodes erstellt hat.'
  ),
  'renter/backup-foreign': text('Keine Sicherung', 'Wählen Sie eine Datei, die der Renter eines Nodes erstellt hat.'),
  'renter/too-many-files': ({ most }) =>
    text(
      'Die Sicherung enthält zu viele Dateien',
      `Mit ihr hätte der Renter mehr als ${formatCount(most)} Dateien. Es wurde nichts wiederhergestellt.`
    ),
  'renter/backup-not-found': text(
    'Sicherung nicht gefunden',
    'Der Node hat keine Sicherung mit diesem Namen. Die Liste zeigt alle Sicherungen.'
  ),
  'renter/backup-name-taken': text(
    'Der Name wird bereits verwendet',
    'Geben Sie einen anderen Namen für die Sicherung ein.'
  ),
  'renter/backup-name-too-long': text('Der Name ist zu lang', 'Geben Sie einen kürzeren Namen für die Sicherung ein.'),
  'renter/too-many-backups': ({ most }) =>
    text(
      'Zu viele Sicherungen',
      `Der Node behält höchstens ${formatCount(most)} Sicherungen bei Hosts. Sichern Sie stattdessen in eine Datei.`
    ),
  'renter/backup-name-missing': text('Der Name fehlt', 'Geben Sie einen Namen für die Sicherung ein.'),
  'renter/backup-without-hosts': text(
    'Die Sicherung konnte nicht zu Hosts hochgeladen werden',
    'Dafür sind Verträge mit mehreren Hosts nötig. Legen Sie ein Budget fest, warten Sie auf Verträge und versuchen Sie es dann noch einmal.'
  )
} satisfies typeof en;

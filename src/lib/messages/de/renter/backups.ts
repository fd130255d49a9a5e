import type en from '../../en/renter/backups';

export default {
  pageTitle: 'Sicherungen',
  list: {
    title: 'Bei Hosts gespeicherte Sicherungen',
    caption: 'Bei Hosts gespeicherte Sicherungen, neueste zuerst',
    notLoaded: 'Sicherungen nicht verfügbar',
    unsupported: 'Dieser Node unterstützt keine Sicherungen bei Hosts',
    none: 'Noch keine. Eine Sicherung enthält die Metadaten Ihrer Dateien: wo ihre Teile liegen und wie sie zusammengesetzt werden. Bei Hosts gespeichert, lässt sie sich allein mit dem Seed der Wallet wiederherstellen.',
    name: 'Name',
    id: 'ID',
    idCopy: 'Sicherungs-ID',
    created: 'Erstellt',
    size: 'Größe',
    upload: 'Upload',
    restore: 'Wiederherstellen',
    restoreOpen: 'Wiederherstellen …',
    restoreOne: (name: string) => `Wiederherstellen … ${name}`,
    unknown: 'unbekannt',
    complete: 'vollständig',
    uploaded: (percent: string) => `${percent} hochgeladen`
  },
  confirm: {
    title: (name: string) => `„${name}“ wiederherstellen?`,
    action: 'Wiederherstellen',
    lead: 'Fügt dem Renter die Dateien der Sicherung hinzu. Nichts wird überschrieben: Dateien, deren Pfad belegt ist, erhalten einen nummerierten Namen wie <code>foto_1.jpg</code>.',
    running: 'Wird wiederhergestellt. Das kann Minuten dauern und läuft weiter, wenn Sie diese Seite schließen.',
    done: (name: string) => `Dateien von „${name}“ wiederhergestellt.`
  },
  create: {
    title: 'Sicherung erstellen',
    lead: 'Sichert die Metadaten Ihrer Dateien. Die Daten selbst bleiben bei den Hosts.',
    destination: 'Ziel',
    running: 'Sicherung wird erstellt. Das kann Minuten dauern.',
    failed: 'Sicherung nicht erstellt',
    action: 'Sicherung erstellen',
    doneFile: 'Sicherung erstellt.',
    doneHosts: 'Sicherung wird zu Hosts hochgeladen.'
  },
  restore: {
    title: 'Sicherung wiederherstellen',
    lead: 'Fügt dem Renter die Dateien einer Sicherung hinzu. Nichts wird überschrieben: Dateien, deren Pfad belegt ist, erhalten einen nummerierten Namen.',
    source: 'Quelle',
    running: 'Wird wiederhergestellt. Das kann Minuten dauern.',
    failed: 'Sicherung nicht wiederhergestellt',
    action: 'Wiederherstellen',
    done: 'Sicherung wiederhergestellt.'
  },
  place: {
    file: 'Datei auf dem Node',
    fileHint: 'Bewahren Sie anderswo eine weitere Kopie auf.',
    hosts: 'Hosts',
    hostsHint: 'Wird unter einem Namen über Ihre Verträge hochgeladen und mit dem Seed der Wallet wiedergefunden.',
    path: 'Dateipfad',
    pathHint: 'Absoluter Pfad auf dem Node, etwa /home/me/files.backup.',
    name: 'Name der Sicherung'
  },
  problems: {
    missingPath: 'Geben Sie einen Dateipfad ein.',
    relativePath: 'Geben Sie einen absoluten Pfad ein, etwa /home/me/files.backup oder C:\\files.backup.',
    isDirectory: 'Das ist ein Verzeichnis. Ergänzen Sie einen Dateinamen.',
    missingName: 'Geben Sie einen Namen ein.',
    nameTooLong: 'Höchstens 96 Byte.'
  }
} satisfies typeof en;

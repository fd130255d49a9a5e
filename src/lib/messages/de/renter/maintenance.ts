import type en from '../../en/renter/maintenance';

export default {
  pageTitle: 'Wartung',
  update: {
    title: 'Verzeichnisdaten aktualisieren',
    lead: 'Der Renter speichert für jedes Verzeichnis Größe, Zustand und Reparaturbedarf und aktualisiert sie nach und nach. Hier werden sie sofort aktualisiert, vom gewählten Verzeichnis aufwärts („Bubble“).',
    scope: 'Bereich',
    directory: 'Ein Verzeichnis',
    directoryHint: 'Aktualisiert auch die übergeordneten Verzeichnisse.',
    root: 'Wurzelverzeichnis',
    rootHint: 'Summen aller Dateien.',
    path: 'Verzeichnispfad',
    pathHint:
      'Relativ zum Wurzelverzeichnis des Renters, etwa fotos/2026. Fehlende Verzeichnisse meldet der Node nicht.',
    recursive: 'Unterverzeichnisse einschließen',
    recursiveHint: 'Rekursiv: aktualisiert jedes Verzeichnis darunter.',
    force: 'Kürzlich geprüfte Verzeichnisse einschließen',
    forceHint: 'Erzwingen: sonst werden nur veraltete Verzeichnisse aktualisiert.',
    warning:
      'Alles ab dem Wurzelverzeichnis zu aktualisieren dauert lange und bremst Uploads und Reparaturen. Wählen Sie möglichst ein Verzeichnis.',
    running: 'Wird aktualisiert. Bei vielen Verzeichnissen dauert das Minuten.',
    failed: 'Verzeichnis nicht aktualisiert',
    action: 'Aktualisieren',
    done: 'Aktualisierung gestartet.',
    confirm: {
      title: 'Alle Verzeichnisse aktualisieren?',
      action: 'Alle aktualisieren',
      text: 'Bei vielen Dateien kann das Stunden dauern und die übrige Arbeit des Renters verzögern. Abbrechen lässt es sich nur durch einen Neustart des Nodes.'
    }
  },
  problems: {
    missing: 'Geben Sie ein Verzeichnis ein, oder wählen Sie das Wurzelverzeichnis.',
    leadingSlash: 'Entfernen Sie den führenden Schrägstrich: Pfade sind relativ zum Wurzelverzeichnis des Renters.',
    dotSegments: 'Geben Sie den Pfad ohne . und .. ein.',
    emptySegment: 'Entfernen Sie doppelte und abschließende Schrägstriche.'
  },
  memory: {
    title: 'Arbeitsspeicher',
    lead: 'Arbeitsspeicher, den Uploads, Downloads, die Registry und Reparaturen nutzen dürfen, und wie viel davon belegt ist. Wartende Vorgänge haben ihren Speicher noch nicht erhalten.',
    manager: 'Für',
    ordinary: 'Belegt',
    priority: 'Belegt mit Vorrang',
    reserve: 'Für Vorrang reserviert',
    waiting: 'Angefordert',
    managers: {
      userUpload: 'Uploads',
      userDownload: 'Downloads',
      registry: 'Registry',
      system: 'Reparaturen und Wartung',
      total: 'Gesamt'
    }
  },
  clean: {
    title: 'Verlorene Dateien entfernen',
    lead: 'Eine Datei ist verloren, wenn der Node keine lokale Kopie hat und ihre Redundanz unter 1 liegt. Der Renter kann sie nicht wiederherstellen, führt sie aber weiter und versucht, sie zu reparieren.',
    warning:
      'Entfernt alle verlorenen Dateien aus der Liste. Warten Sie, falls fehlende Hosts zurückkommen können: Eine entfernte Datei ist nicht wiederherstellbar.',
    open: 'Verlorene Dateien entfernen …',
    question: 'Alle verlorenen Dateien entfernen?',
    action: 'Entfernen',
    word: 'entfernen',
    effect:
      'Jede Datei ohne lokale Kopie und mit einer Redundanz unter 1 wird vom Renter entfernt. Eine Sicherung bringt die Einträge zurück, aber nicht die fehlenden Daten.',
    done: 'Verlorene Dateien entfernt.'
  }
} satisfies typeof en;

import type en from '../../en/host/storage';
import { plural } from '../../plural';

export default {
  pageTitle: 'Hostspeicher',
  notLoaded: 'Ordner nicht verfügbar',
  updated: 'Stand:',
  folders: {
    title: 'Speicherordner',
    caption: 'Speicherordner dieses Hosts',
    stored: 'Renter-Daten',
    none: 'Noch keine Ordner.',
    summary: (share: string, capacity: string, folders: number, free: string) =>
      plural(folders, {
        one: `${share} von ${capacity} in # Ordner belegt, ${free} frei.`,
        other: `${share} von ${capacity} in # Ordnern belegt, ${free} frei.`
      }),
    count: (count: number) => plural(count, { one: '# Ordner', other: '# Ordner' }),
    add: 'Ordner hinzufügen …',
    adding: (path: string) => `${path} wird hinzugefügt`,
    empty:
      'Renter-Daten liegen in Ordnern Ihrer Wahl, am besten einem pro Datenträger. Fügen Sie einen Ordner hinzu, um Speicher anzubieten.',
    folder: 'Ordner',
    used: 'Belegt',
    usedOf: (used: string, capacity: string) => `${used} von ${capacity}`,
    reads: 'Lesevorgänge',
    writes: 'Schreibvorgänge',
    ok: (count: string) => `${count} erfolgreich`,
    failed: (count: string) => `${count} fehlgeschlagen`,
    actions: 'Aktionen',
    resize: 'Größe ändern …',
    remove: 'Entfernen …',
    resizeFolder: (path: string) => `Größe ändern: ${path}`,
    removeFolder: (path: string) => `${path} entfernen`,
    number: (index: number) => `Ordner ${index}`
  },
  tasks: {
    add: 'Wird hinzugefügt',
    resize: (size: string) => `Größe wird auf ${size} geändert`,
    remove: 'Daten werden in andere Ordner verschoben',
    other: 'In Arbeit'
  },
  history: {
    title: 'Speicher im Zeitverlauf',
    used: 'Belegt',
    capacity: 'Kapazität'
  },
  dialog: {
    cancel: 'Abbrechen',
    closeBusy: 'Schließen und im Hintergrund fortsetzen'
  },
  add: {
    title: 'Ordner hinzufügen',
    lead: 'Der Host belegt die gesamte Größe sofort.',
    path: 'Pfad auf dem Node',
    pathExample: '/mnt/disk1/quarry',
    pathHint: 'Absoluter Pfad eines vorhandenen, leeren Ordners.',
    size: 'Größe',
    sizeHint: 'Der freie Speicherplatz wird nicht geprüft. Auf ganze Sektoren abgerundet.',
    action: 'Ordner hinzufügen',
    busy: 'Wird hinzugefügt …',
    failed: 'Ordner nicht hinzugefügt',
    failedFor: (path: string, reason: string) => `${path} wurde nicht hinzugefügt: ${reason}`,
    done: (path: string, size: string) => `${path} hinzugefügt: ${size} neuer Speicher.`
  },
  pathProblems: {
    missing: 'Geben Sie einen Pfad ein.',
    relative: 'Geben Sie einen absoluten Pfad ein, etwa /mnt/disk1/quarry.',
    inUse: 'Dieser Ordner wird bereits genutzt. Ändern Sie stattdessen seine Größe.',
    tooMany: 'Die Grenze von 65.536 Ordnern ist erreicht. Ändern Sie stattdessen die Größe eines vorhandenen.'
  },
  resize: {
    title: 'Ordnergröße ändern',
    lead: (used: string, capacity: string) => `<path/> enthält ${used} Daten in ${capacity}.`,
    size: 'Neue Größe',
    sizeHint: 'Auf ganze Sektoren abgerundet.',
    grows: (size: string) => `${size} kommen hinzu. Vorhandene Daten bleiben an ihrem Platz.`,
    shrinks: (size: string) =>
      `${size} werden frei. Die Daten passen weiterhin; ein Teil wird zuvor innerhalb des Ordners verschoben.`,
    displaces: (size: string, free: string) =>
      `<b>${size} Daten müssen zuvor in andere Ordner verschoben werden.</b> Dort sind ${free} frei. Renter behalten währenddessen Zugriff.`,
    displacesTooMuch: (size: string, free: string) =>
      `<b>${size} Daten müssen zuvor in andere Ordner verschoben werden.</b> Dort sind nur ${free} frei, daher wird der Daemon das ablehnen. Fügen Sie zuerst einen Ordner hinzu oder vergrößern Sie einen vorhandenen.`,
    unchanged: 'Das ist die aktuelle Größe.',
    action: 'Größe ändern',
    busy: 'Größe wird geändert …',
    failed: 'Ordnergröße nicht geändert',
    failedFor: (path: string, reason: string) => `Die Größe von ${path} wurde nicht geändert: ${reason}`,
    done: (path: string, size: string) => `${path} ist jetzt ${size} groß.`
  },
  remove: {
    title: 'Ordner entfernen?',
    empty: (capacity: string) => `<path/> mit ${capacity} Kapazität wird entfernt. Der Ordner enthält keine Daten.`,
    moves: (capacity: string, used: string, free: string) =>
      `<path/> mit ${capacity} Kapazität wird entfernt. Seine ${used} Daten werden zuvor in die anderen Ordner verschoben; dort sind ${free} frei. Renter behalten währenddessen Zugriff.`,
    tooMuch: (capacity: string, used: string, free: string) =>
      `<path/> mit ${capacity} Kapazität wird entfernt. Seine ${used} Daten müssten zuvor in die anderen Ordner verschoben werden; dort sind nur ${free} frei, daher wird der Daemon das ablehnen.`,
    action: 'Ordner entfernen',
    busy: 'Wird entfernt …',
    failedFor: (path: string, reason: string) => `${path} wurde nicht entfernt: ${reason}`,
    done: (path: string) => `${path} entfernt.`,
    doneByForce: (path: string) => `${path} entfernt. Nicht verschiebbare Daten sind verloren.`
  },
  force: {
    title: 'Entfernen erzwingen?',
    lead: (used: string) =>
      `<b>Bis zu ${used} Renter-Daten in diesem Ordner würden verloren gehen</b>: alles, was nicht in andere Ordner passt. Verträge darüber würden scheitern, samt Einnahmen und riskierten Sicherheiten.`,
    unchanged: 'Der Ordner wurde nicht verändert. Die sichere Alternative ist mehr Platz in einem anderen Ordner.',
    action: 'Entfernen erzwingen',
    keep: 'Ordner behalten'
  },
  sector: {
    prompt: 'Gesetzlich zur Löschung von Daten verpflichtet?',
    open: 'Sektor löschen …',
    title: 'Sektor löschen',
    lead: 'Ein Sektor ist ein Stück Renter-Daten, bestimmt durch seine Merkle-Wurzel. <b>Nach dem Löschen kann dieser Host ihn weder ausliefern noch nachweisen.</b> Verträge, die ihn enthalten, können scheitern, samt Einnahmen und riskierten Sicherheiten. Löschen Sie nur Daten, die Sie nicht behalten dürfen.',
    root: 'Merkle-Wurzel',
    invalidRoot: 'Eine Merkle-Wurzel hat 64 Hexadezimalziffern.',
    action: 'Sektor löschen',
    word: 'löschen',
    done: 'Sektor gelöscht.'
  }
} satisfies typeof en;

import type en from '../../en/renter/allowance';

export default {
  title: 'Budget',
  setTitle: 'Budget festlegen',
  lead: 'Ohne Budget schließt der Renter keine Verträge und speichert keine Daten.',
  useDefaults: 'Standardwerte verwenden',
  budget: 'Ausgaben',
  usage: 'Nutzung',
  advanced: 'Geschwindigkeit, Subnetze und Streaming',
  save: 'Speichern',
  set: 'Budget festlegen',
  setDone: 'Budget festgelegt.',
  changed: 'Budget geändert.',
  notSet: 'Budget nicht festgelegt',
  notChanged: 'Budget nicht geändert',
  fromEstimate: 'Nach der Schätzung, pro Periode:',
  labels: {
    funds: 'Betrag',
    period: 'Periode',
    renewWindow: 'Verlängerungsfenster',
    hosts: 'Hosts',
    expectedStorage: 'Speicher',
    expectedUpload: 'Upload',
    expectedDownload: 'Download',
    redundancy: 'Redundanz',
    maxUploadSpeed: 'Uploadgeschwindigkeit',
    maxDownloadSpeed: 'Downloadgeschwindigkeit',
    streamCacheSize: 'Streaming-Cache',
    ipViolationCheck: 'Ein Host pro Subnetz'
  },
  hints: {
    funds: 'Für alle Verträge einer Periode. Nicht ausgegebene Beträge werden am Ende zurückgezahlt.',
    period: 'Laufzeit der Verträge. Kürzere Perioden sind flexibler, längere kosten weniger Gebühren.',
    renewWindow: (blocks: string) =>
      `Letzter Teil einer Periode, in dem Verträge verlängert werden. Der Node muss in dieser Zeit einmal online sein. In öffentlichen Netzwerken mindestens 2 Tage (${blocks} Blöcke).`,
    hosts: (least: string) =>
      `Anzahl der Hosts mit Verträgen. Mehr sind sicherer, kosten aber mehr Gebühren. In öffentlichen Netzwerken mindestens ${least}.`,
    expectedStorage: 'Zu speichernde Daten, ohne Redundanz.',
    expectedUpload: 'Neue Daten pro Monat, ohne Redundanz.',
    expectedDownload: 'Heruntergeladene Daten pro Monat.',
    redundancy: 'Kopien der Daten auf Hosts, damit einige ausfallen dürfen.',
    maxUploadSpeed: 'Obergrenze für Uploads.',
    maxDownloadSpeed: 'Obergrenze für Downloads.',
    streamCacheSize: 'Chunks einer Datei, die beim Streaming im Arbeitsspeicher bleiben.',
    streamCacheSizeUnknown:
      'Chunks einer Datei, die beim Streaming im Arbeitsspeicher bleiben. Dieser Node meldet den aktuellen Wert nicht.',
    ipViolationCheck:
      'Ein: Verträge mit Hosts desselben Subnetzes werden beendet, neueste zuerst. Aus: Ein Betreiber vieler Hosts kann alle Kopien halten.'
  },
  subnetCheck: {
    on: 'Ein',
    off: 'Aus',
    unknown: 'Von diesem Node nicht gemeldet'
  },
  problems: {
    zeroFunds: '0 würde das Budget aufheben. Verwenden Sie dafür „Budget aufheben“ unten.',
    missingFunds: 'Für ein erstes Budget ist ein Betrag nötig.',
    zeroPeriod: '0 würde das Budget aufheben. Verwenden Sie dafür „Budget aufheben“ unten.',
    missingPeriod: 'Für ein erstes Budget ist eine Periode nötig.',
    windowTooLong: 'Das Verlängerungsfenster darf nicht länger als die Periode sein.'
  }
} satisfies typeof en;

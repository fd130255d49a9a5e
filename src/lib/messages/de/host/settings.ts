import { CALL_LIMIT_BYTES } from '$lib/api/daemon/hostLimits';
import { formatSize } from '../../quantities/sizes';
import type en from '../../en/host/settings';
import { plural } from '../../plural';

export default {
  pageTitle: 'Hosteinstellungen',
  loading: 'Wird geladen …',
  notLoaded: 'Einstellungen nicht verfügbar',
  notRefreshed: 'Die Einstellungen konnten nicht aktualisiert werden',
  retrying: 'Wird automatisch wiederholt.',
  inCurrency: 'In einer Währung eingegebene Preise werden in Coins gespeichert und folgen dem Kurs nicht.',
  notSaved: 'Einstellungen nicht gespeichert',
  saved: 'Einstellungen gespeichert.',
  savedAddress: 'Einstellungen gespeichert. Veröffentlichen Sie die neue Adresse mit einer neuen Ankündigung.',
  savedOthers:
    'Gespeichert, aber der Daemon hat bei einigen Einstellungen seinen eigenen Wert behalten. Prüfen Sie sie.',
  advanced: 'Erweitert: RPC, Guthabenkonten, Nachweise und Registry',
  accountExpiry: (time: string) =>
    `<b>Ungenutzte Konten</b> bleiben ${time} bestehen. Über die API ist das nicht änderbar.`,
  accountsNeverExpire: '<b>Ungenutzte Konten</b> verfallen nie. Über die API ist das nicht änderbar.',
  medianOf: (hosts: number) => plural(hosts, { one: 'Median von # Host:', other: 'Median von # Hosts:' }),
  defaultValue: 'Standard:',
  detected: 'automatisch erkannt',
  defaultPath: 'Standardpfad',
  registryMoves:
    'Beim Speichern wird die Registry verschoben. Das kann Stunden dauern; Einträge sind so lange nicht verfügbar.',
  groups: {
    offer: 'Angebot',
    prices: 'Preise',
    collateral: 'Sicherheiten',
    calls: 'RPC',
    accounts: 'Guthabenkonten',
    proofs: 'Nachweise und Registry'
  },
  labels: {
    acceptingContracts: 'Neue Verträge annehmen',
    netAddress: 'Netzwerkadresse',
    maxDuration: 'Maximale Vertragsdauer',
    minStoragePrice: 'Speicherpreis',
    minDownloadBandwidthPrice: 'Downloadpreis',
    minUploadBandwidthPrice: 'Uploadpreis',
    minContractPrice: 'Vertragspreis',
    collateral: 'Sicherheiten',
    maxCollateral: 'Maximale Sicherheiten je Vertrag',
    collateralBudget: 'Budget für Sicherheiten',
    windowSize: 'Nachweisfenster',
    minBaseRpcPrice: 'RPC-Grundpreis',
    minSectorAccessPrice: 'Preis je Sektorzugriff',
    maxEphemeralAccountBalance: 'Maximales Kontoguthaben',
    maxEphemeralAccountRisk: 'Maximales Kontorisiko',
    maxDownloadBatchSize: 'Maximale Downloadgröße',
    maxReviseBatchSize: 'Maximale Uploadgröße',
    registrySize: 'Registry-Größe',
    customRegistryPath: 'Registry-Pfad'
  },
  hints: {
    acceptingContracts: 'Renter können neue Verträge schließen. Bestehende Verträge laufen in jedem Fall weiter.',
    netAddress:
      'host:port, unter dem Renter diesen Host erreichen. Leer lassen für automatische Erkennung. Nach einer Änderung ist eine neue Ankündigung nötig.',
    maxDuration: 'Wie weit in der Zukunft ein Vertrag enden darf, einschließlich Nachweisfenster.',
    minStoragePrice: 'Mindestpreis für gespeicherte Daten, nach Größe und Dauer.',
    minDownloadBandwidthPrice: 'Mindestpreis für Downloads von diesem Host.',
    minUploadBandwidthPrice: 'Mindestpreis für Uploads zu diesem Host.',
    minContractPrice: 'Mindestpreis für einen Vertrag. Bei hohen Transaktionsgebühren verlangt der Host mehr.',
    collateral: 'Coins, die der Host für gespeicherte Daten riskiert und mit ihnen verliert. Renter bevorzugen mehr.',
    maxCollateral: 'Höchstbetrag an Sicherheiten in einem einzelnen Vertrag.',
    collateralBudget: 'Höchstbetrag an Sicherheiten in allen Verträgen zusammen.',
    windowSize:
      'Zeit nach Vertragsende für den Speichernachweis. Ein Host, der die ganze Zeit offline ist, verliert den Vertrag.',
    minBaseRpcPrice: 'Wird zusätzlich zum Datenverkehr je Aufruf berechnet.',
    minSectorAccessPrice: 'Wird zusätzlich zum Datenverkehr je gelesenem Sektor berechnet.',
    maxEphemeralAccountBalance: 'Höchstbetrag, den ein Renter im Voraus für Aufrufe einzahlen darf.',
    maxEphemeralAccountRisk:
      'Höchstbetrag an Ausgaben, die noch nicht auf dem Datenträger gespeichert sind. Darüber warten Aufrufe auf den Datenträger.',
    maxDownloadBatchSize: 'Größte Datenmenge in einem Downloadaufruf.',
    maxReviseBatchSize: 'Größte Datenmenge in einer Vertragsänderung, etwa einem Upload.',
    registrySize:
      'Platz für signierte Schlüssel-Wert-Einträge, in Schritten von 64 Einträgen; 0 schaltet die Registry ab.',
    customRegistryPath:
      'Absoluter Pfad der Registry-Datei. Leer lassen für den Standard. Eine Änderung verschiebt die Registry.'
  },
  problems: {
    tooLarge: 'Das überschreitet den größten Wert, den der Daemon annimmt.',
    tooShort: 'Mindestens ein Block.',
    relativePath:
      'Geben Sie einen absoluten Pfad ein: Er beginnt mit / oder unter Windows mit einem Laufwerksbuchstaben.',
    windowTooLong: 'Muss kürzer als die maximale Vertragsdauer sein, sonst kommt kein Vertrag zustande.',
    callPriceTooHigh: (download: string, most: string) =>
      `Zu hoch für den Downloadpreis: 100 Millionen Aufrufe dürfen höchstens so viel kosten wie ${formatSize(CALL_LIMIT_BYTES)} Download. Bei ${download} sind höchstens ${most} möglich.`,
    accessPriceTooHigh: (download: string, most: string) =>
      `Zu hoch für den Downloadpreis: 10 Millionen Zugriffe dürfen höchstens so viel kosten wie ${formatSize(CALL_LIMIT_BYTES)} Download. Bei ${download} sind höchstens ${most} möglich.`
  },
  warnings: {
    riskBelowBalance:
      'Unter dem maximalen Kontoguthaben: Bei schnellen Ausgaben wartet jeder Aufruf auf den Datenträger.',
    collateralAboveBudget: 'Überschreitet das Budget für Sicherheiten; kein Vertrag kann diesen Wert erreichen.',
    noCollateral: 'Es werden keine Sicherheiten geboten: Ein Höchstbetrag weiter unten ist 0.',
    batchBelowSector: 'Kleiner als ein Sektor: Renter können diesen Host nicht nutzen.',
    registryRounded: (entries: string, size: string) =>
      `Wird beim Speichern auf ${entries} Einträge (${size}) gerundet.`
  },
  score: {
    title: 'Bewertungsvorschau',
    caption: 'Bewertung dieses Hosts, jetzt und mit Änderungen',
    now: 'Jetzt',
    withChanges: 'Mit Änderungen',
    score: 'Bewertung',
    conversion: 'Auswahlchance',
    unchanged: 'Ändern Sie eine Einstellung, um die Wirkung auf die Bewertung zu sehen.',
    loading: 'Wird geladen …',
    failed: 'Bewertungsvorschau nicht verfügbar',
    none: 'Keine Bewertung, vorher wie nachher: Renter wählen nur Hosts, die Verträge annehmen und freien Speicher haben.',
    gained: 'Erhält eine Bewertung: Renter können diesen Host wählen.',
    lost: 'Verliert die Bewertung: Renter können diesen Host nicht mehr wählen.',
    higher: (factor: string) => `Bewertung × ${factor}: Renter wählen diesen Host häufiger.`,
    lower: (factor: string) => `Bewertung ÷ ${factor}: Renter wählen diesen Host seltener.`,
    same: 'Etwa dieselbe Bewertung.',
    huge: 'mehr als eine Milliarde'
  }
} satisfies typeof en;

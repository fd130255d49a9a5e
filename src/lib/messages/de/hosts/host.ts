import type en from '../../en/hosts/host';
import { plural } from '../../plural';

export default {
  back: 'Alle Hosts',
  loading: 'Wird geladen …',
  notLoaded: 'Host nicht verfügbar',
  filtered: 'Gefiltert',
  notAccepting: 'Nimmt keine Verträge an',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  actions: {
    removeFromWhitelist: 'Von der Positivliste entfernen …',
    addToWhitelist: 'Zur Positivliste hinzufügen …',
    unblock: 'Freigeben …',
    block: 'Sperren …'
  },
  score: {
    title: 'Bewertung',
    hint: 'Nur zwischen Hosts dieses Nodes vergleichbar.',
    rank: 'Rang',
    of: (count: string) => `von ${count}`,
    conversion: 'Auswahlchance',
    weakest: (factor: string) => `Schwächster Faktor: ${factor}`,
    zero: 'Ein Faktor von 0 setzt die Bewertung auf 0.',
    noneLow: 'Kein Faktor senkt diese Bewertung',
    noneLowHint: 'Alle Faktoren sind mindestens 1.',
    expensive: (times: string) =>
      `Preise haben eine nach oben offene Skala und werden hier nicht verglichen. Dieser Host verlangt das ${times}-Fache des Medians der Speicherpreise.`,
    agrees: 'Geprüft: Das Produkt der Faktoren ergibt die Bewertung.',
    differs: (times: string) =>
      `Das Produkt der Faktoren ergibt nicht die Bewertung: Die gemeldete Bewertung ist das ${times}-Fache.`,
    incomplete: 'Das Produkt der Faktoren ergibt nicht die Bewertung: Der Node meldet nicht alle Faktoren.',
    openEnded: 'Faktoren über 1 haben nach oben offene Skalen und sind nur zwischen Hosts vergleichbar.'
  },
  factorBars: {
    caption: 'Faktoren der Bewertung: Balken nach links senken sie, Balken nach rechts heben sie',
    factor: 'Faktor',
    effect: 'Wirkung',
    value: 'Wert',
    excludes: 'Schließt den Host aus',
    lowers: 'Senkt die Bewertung',
    raises: 'Hebt die Bewertung',
    neutral: 'Keine Wirkung'
  },
  factors: {
    acceptContractAdjustment: {
      label: 'Vertragsannahme',
      meaning: '1, wenn der Host neue Verträge annimmt, sonst 0.',
      low: 'Der Host nimmt keine neuen Verträge an und wird nie ausgewählt.',
      better: 'Der Betreiber muss neue Verträge zulassen.'
    },
    durationAdjustment: {
      label: 'Vertragsdauer',
      meaning: '1, wenn der Host Verträge von der Länge Ihrer Periode annimmt, sonst 0.',
      low: 'Der Host nimmt keine Verträge an, die so lang sind, wie Ihr Budget es verlangt.',
      better: 'Der Betreiber muss längere Verträge zulassen, oder Sie wählen eine kürzere Periode.'
    },
    uptimeAdjustment: {
      label: 'Verfügbarkeit',
      meaning: 'Anteil der Zeit, in der der Host diesem Node antwortete.',
      low: 'Der Host war bei Scans zu oft offline.',
      better: 'Jeder erfolgreiche Scan hebt den Wert ein wenig.'
    },
    ageAdjustment: {
      label: 'Alter',
      meaning: 'Zeit, seit dieser Node den Host kennt.',
      low: 'Der Host ist neu.',
      better: 'Der Wert steigt mit der Zeit.'
    },
    interactionAdjustment: {
      label: 'Interaktionen',
      meaning: 'Anteil der erfolgreichen Interaktionen mit dem Host.',
      low: 'Zu viele Interaktionen mit dem Host sind fehlgeschlagen, oder es gab zu wenige.',
      better: 'Erfolgreiche Aufrufe heben den Wert; ältere Fehler zählen mit der Zeit weniger.'
    },
    storageRemainingAdjustment: {
      label: 'Freier Speicher',
      meaning: 'Ob der Host genug freien Speicher für Ihre Daten hat.',
      low: 'Der Host hat wenig freien Speicher für Ihre erwarteten Daten.',
      better: 'Der Betreiber muss Ordner hinzufügen oder vergrößern.'
    },
    priceAdjustment: {
      label: 'Preise',
      meaning: 'Preise des Hosts im Verhältnis zu Ihrem Budget.',
      low: 'Der Host ist für Ihr Budget teuer.',
      better: 'Niedrigere Preise für Speicher, Datenverkehr und Verträge heben den Wert.'
    },
    basePriceAdjustment: {
      label: 'RPC-Preise',
      meaning: 'Ob Aufrufe und Sektorzugriffe mehr kosten, als sie sollten.',
      low: 'Aufrufe und Sektorzugriffe sind im Verhältnis zum Downloadpreis teuer.',
      better: 'Niedrigere Preise für RPC und Sektorzugriffe heben den Wert.'
    },
    collateralAdjustment: {
      label: 'Sicherheiten',
      meaning: 'Sicherheiten, die der Host zusammen mit Ihren Daten verliert.',
      low: 'Der Host bietet wenig Sicherheiten.',
      better: 'Mehr Sicherheiten und ein höherer Höchstbetrag je Vertrag erhöhen den Wert.'
    },
    burnAdjustment: {
      label: 'Verbrannte Coins',
      meaning: 'Coins, die der Host als Zeichen seiner Ernsthaftigkeit verbrannt hat.',
      low: 'Der Host hat weniger Coins verbrannt als andere.',
      better: 'Selten lohnend: Die meisten Hosts verbrennen keine.'
    },
    versionAdjustment: {
      label: 'Version',
      meaning: 'Ob der Host aktuelle Software nutzt.',
      low: 'Der Host nutzt veraltete Software.',
      better: 'Der Betreiber muss sie aktualisieren.'
    }
  },
  prices: {
    title: 'Preise',
    caption: 'Preise des Hosts im Vergleich zum Median der aktiven Hosts',
    price: 'Preis',
    host: 'Dieser Host',
    median: 'Median',
    difference: 'Abweichung',
    exact: (value: string) => `${value} in Basiseinheiten`
  },
  uptime: {
    title: 'Verfügbarkeit',
    ofMeasured: 'der gemessenen Zeit',
    unmeasured: 'Nach zwei Scans verfügbar.',
    scans: 'Gespeicherte Scans',
    online: 'Zeit online',
    offline: 'Zeit offline',
    okCalls: 'Erfolgreiche Aufrufe',
    failedCalls: 'Fehlgeschlagene Aufrufe',
    all: 'Alle Scans',
    answered: 'Online',
    missed: 'Offline'
  },
  facts: {
    title: 'Details',
    newContracts: 'Neue Verträge',
    accepted: 'Werden angenommen',
    notAccepted: 'Werden nicht angenommen',
    storage: 'Speicher',
    storageFree: (free: string, total: string) => `${free} von ${total} frei, laut Host`,
    maxDuration: 'Maximale Vertragsdauer',
    proofWindow: 'Nachweisfenster',
    version: 'Version',
    firstSeen: 'Erstmals gesehen',
    atBlock: (height: string) => `Block ${height}`,
    atBlockAgo: (height: string, age: string) => `Block ${height}, etwa ${age} her`,
    contracts: 'Ihre Verträge',
    contractCount: (count: number) => plural(count, { one: '# Vertrag', other: '# Verträge' }),
    none: 'Keine',
    unknown: 'Unbekannt',
    subnets: 'Subnetze',
    subnetsSince: 'Subnetze seit',
    publicKey: 'Öffentlicher Schlüssel',
    publicKeyCopy: 'öffentlichen Schlüssel',
    payoutAddress: 'Auszahlungsadresse'
  }
} satisfies typeof en;

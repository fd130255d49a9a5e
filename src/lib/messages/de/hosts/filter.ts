import type en from '../../en/hosts/filter';
import { plural } from '../../plural';

export default {
  title: 'Hostfilter',
  loading: 'Wird geladen …',
  notLoaded: 'Filter nicht verfügbar',
  current: (mode: string) => `Aktuell: ${mode}`,
  legend: 'Modus',
  disable: 'Aus',
  disableHint: 'Der Renter darf jeden Host nutzen. Verträge können zu Hosts wechseln, die zuvor ausgeschlossen waren.',
  blacklist: 'Sperrliste',
  blacklistHint: 'Alle Hosts außer den aufgeführten. Verträge mit aufgeführten Hosts werden ersetzt.',
  whitelist: 'Positivliste',
  whitelistHint: 'Nur die aufgeführten Hosts. Verträge mit allen anderen werden ersetzt.',
  blockedHosts: 'Gesperrte Hosts',
  allowedHosts: 'Erlaubte Hosts',
  hostsHint:
    'Öffentliche Schlüssel, einer pro Zeile: ed25519: gefolgt von 64 Hexadezimalziffern. In der Tabelle ausgewählte Hosts werden eingetragen.',
  addresses: 'Adressen',
  addressesHint: 'Ebenfalls gesperrt: IP-Adressen, Bereiche wie 10.0.0.0/8 oder Domains samt Subdomains.',
  addressesIgnored: 'Der Node speichert sie, eine Positivliste gilt aber nur für öffentliche Schlüssel.',
  notSet: 'Filter nicht gesetzt',
  review: 'Prüfen …',
  unchanged: 'Keine Änderungen.',
  set: {
    disable: 'Filter ausgeschaltet.',
    blacklist: 'Sperrliste gesetzt.',
    whitelist: 'Positivliste gesetzt.'
  },
  problems: {
    invalidKeys: (entry: string) =>
      `Ungültiger Eintrag „${entry}“. Schlüssel bestehen aus ed25519: gefolgt von 64 Hexadezimalziffern.`,
    moreInvalidKeys: (entry: string, more: number) =>
      `Ungültiger Eintrag „${entry}“ und ${plural(more, { one: '# weiterer', other: '# weitere' })}. Schlüssel bestehen aus ed25519: gefolgt von 64 Hexadezimalziffern.`,
    emptyWhitelist: 'Eine Positivliste braucht mindestens einen Host.',
    emptyBlacklist: 'Führen Sie mindestens einen Host oder eine Adresse auf, oder schalten Sie den Filter aus.',
    invalidAddresses: (entry: string) =>
      `Ungültiger Eintrag „${entry}“. Geben Sie IP-Adressen, Bereiche wie 10.0.0.0/8 oder Domains ein.`,
    moreInvalidAddresses: (entry: string, more: number) =>
      `Ungültiger Eintrag „${entry}“ und ${plural(more, { one: '# weiterer', other: '# weitere' })}. Geben Sie IP-Adressen, Bereiche wie 10.0.0.0/8 oder Domains ein.`
  },
  confirm: {
    disable: { title: 'Filter ausschalten?', action: 'Ausschalten' },
    blacklist: { title: 'Sperrliste setzen?', action: 'Sperrliste setzen' },
    whitelist: { title: 'Positivliste setzen?', action: 'Positivliste setzen' },
    allUsable: (hosts: number) =>
      plural(hosts, {
        one: '# Host ist wieder nutzbar. Verträge werden ersetzt, wenn ein zuvor ausgeschlossener Host besser bewertet ist.',
        other:
          'Alle # Hosts sind wieder nutzbar. Verträge werden ersetzt, wenn ein zuvor ausgeschlossener Host besser bewertet ist.'
      }),
    replaced: (contracts: number) =>
      plural(contracts, {
        one: '# aktueller Vertrag besteht mit einem ausgeschlossenen Host. Der Renter schließt einen neuen und verschiebt die Daten; das kostet Gebühren und Datenverkehr aus Ihrem Budget.',
        other:
          '# aktuelle Verträge bestehen mit ausgeschlossenen Hosts. Der Renter schließt neue und verschiebt die Daten; das kostet Gebühren und Datenverkehr aus Ihrem Budget.'
      }),
    noneReplaced: 'Kein aktueller Vertrag besteht mit einem ausgeschlossenen Host.',
    usable: (hosts: number) => plural(hosts, { one: 'Nur # Host ist nutzbar.', other: 'Nur # Hosts sind nutzbar.' })
  },
  preview: {
    title: 'Vorschau',
    unchanged: 'Ändern Sie den Filter, um seine Wirkung zu sehen.',
    usable: 'Nutzbare Hosts',
    usableOf: (usable: string, all: string) => `${usable} von ${all}`,
    barred: 'Neu ausgeschlossen',
    allowed: 'Neu nutzbar',
    contracts: 'Zu ersetzende Verträge',
    contractsUnknown: 'unbekannt, der Renter antwortet nicht',
    added: 'Neu auf der Liste',
    removed: 'Von der Liste entfernt',
    more: (count: string) => `und ${count} weitere`,
    unknownKeys: (count: number) =>
      plural(count, {
        one: '# aufgeführter Schlüssel ist diesem Node unbekannt.',
        other: '# aufgeführte Schlüssel sind diesem Node unbekannt.'
      }),
    note: 'Geschätzt aus den hier bekannten Hosts und Verträgen. Adressen werden wörtlich und nach Subnetz verglichen. Welche Verträge ersetzt werden, entscheidet der Node.'
  }
} satisfies typeof en;

import { plural } from '../../plural';
import type en from '../../en/shell/notifications';

export default {
  title: 'Benachrichtigungen',
  lead: 'Was geschehen ist, während Quarry in diesem Browser offen war.',
  bell: (unread: number) =>
    unread === 0
      ? 'Benachrichtigungen'
      : plural(unread, { one: 'Benachrichtigungen, # ungelesen', other: 'Benachrichtigungen, # ungelesen' }),
  list: 'Benachrichtigungen, neueste zuerst',
  loading: 'Wird geladen …',
  empty: 'Noch nichts. Gefundene Blöcke, Zahlungen und Probleme des Nodes erscheinen hier.',
  noneUnread: 'Keine ungelesenen Benachrichtigungen.',
  onlyUnread: 'Nur ungelesene',
  markAll: 'Alle als gelesen markieren',
  clear: 'Alle löschen',
  unread: 'Ungelesen',
  settingsLink: 'Einstellungen der Benachrichtigungen',
  failed: 'Die Benachrichtigungen konnten nicht geladen werden',
  titles: {
    'block-found': (count: number) => plural(count, { one: 'Block gefunden', other: '# Blöcke gefunden' }),
    'payment-received': (count: number) => plural(count, { one: 'Zahlung erhalten', other: '# Zahlungen erhalten' }),
    'payment-confirmed': (count: number) => plural(count, { one: 'Zahlung bestätigt', other: '# Zahlungen bestätigt' }),
    'payment-dropped': () => 'Zahlung verworfen',
    'coins-matured': () => 'Coins sind jetzt verfügbar',
    alert: () => 'Meldung des Nodes',
    'node-unreachable': () => 'Der Node antwortet nicht',
    'host-unreachable': () => 'Renter erreichen den Host nicht',
    'tip-stale': () => 'Seit Langem kein neuer Block'
  },
  details: {
    height: (height: string) => `Block ${height}`,
    receivedDropped:
      'Sie ist weder im Transaktionspool noch in einem Block. Bitten Sie den Zahler, sie erneut zu senden.',
    unreachable: 'Quarry versucht es weiter, bis er antwortet.',
    stale: (height: string) =>
      `Block ${height} ist seit 90 Minuten der neueste. Vielleicht hat der Node seine Peers verloren.`
  },
  toasts: {
    blockFound: (height: string) => `Block ${height} gefunden.`,
    blockFoundWorth: (height: string, reward: string) => `Block ${height} gefunden: ${reward}.`,
    blockRejected: (height: string) => `Der Node hat Block ${height} abgelehnt.`,
    miningFailed: 'Das Mining wurde abgebrochen. Der Grund steht auf der Seite „Mining“.'
  },
  settings: {
    title: 'Benachrichtigungen',
    caption: 'Benachrichtigungen nach Art',
    kind: 'Art',
    inbox: 'Posteingang',
    browser: 'Browser',
    kinds: {
      'block-found': 'Block gefunden',
      'payment-received': 'Zahlung erhalten',
      'payment-confirmed': 'Zahlung bestätigt',
      'payment-dropped': 'Zahlung verworfen',
      'coins-matured': 'Coins verfügbar',
      alert: 'Meldung des Nodes oder Hosts',
      'node-unreachable': 'Node antwortet nicht',
      'host-unreachable': 'Host nicht erreichbar',
      'tip-stale': 'Seit 90 Minuten kein neuer Block'
    },
    inInbox: (kind: string) => `${kind}: Posteingang`,
    inBrowser: (kind: string) => `${kind}: Benachrichtigung des Browsers`,
    ask: 'Browser-Benachrichtigungen erlauben',
    denied:
      'Benachrichtigungen sind für diese Website blockiert. Erlauben Sie sie in den Website-Einstellungen des Browsers.',
    unsupported: 'Dieser Browser kann für diese Seite keine Benachrichtigungen anzeigen.',
    granted: 'Der Browser zeigt Benachrichtigungen von Quarry.',
    footer: 'Für Benachrichtigungen muss ein Tab von Quarry offen sein. An einen Dienst wird nichts gesendet.'
  }
} satisfies typeof en;

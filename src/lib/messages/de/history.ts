import type en from '../en/history';

export default {
  ranges: { '1h': '1 h', '1d': '1 Tag', '1w': '1 Woche', '30d': '30 Tage', all: 'Alles' },
  loadFailed: 'Der Verlauf konnte nicht geladen werden. Laden Sie die Seite neu.',
  unavailable: 'Der Verlauf erscheint, sobald der Node antwortet.'
} satisfies typeof en;

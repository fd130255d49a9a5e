import type en from '../en/docs';

export default {
  title: 'Dokumentation',
  otherLanguage: 'Die Dokumentation ist auf Englisch.',
  toApp: 'Zurück zur App',
  contents: 'Inhalt',
  sections: { using: 'Quarry verwenden', concepts: 'Begriffe', reference: 'Referenz', inside: 'Aufbau von Quarry' },
  search: 'Dokumentation durchsuchen',
  searchFailed: 'Die Suche konnte nicht geladen werden. Laden Sie die Seite neu.',
  none: (words: string) => `Keine Ergebnisse für „${words}“.`,
  found: (shown: number, total: number) =>
    shown < total ? `${shown} von ${total} Ergebnissen` : total === 1 ? '1 Ergebnis' : `${total} Ergebnisse`
} satisfies typeof en;

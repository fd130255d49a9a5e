import { plural } from '../../plural';
import type en from '../../en/wallet/contacts';

export default {
  title: 'Adressbuch',
  lead: 'Empfänger mit Namen. Gespeichert in diesem Browser und in seinen Sicherungsdateien.',
  form: {
    add: 'Empfänger hinzufügen',
    edit: 'Empfänger bearbeiten',
    name: 'Name',
    taken: 'Ein anderer Empfänger trägt diesen Namen oder einen, der gleich aussieht. Vergleichen Sie die Adressen.',
    note: 'Notiz',
    noteHint: 'Nur für Sie sichtbar.',
    address: 'Adresse des Empfängers',
    save: 'Empfänger speichern',
    cancel: 'Abbrechen'
  },
  list: {
    title: 'Empfänger',
    search: 'Empfänger suchen',
    searchExample: 'Name, Notiz oder Adresse',
    empty: 'Noch keine Empfänger. Fügen Sie oben einen hinzu.',
    noMatch: 'Kein Empfänger gefunden.',
    address: 'Adresse',
    actions: 'Aktionen',
    copied: 'Adresse',
    pay: (name: string) => `${name} bezahlen`,
    edit: (name: string) => `${name} bearbeiten`,
    remove: (name: string) => `${name} entfernen`,
    removed: (name: string) => `${name} wurde entfernt.`,
    undo: 'Rückgängig'
  },
  file: {
    name: 'adressbuch',
    export: 'CSV exportieren',
    import: 'CSV importieren',
    imported: ({ count, sharedNames }: { readonly count: number; readonly sharedNames: number }) =>
      plural(count, { one: '# Empfänger importiert.', other: '# Empfänger importiert.' }) +
      (sharedNames === 0
        ? ''
        : ` ${plural(sharedNames, {
            one: '# trägt den Namen eines anderen Empfängers oder einen, der gleich aussieht. Vergleichen Sie die Adressen.',
            other:
              '# tragen den Namen eines anderen Empfängers oder einen, der gleich aussieht. Vergleichen Sie die Adressen.'
          })}`)
  },
  choice: {
    label: 'Aus dem Adressbuch',
    none: 'Empfänger wählen',
    is: (name: string, note: string) => (note === '' ? name : `${name} · ${note}`),
    imitates: (name: string) =>
      `In Ihrem Adressbuch steht „${name}“ oder ein gleich aussehender Name mit einer anderen Adresse. Fragen Sie beim Empfänger nach, bevor Sie zahlen.`,
    add: 'Ins Adressbuch aufnehmen'
  }
} satisfies typeof en;

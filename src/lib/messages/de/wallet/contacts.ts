import { plural } from '../../plural';
import type en from '../../en/wallet/contacts';

export default {
  title: 'Adressbuch',
  lead: 'Empfänger mit Namen. Gespeichert in diesem Browser und in seinen Sicherungsdateien.',
  form: {
    add: 'Empfänger hinzufügen',
    edit: 'Empfänger bearbeiten',
    name: 'Name',
    taken: {
      wallet:
        'Eine Ihrer Wallets trägt diesen Namen oder einen, der gleich aussieht. Soweit bekannt, gehört diese Adresse nicht zu ihr.',
      recipient:
        'Ein anderer Empfänger trägt diesen Namen oder einen, der gleich aussieht. Vergleichen Sie die Adressen.'
    },
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
    imported: (count: number) => plural(count, { one: '# Empfänger importiert.', other: '# Empfänger importiert.' }),
    check: {
      title: (count: number) =>
        plural(count, {
          one: 'Prüfen Sie # Namen, bevor Sie ihn aufnehmen',
          other: 'Prüfen Sie # Namen, bevor Sie sie aufnehmen'
        }),
      text: 'Noch wurde nichts aufgenommen. Vergleichen Sie jede Adresse mit einer, die Sie auf anderem Weg erhalten haben.',
      reason: 'Warum',
      wallet: 'auch der Name Ihrer Wallet',
      recipient: 'auch der Name eines anderen Empfängers',
      renamed: (before: string) => `in Ihrem Adressbuch als „${before}“`,
      add: (count: number) => plural(count, { one: 'Empfänger aufnehmen', other: 'Alle # Empfänger aufnehmen' }),
      cancel: 'Abbrechen'
    }
  },
  choice: {
    label: 'Aus dem Adressbuch',
    none: 'Empfänger wählen',
    is: (name: string, note: string) => (note === '' ? name : `${name} · ${note}`),
    imitates: {
      wallet: (name: string) =>
        `Eine Ihrer Wallets trägt den Namen „${name}“ oder einen, der gleich aussieht. Soweit bekannt, gehört diese Adresse nicht zu ihr. Fragen Sie beim Empfänger nach, bevor Sie zahlen.`,
      recipient: (name: string) =>
        `In Ihrem Adressbuch steht „${name}“ oder ein gleich aussehender Name mit einer anderen Adresse. Fragen Sie beim Empfänger nach, bevor Sie zahlen.`
    },
    add: 'Ins Adressbuch aufnehmen'
  }
} satisfies typeof en;

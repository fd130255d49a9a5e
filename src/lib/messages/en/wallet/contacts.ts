import { plural } from '../../plural';

export default {
  title: 'Address book',
  lead: 'Recipients by name. Stored in this browser and in its backup files.',
  form: {
    add: 'Add a recipient',
    edit: 'Edit recipient',
    name: 'Name',
    taken: 'Another recipient has this name, or one that looks the same. Compare their addresses.',
    note: 'Note',
    noteHint: 'Visible only to you.',
    address: 'Recipient’s address',
    save: 'Save recipient',
    cancel: 'Cancel'
  },
  list: {
    title: 'Recipients',
    search: 'Search recipients',
    searchExample: 'Name, note or address',
    empty: 'No recipients yet. Add one above.',
    noMatch: 'No recipient matches.',
    address: 'Address',
    actions: 'Actions',
    copied: 'address',
    pay: (name: string) => `Pay ${name}`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} was removed.`,
    undo: 'Undo'
  },
  file: {
    name: 'address-book',
    export: 'Export CSV',
    import: 'Import CSV',
    imported: ({ count, sharedNames }: { readonly count: number; readonly sharedNames: number }) =>
      plural(count, { one: '# recipient imported.', other: '# recipients imported.' }) +
      (sharedNames === 0
        ? ''
        : ` ${plural(sharedNames, {
            one: '# has the name of another recipient, or one that looks the same. Compare their addresses.',
            other: '# have the name of another recipient, or one that looks the same. Compare their addresses.'
          })}`)
  },
  choice: {
    label: 'From the address book',
    none: 'Choose a recipient',
    is: (name: string, note: string) => (note === '' ? name : `${name} · ${note}`),
    imitates: (name: string) =>
      `Your address book has another address for “${name}”, or for a name that looks the same. Ask the payee before you pay.`,
    add: 'Add to the address book'
  }
};

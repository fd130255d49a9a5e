import { plural } from '../../plural';

export default {
  title: 'Address book',
  lead: 'Recipients by name. Stored in this browser and in its backup files.',
  form: {
    add: 'Add a recipient',
    edit: 'Edit recipient',
    name: 'Name',
    taken: {
      wallet:
        'One of your wallets has this name or one that looks the same, but this address is not known to belong to it.',
      recipient: 'Another recipient has this name or one that looks the same. Compare the addresses.'
    },
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
    imported: (count: number) => plural(count, { one: '# recipient imported.', other: '# recipients imported.' }),
    check: {
      title: (count: number) =>
        plural(count, { one: 'Check # name before you add it', other: 'Check # names before you add them' }),
      text: 'Nothing has been added yet. Compare each address with one that you received another way.',
      reason: 'Why',
      wallet: 'also the name of your wallet',
      recipient: 'also the name of another recipient',
      renamed: (before: string) => `in your address book as “${before}”`,
      add: (count: number) => plural(count, { one: 'Add the recipient', other: 'Add all # recipients' }),
      cancel: 'Cancel'
    }
  },
  choice: {
    label: 'From the address book',
    none: 'Choose a recipient',
    is: (name: string, note: string) => (note === '' ? name : `${name} · ${note}`),
    imitates: {
      wallet: (name: string) =>
        `One of your wallets is called “${name}” or something that looks the same, but this address is not known to belong to it. Ask the payee before you pay.`,
      recipient: (name: string) =>
        `Your address book has another address for “${name}”, or for a name that looks the same. Ask the payee before you pay.`
    },
    add: 'Add to the address book'
  }
};

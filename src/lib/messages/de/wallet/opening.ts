import type en from '../../en/wallet/opening';

export default {
  opening: 'Wird geöffnet …',
  loadFailed: 'Die Wallet konnte nicht geladen werden',
  notStored: 'Wallets werden nicht gespeichert',
  readFailed: 'Die Wallets konnten nicht gelesen werden'
} satisfies typeof en;

export default {
  opening: 'Opening…',
  loadFailed: 'The wallet could not be loaded',
  notStored: 'Wallets are not stored',
  readFailed: 'The wallets could not be read'
};

export default {
  title: 'Keyboard shortcuts',
  search: 'Search',
  list: 'This list',
  singleKeys: 'Single keys',
  singleKeysHint: 'Off: only Ctrl K and ? work. Turn single keys off if you use speech input.'
};

export default {
  ranges: { '1h': '1 h', '1d': '1 day', '1w': '1 week', '30d': '30 days', all: 'All' },
  loadFailed: 'The history could not be loaded. Reload the page.',
  unavailable: 'The history appears once the node responds.'
};

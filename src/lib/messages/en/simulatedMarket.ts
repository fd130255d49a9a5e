export default {
  badge: 'Simulated storage market',
  words:
    'Quarry’s own node simulates hosts, renters, contracts and coins. Connect Quarry to a real daemon to see real ones.'
};

export default {
  badge: 'Simulated storage market',
  words:
    'The embedded node simulates these hosts, renters, contracts and coins. Connect Quarry to a real daemon to see real ones.'
};

export default {
  offline: {
    title: 'This device is offline',
    text: 'Pages show the last known values. You can still open wallets and sign.'
  },
  serverGone: {
    title: 'Quarry’s server cannot be reached',
    text: 'Check that Quarry is still running in its terminal. Pages show the last known values. You can still open wallets and sign.'
  },
  next: (duration: string) => `Next attempt in ${duration}`,
  trying: 'Trying…',
  retryNow: 'Retry now',
  update: { text: 'A new version of Quarry is ready.', action: 'Reload', later: 'Later' },
  install: { text: 'Quarry can be installed as an app.', action: 'Install', later: 'Not now' }
};

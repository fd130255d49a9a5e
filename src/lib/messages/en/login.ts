export default {
  title: 'Sign in',
  insecure: {
    title: 'This page is not secure',
    text: 'Over plain HTTP from another computer, browsers disable the GPU, encryption and the clipboard. Open Quarry on its own computer (http://127.0.0.1), through an SSH tunnel, or over HTTPS.'
  },
  password: 'Password',
  passwordHint: 'It is in the file “apipassword” in Quarry’s data folder.',
  nodePassword: 'API password of the node',
  nodePasswordHint: 'Verified by the node and stored only in an encrypted cookie.',
  passwordOf: {
    daemon: 'Daemon password',
    wallet: 'Wallet server password',
    mining: 'Mining server password',
    signing: 'Signing server password',
    pool: 'Pool password'
  },
  same: 'Leave empty if it is the same.',
  sameOrUnused: 'Leave empty if it is the same or you do not need this service now.',
  submit: 'Sign in',
  signingIn: 'Signing in…',
  link: 'Or open the sign-in link shown in the terminal where Quarry was started. It works once; restart Quarry for a new one.'
};

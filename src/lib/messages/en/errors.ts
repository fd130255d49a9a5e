import api from './errors/api';
import daemon from './errors/daemon';
import forms from './errors/forms';
import hardware from './errors/hardware';
import host from './errors/host';
import keystore from './errors/keystore';
import light from './errors/light';
import miner from './errors/miner';
import mining from './errors/mining';
import quarry from './errors/quarry';
import renter from './errors/renter';
import servers from './errors/servers';
import validation from './errors/validation';
import wallet from './errors/wallet';
import rules from './errors/rules';
import { text } from '../errorText';

/** All errors that pages can show. */
export default {
  texts: {
    ...api,
    ...daemon,
    ...forms,
    ...hardware,
    ...host,
    ...keystore,
    ...light,
    ...miner,
    ...mining,
    ...quarry,
    ...renter,
    ...servers,
    ...validation,
    ...wallet
  },
  rules,
  unknown: 'Something went wrong',
  seeDetails: 'See the details for the error.',
  links: { connections: 'Connections', signIn: 'Sign in' },
  /** A server sent a block that breaks one of `rules`. */
  brokenRule: (rule: string) =>
    text(
      'The server sent a block that breaks a consensus rule',
      `${rule}. The response was discarded. Try another server.`
    )
};

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
import type en from '../en/errors';

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
  unknown: 'Etwas ist schiefgegangen',
  seeDetails: 'Der Fehler steht in den Details.',
  links: { connections: 'Verbindungen', signIn: 'Anmelden' },
  brokenRule: (rule: string) =>
    text(
      'Der Server hat einen Block gesendet, der eine Konsensregel verletzt',
      `${rule}. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.`
    )
} satisfies typeof en;

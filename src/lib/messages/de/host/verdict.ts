import type en from '../../en/host/verdict';

export default {
  earning: 'Verdient',
  atRisk: 'Verträge gefährdet',
  needsAttention: 'Handlungsbedarf',
  notSetUp: 'Nicht eingerichtet',
  checking: 'Wird geprüft',
  waiting: 'Wartet auf Renter'
} satisfies typeof en;

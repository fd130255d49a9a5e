import type en from '../../en/host/verdict';

export default {
  earning: 'Erzielt Einnahmen',
  atRisk: 'Verträge gefährdet',
  needsAttention: 'Handlungsbedarf',
  notSetUp: 'Nicht eingerichtet',
  checking: 'Wird geprüft',
  waiting: 'Wartet auf Renter'
} satisfies typeof en;

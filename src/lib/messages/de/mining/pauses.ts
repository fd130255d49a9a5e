import type en from '../../en/mining/pauses';

export default {
  title: 'Pausen',
  onBattery: 'Im Akkubetrieb pausieren',
  lowBattery: 'Unter 20\u00a0% Akkustand pausieren, auch beim Laden',
  whileBusy: 'Pausieren, während ich den Computer benutze',
  whileBusyHint:
    'Das Mining wird nach einer Minute ohne Eingabe fortgesetzt. Kann oder darf der Browser Eingaben außerhalb dieser Seite nicht melden, zählen nur Eingaben auf dieser Seite.',
  hours: 'Nur zu bestimmten Zeiten minen',
  from: 'Von',
  to: 'Bis',
  footer:
    'Das Mining wird automatisch fortgesetzt. In Browsern, die den Akkustand nicht melden, läuft es auch im Akkubetrieb.'
} satisfies typeof en;

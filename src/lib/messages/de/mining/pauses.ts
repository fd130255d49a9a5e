import type en from '../../en/mining/pauses';

export default {
  title: 'Pausen',
  onBattery: 'Im Akkubetrieb pausieren',
  lowBattery: 'Unter 20 % Akkustand pausieren, auch beim Laden',
  whileBusy: 'Pausieren, während ich den Computer benutze',
  whileBusyHint:
    'Das Mining geht nach einer Minute ohne Eingabe weiter. Meldet der Browser das nicht oder darf er es nicht, zählen nur Eingaben auf dieser Seite.',
  hours: 'Nur zu bestimmten Zeiten minen',
  from: 'Von',
  to: 'Bis',
  footer: 'Das Mining geht von selbst weiter. Browser, die den Akku nicht melden, minen auch im Akkubetrieb.'
} satisfies typeof en;

import type en from '../../en/shell/settings';

export default {
  title: 'Einstellungen',
  lead: 'Nur in diesem Browser gespeichert.',
  display: 'Darstellung',
  language: {
    legend: 'Sprache',
    browser: (language: string) => `Sprache des Browsers (${language})`,
    hint: 'Zum Anwenden der Sprache wird die Seite neu geladen.',
    miningHint: 'Dieser Tab betreibt Mining. Die Sprache gilt nach dem nächsten Neuladen.'
  },
  theme: {
    legend: 'Farben',
    system: 'Wie System',
    light: 'Hell',
    dark: 'Dunkel'
  },
  licenses: 'Lizenzen der Software in Quarry'
} satisfies typeof en;

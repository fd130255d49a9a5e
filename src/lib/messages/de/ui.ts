import type en from '../en/ui';

export default {
  errorPage: {
    notFoundTitle: 'Seite nicht gefunden',
    notFoundLead: 'Unter dieser Adresse gibt es keine Seite.',
    failedTitle: 'Diese Seite konnte nicht angezeigt werden',
    unknownProblem: 'Ein unerwarteter Fehler ist aufgetreten.',
    home: 'Zur Übersicht'
  }
} satisfies typeof en;

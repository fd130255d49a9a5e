import type en from '../../en/shell/errorPage';

export default {
  notFoundTitle: 'Seite nicht gefunden',
  notFoundLead: 'Unter dieser Adresse gibt es keine Seite.',
  failedTitle: 'Diese Seite konnte nicht angezeigt werden',
  unknownProblem: 'Ein unerwarteter Fehler ist aufgetreten.',
  search: 'In Quarry suchen',
  home: 'Zur Übersicht'
} satisfies typeof en;

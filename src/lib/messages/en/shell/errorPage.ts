export default {
  notFoundTitle: 'Page not found',
  notFoundLead: 'There is no page at this address.',
  failedTitle: 'This page could not be shown',
  unknownProblem: 'An unexpected error occurred.',
  search: 'Search Quarry',
  home: 'Go to the overview'
};

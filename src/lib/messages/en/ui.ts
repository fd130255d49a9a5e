export default {
  errorPage: {
    notFoundTitle: 'Page not found',
    notFoundLead: 'There is no page at this address.',
    failedTitle: 'This page could not be shown',
    unknownProblem: 'An unexpected error occurred.',
    home: 'Go to the overview'
  }
};

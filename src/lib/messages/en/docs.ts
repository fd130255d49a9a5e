export default {
  title: 'Documentation',
  /** Shown if the language of the page is not that of the documents. */
  otherLanguage: '',
  toApp: 'Back to the app',
  contents: 'Contents',
  sections: { using: 'Using Quarry', concepts: 'Concepts', reference: 'Reference', inside: 'Inside Quarry' },
  search: 'Search the documentation',
  searchFailed: 'The search could not be loaded. Reload the page to try again.',
  none: (words: string) => `No results for “${words}”.`,
  found: (shown: number, total: number) =>
    shown < total ? `${shown} of ${total} results` : total === 1 ? '1 result' : `${total} results`
};

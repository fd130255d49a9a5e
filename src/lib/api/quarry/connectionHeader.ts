/**
 * Names the connection that a page was opened with, in every request of it to a service: a tab stays with its node when
 * another tab is switched. Without it the connection chosen last answers.
 */
export const CONNECTION_HEADER = 'quarry-connection';

/**
 * Names a tab's connection in each of its requests to a service, so that a tab keeps its node when another tab
 * switches. Without it, the session's selected connection is used.
 */
export const CONNECTION_HEADER = 'quarry-connection';

import { plural } from '../../plural';

export default {
  title: 'Notifications',
  lead: 'What happened while Quarry was open in this browser.',
  bell: (unread: number) =>
    unread === 0
      ? 'Notifications'
      : plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' }),
  list: 'Notifications, newest first',
  loading: 'Loading…',
  empty: 'Nothing yet. Blocks found, payments and node problems appear here.',
  noneUnread: 'No unread notifications.',
  onlyUnread: 'Unread only',
  markAll: 'Mark all as read',
  clear: 'Delete all',
  unread: 'Unread',
  settingsLink: 'Notification settings',
  failed: 'Notifications could not be loaded',
  titles: {
    'block-found': (count: number) => plural(count, { one: 'Block found', other: '# blocks found' }),
    'payment-received': (count: number) => plural(count, { one: 'Payment received', other: '# payments received' }),
    'payment-confirmed': (count: number) => plural(count, { one: 'Payment confirmed', other: '# payments confirmed' }),
    'payment-dropped': () => 'Payment dropped',
    'coins-matured': () => 'Coins matured',
    alert: () => 'Node alert',
    'node-unreachable': () => 'The node is not responding',
    'host-unreachable': () => 'Renters cannot reach the host',
    'tip-stale': () => 'No new block for a long time'
  },
  details: {
    height: (height: string) => `Block ${height}`,
    /** An incoming payment. */
    receivedDropped: 'It is in neither the transaction pool nor a block. Ask the payer to send it again.',
    unreachable: 'Quarry retries until it responds.',
    stale: (height: string) => `Block ${height} has been the latest for 90 minutes. The node may have lost its peers.`
  },
  toasts: {
    blockFound: (height: string) => `Block ${height} found.`,
    blockFoundWorth: (height: string, reward: string) => `Block ${height} found: ${reward}.`,
    blockRejected: (height: string) => `The node rejected block ${height}.`,
    miningFailed: 'Mining stopped. The Mine page says why.'
  },
  settings: {
    title: 'Notifications',
    caption: 'Notifications by kind',
    kind: 'Kind',
    inbox: 'Inbox',
    browser: 'Browser',
    kinds: {
      'block-found': 'Block found',
      'payment-received': 'Payment received',
      'payment-confirmed': 'Payment confirmed',
      'payment-dropped': 'Payment dropped',
      'coins-matured': 'Coins matured',
      alert: 'Node or host alert',
      'node-unreachable': 'Node not responding',
      'host-unreachable': 'Host not reachable',
      'tip-stale': 'No new block for 90 minutes'
    },
    inInbox: (kind: string) => `${kind}: inbox`,
    inBrowser: (kind: string) => `${kind}: browser notification`,
    ask: 'Allow browser notifications',
    denied: 'Notifications are blocked for this site. Allow them in the browser’s site settings.',
    unsupported: 'This browser cannot show notifications for this page.',
    granted: 'The browser shows notifications from Quarry.',
    footer: 'Notifications need an open Quarry tab. Nothing is sent to any service.'
  }
};

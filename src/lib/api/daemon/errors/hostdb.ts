import type { ErrorTable } from '$lib/api/http/errorTable';

const FILTER = /^\/hostdb\/filtermode$/;

export const hostdbErrors = {
  'hostdb/filter-mode-unreadable': {
    wire: 'unable to load filter mode from string: {reason}',
    reads: [/^unable to load filter mode(?<reason>.*)/]
  },
  'hostdb/whitelist-empty': {
    wire: 'failed to set the list mode: cannot enable whitelist without hosts',
    reads: [/^failed to set the list mode: cannot enable whitelist without hosts/]
  },
  'hostdb/host-key-invalid': {
    wire: 'invalid parameters: {key} is not the public key of a host',
    reads: [/^invalid parameters: (?<key>json.*)/],
    at: FILTER
  },
  'hostdb/net-address-empty': { wire: 'invalid parameters: empty net address', at: FILTER },
  'hostdb/filter-unreadable': { wire: 'invalid parameters: {reason}', at: FILTER },
  'hostdb/host-not-found': {
    wire: 'unable to get host: host not found in hosttree',
    reads: [/^unable to get host: host not found|^requested host does not exist/]
  },
  'hostdb/count-unreadable': { wire: 'unable to parse numhosts: {reason}' }
} as const satisfies ErrorTable;

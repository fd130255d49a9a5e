import type { ErrorTable } from '$lib/api/http/errorTable';

export const gatewayErrors = {
  'gateway/speed-negative': {
    wire: "failed to set new rate limit: download/upload rate can't be below 0",
    reads: [/rate can't be below 0/]
  },
  'gateway/no-addresses': {
    wire: 'no addresses submitted to append or remove',
    reads: [/^no addresses submitted/]
  },
  'gateway/address-invalid': {
    wire: "can't connect to invalid address",
    reads: [/^can't connect to invalid address/]
  },
  'gateway/address-is-name': { wire: 'address must be an IP address', reads: [/^address must be an IP address/] },
  'gateway/own-address': { wire: "can't connect to our own address", reads: [/^can't connect to our own address/] },
  'gateway/already-connected': {
    wire: 'already connected to this peer',
    reads: [/^already connected to this peer/]
  },
  'gateway/no-connections': { wire: 'dial tcp {address}: connect: this node makes no connections' },
  'gateway/peer-unreachable': { wire: 'dial tcp {reason}', reads: [/^dial tcp(?<reason>.*)/] },
  'gateway/not-a-peer': { wire: 'not connected to that node', reads: [/^not connected to that node/] },
  'gateway/blocklist-unreadable': { wire: 'invalid parameters: {reason}', at: /^\/gateway\/blocklist$/ }
} as const satisfies ErrorTable;

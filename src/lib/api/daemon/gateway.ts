import * as z from 'zod/mini';
import { MAX_LIST_ANSWER } from '../answerLimits';
import { shortText } from '../schemas/scalars';
import { empty, form, get, json, nothing, post } from '../http/route';
import { parametersOf } from './shapes/parameters';
import { record } from './shapes/record';
import { list, missingAs, u64 } from './shapes/values';

const peer = record({
  inbound: z.boolean(),
  local: missingAs(z.boolean(), false),
  netAddress: shortText,
  /** Protocol version, not software version. */
  version: shortText,
  /** Quarry's node only: bytes received and sent on the connection. */
  received: z.optional(u64),
  sent: z.optional(u64)
});
export type Peer = z.output<typeof peer>;

/** Peers; speeds in bytes per second, 0 means unlimited. */
export const gatewayStatus = record({
  netAddress: shortText,
  peers: list(peer),
  online: missingAs(z.boolean(), false),
  maxDownloadSpeed: missingAs(u64, 0n),
  maxUploadSpeed: missingAs(u64, 0n)
});
export type GatewayStatus = z.output<typeof gatewayStatus>;

/** Bytes since `startTime`, which is ISO 8601 text. */
export const bandwidth = record({ download: u64, upload: u64, startTime: z.string() });
export type Bandwidth = z.output<typeof bandwidth>;

const blocklist = record({ blocklist: list(shortText) });

/** A change of the blocklist. Any other action crashes a real daemon's handler. */
export const blocklistChange = z.object({
  action: z.enum(['append', 'remove', 'set']),
  addresses: list(shortText)
});

/** Addresses are `<ip>:<port>`, IPv6 in square brackets. */
export const gatewayRoutes = {
  status: get('/gateway', json(gatewayStatus)),
  configure: post('/gateway', form(parametersOf<'POST /gateway'>()), nothing),
  bandwidth: get('/gateway/bandwidth', json(bandwidth)),
  connect: post('/gateway/connect/:netaddress', empty, nothing, {
    access: 'password',
    timeoutMs: 60_000
  }),
  disconnect: post('/gateway/disconnect/:netaddress', empty, nothing, {
    access: 'password'
  }),
  blocklist: get('/gateway/blocklist', json(blocklist), { maxBytes: MAX_LIST_ANSWER }),
  changeBlocklist: post('/gateway/blocklist', json(blocklistChange), nothing, { access: 'password' })
};

import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { testRequest } from './connectionCheck';
import { testResult } from '../services/check/result';
import { serviceId } from '../services/ids';
import { settingsShape } from '../services/settings';
import { del, empty, get, json, nothing, post, put } from '../http/route';
import type { TransportOptions } from '../http/transport';

const passwords = z.partialRecord(serviceId, z.string());
export type Passwords = z.output<typeof passwords>;

/** Maximum characters in a connection's name. */
export const MAX_CONNECTION_NAME = 60;

/** User input for a connection. Passwords are stored only in the session; omitted ones remain unchanged. */
export const connectionDraft = z.object({ name: z.string(), ...settingsShape, passwords: z.optional(passwords) });
export type ConnectionDraft = z.output<typeof connectionDraft>;

/** The servers that belong to one node, under a name. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  ...settingsShape,
  /** Services without an address are served by the embedded node. */
  embedded: z.boolean(),
  /** Configured at startup; read-only. */
  fixed: z.boolean(),
  /** The services for which this session has the password. */
  unlocked: z.readonly(z.array(serviceId))
});
export type Connection = z.output<typeof connection>;

export const connectionList = z.object({
  /** Id of the connection for new tabs. */
  selected: z.string(),
  connections: z.readonly(z.array(connection))
});
export type ConnectionList = z.output<typeof connectionList>;

/** Routes of Quarry's server under `/api`, for signed-in users. */
export const connectionRoutes = {
  list: get('/connections', json(connectionList)),
  add: post('/connections', json(connectionDraft), json(connection)),
  change: put('/connections/:id', json(connectionDraft), json(connection)),
  /** Sets the passwords of one or more services for this session. */
  unlock: put('/connections/:id/passwords', json(passwords), json(connection)),
  remove: del('/connections/:id', nothing),
  /** Selects the connection for new tabs. */
  select: post('/connections/:id/select', empty, nothing),
  /** Tests a service, saved or not. An unusable service is a result, not an error. */
  test: post('/connections/test', json(testRequest), json(testResult), { timeoutMs: 60_000 })
};

/** `createConnections({ fetch, baseUrl: '/api' })`. */
export const createConnections = (options: TransportOptions) => createClient(connectionRoutes, options);
export type Connections = ReturnType<typeof createConnections>;

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

/** A connection as a person writes it. Passwords go into the session and nowhere else; one left out stays as it is. */
export const connectionDraft = z.object({ name: z.string(), ...settingsShape, passwords: z.optional(passwords) });
export type ConnectionDraft = z.output<typeof connectionDraft>;

/** A node, or what takes its place: the servers that belong together, under one name. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  ...settingsShape,
  /** Its services are those of the node inside Quarry's own server, where no address says otherwise. */
  embedded: z.boolean(),
  /** Given by how Quarry was started; neither changed nor removed on the page. */
  fixed: z.boolean(),
  /** The services whose password this session has. */
  unlocked: z.readonly(z.array(serviceId))
});
export type Connection = z.output<typeof connection>;

export const connectionList = z.object({
  /** The id of the one that new tabs are opened with. */
  selected: z.string(),
  connections: z.readonly(z.array(connection))
});
export type ConnectionList = z.output<typeof connectionList>;

/** Answered by Quarry's own server, under `/api`, to people who are signed in. */
export const connectionRoutes = {
  list: get('/connections', json(connectionList)),
  add: post('/connections', json(connectionDraft), json(connection)),
  change: put('/connections/:id', json(connectionDraft), json(connection)),
  /** The password of one service or more, for this session. */
  unlock: put('/connections/:id/passwords', json(passwords), json(connection)),
  remove: del('/connections/:id', nothing),
  /** New tabs are opened with it from now on. */
  select: post('/connections/:id/select', empty, nothing),
  /** Asks a service what it is, saved or not. A service that cannot be used is a result, not an error. */
  test: post('/connections/test', json(testRequest), json(testResult), { timeoutMs: 60_000 })
};

/** `createConnections({ fetch, baseUrl: '/api' })`. */
export const createConnections = (options: TransportOptions) => createClient(connectionRoutes, options);
export type Connections = ReturnType<typeof createConnections>;

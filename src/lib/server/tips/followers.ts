import type { ChainIndex } from '$lib/chain/element/elements';
import { fromPolling, type NextTip } from './nextTip';
import { broadcastTips, type TipBroadcast } from './tipBroadcast';

/** A server whose tips are followed. */
export interface FollowedServer {
  /** The same for all connections to the same server with the same settings. */
  readonly name: string;
  /** Creates its clients; the server itself rejects a wrong password. */
  open(password: string): {
    readTip(signal: AbortSignal): Promise<ChainIndex>;
    /** Work on the tip, if the server provides it. */
    getWork?(signal: AbortSignal): Promise<Uint8Array>;
  };
}

/** Shares the tips of a server among processes, of which one follows it. */
export type ShareTips = (server: string, password: string, alone: NextTip) => { nextTip: NextTip; close(): void };

/** One follower for each server and password, however many streams and connections there are. */
export interface Followers {
  follow(server: FollowedServer, password: string): TipBroadcast;
  /** Reports that the server accepted a block: its tip is read now, not at the next poll. */
  hasNewBlock(server: string): void;
}

/** @param share shares tips with other processes, if there are any */
export function createFollowers(share?: ShareTips): Followers {
  const broadcasts = new Map<string, TipBroadcast>();
  const listeners = new Map<string, Set<() => void>>();

  const onNewBlock = (server: string) => (listener: () => void) => {
    const those = listeners.get(server) ?? new Set();
    listeners.set(server, those.add(listener));
    return () => {
      if (those.delete(listener) && those.size === 0) listeners.delete(server);
    };
  };

  function open(server: FollowedServer, password: string, key: string): TipBroadcast {
    const { readTip, getWork } = server.open(password);
    const alone = fromPolling(readTip, undefined, onNewBlock(server.name));
    const shared = share?.(server.name, password, alone);
    const onIdle = () => {
      broadcasts.delete(key);
      shared?.close();
    };
    return broadcastTips(shared?.nextTip ?? alone, { getWork, onIdle, keepAsking: shared !== undefined });
  }

  return {
    follow(server, password) {
      const key = JSON.stringify([server.name, password]);
      let broadcast = broadcasts.get(key);
      if (broadcast === undefined) broadcasts.set(key, (broadcast = open(server, password, key)));
      return broadcast;
    },
    hasNewBlock(server) {
      for (const listener of [...(listeners.get(server) ?? [])]) listener();
    }
  };
}

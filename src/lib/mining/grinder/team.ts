import { EventQueue } from '$lib/async/eventQueue';
import type { Candidate, Grinder, GrindProgress } from './grinder';
import { splitRange } from './nonceRange';

/**
 * Combines several engines into one. Each searches an equal part of a range regardless of its speed, and the search
 * ends with the first part that is exhausted: new work costs nothing, but a GPU that waits for the CPU does. Only a
 * large nonce factor makes a range that short. When one member fails, the team fails.
 * @param members at least one; closing the team closes them
 */
export function createTeam(members: readonly Grinder[]): Grinder {
  const adapter = members.find(({ info }) => info.adapter)?.info.adapter;
  return {
    info: {
      kind: 'together',
      label: members.map(({ info }) => info.label).join(' + '),
      members: members.map(({ info }) => info),
      ...(adapter && { adapter })
    },
    async *grind(work, range, signal) {
      // Members wait for room, so the queue never fills.
      const events = new EventQueue<GrindProgress | Candidate>();
      const over = new AbortController();
      const ended = AbortSignal.any([signal, over.signal]);
      const parts = splitRange(range, members.length);
      if (parts.length === 0) return;
      parts.forEach((part, i) => {
        void (async () => {
          try {
            for await (const event of members[i]!.grind(work, part, ended)) {
              events.push(event.type === 'progress' ? { ...event, member: i } : event);
              await events.room();
            }
            events.end();
          } catch (error) {
            events.fail(error);
          }
        })();
      });
      const stop = () => events.end();
      signal.addEventListener('abort', stop);
      try {
        for await (const event of events) {
          if (signal.aborted) return;
          yield event;
        }
      } finally {
        signal.removeEventListener('abort', stop);
        over.abort();
      }
    },
    setPower: (share) => {
      for (const member of members) member.setPower(share);
    },
    close: () => {
      for (const member of members) member.close();
    }
  };
}

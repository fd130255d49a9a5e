import { describe, expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import { decode, encode } from '$lib/codec/layout';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { encodeBlock, v2Block } from '$lib/chain/block/blockLayout';
import { chainState } from '$lib/chain/block/stateLayout';
import type { BlockId } from '$lib/chain/ids';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { callId, calls, type CallName } from '$lib/peers/calls/callTypes';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { FIRST, FrameReader, LAST } from '$lib/peers/mux/frames';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import type { MuxStream } from '$lib/peers/mux/muxStream';
import { otherRole, PacketOpener, PacketSealer, type Role } from '$lib/peers/mux/packetCipher';
import { PacketWriter } from '$lib/peers/mux/packetWriter';
import { blockOfOutline, fillOutline, knownTransactions, outlineId } from '$lib/peers/outline/complete';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { verifyCheckpoint } from '$lib/peers/sync/checkpoint';
import { createKeyAgreement, nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock, settle } from '../../support/manualClock';
import { ScriptedStream } from '../../support/peers/bytePipe';
import { frameSource, secured } from '../../support/peers/connections';
import { vectorNetwork } from '../../support/peers/vectorNetwork';
import { fromHex, loadVectors } from '../../support/vectors';

type Side = 'A' | 'D';
interface Frame {
  readonly from: Side;
  readonly id: number;
  readonly flags: number;
  readonly payload: string;
}
interface Session {
  readonly name: string;
  readonly key: string;
  readonly frames: readonly Frame[];
  readonly chain: readonly { readonly block: string; readonly height: string | number; readonly id: string }[];
  readonly headers: Readonly<
    Record<Side, { readonly genesisID: BlockId; readonly netAddress: string; readonly uniqueID: UniqueId }>
  >;
  readonly x25519: Readonly<Record<Side, { readonly secret: string }>>;
  readonly wire?: readonly { readonly from: Side; readonly hex: string }[];
}
const { sessions } = loadVectors<{ sessions: readonly Session[] }>('peers/session');
const roleOf = (side: Side): Role => (side === 'D' ? 'dial' : 'accept');
const other = (side: Side): Side => (side === 'D' ? 'A' : 'D');
const PACKET_SIZE = 4320;

const places = sessions.flatMap((session) =>
  (['D', 'A'] as const).map((side) => [session.name, side, session] as const)
);

/** The frames in packets, as seen by an observer with the key. */
function framesIn(packets: Uint8Array, opener: PacketOpener): Omit<Frame, 'from'>[] {
  const frames: { id: number; flags: number; payload: string }[] = [];
  const reader = new FrameReader(
    {
      begin: (id, flags) => frames.push({ id, flags, payload: '' }),
      payload: (part) => (frames.at(-1)!.payload += encodeHex(part)),
      end: () => undefined
    },
    PACKET_SIZE
  );
  for (let at = 0; at < packets.length; at += PACKET_SIZE) {
    reader.read(opener.open(packets.subarray(at, at + PACKET_SIZE)));
  }
  return frames;
}

/**
 * The frames that remain if each arrives before the next is sent: one that was sent while the other side's end of the
 * stream was in transit is neither sent nor received.
 */
function withoutCrossings(frames: readonly Frame[]): Frame[] {
  const ended = new Set<number>();
  return frames.filter(({ id, flags }) => {
    if (ended.has(id)) return false;
    if ((flags & LAST) !== 0) ended.add(id);
    return true;
  });
}

describe('recorded sessions through the multiplexer', () => {
  test.each(places)('%s in the place of %s', async (_, side, session) => {
    const cipher = nodeCrypto.createCipher(decodeHex(session.key));
    const stream = new ScriptedStream([], false);
    const mux = new Multiplexer(secured(stream, roleOf(side), session.key), { clock: new ManualClock() });
    const peerSealer = new PacketSealer(cipher, otherRole(roleOf(side)), 1n);
    const peer = new PacketWriter(
      { write: async (bytes) => stream.receive(bytes.slice()) },
      peerSealer,
      PACKET_SIZE,
      (error) => expect(error).toBeUndefined()
    );
    const streams = new Map<number, MuxStream>();
    const received = new Map<number, string>();
    const listen = (next: MuxStream) => {
      streams.set(next.id, next);
      received.set(next.id, '');
      void (async () => {
        for (let piece = await next.read(); piece; piece = await next.read()) {
          received.set(next.id, received.get(next.id)! + encodeHex(piece));
        }
      })().catch(() => undefined);
    };
    void (async () => {
      for (let next = await mux.accept(); next; next = await mux.accept()) listen(next);
    })();
    const inOrder = new Set(withoutCrossings(session.frames));
    for (const frame of session.frames) {
      const { from, id, flags, payload } = frame;
      if (from !== side) {
        if (payload === '') peer.sendEmpty(id, flags);
        else
          await peer.send(
            id,
            decodeHex(payload),
            frameSource(() => flags)
          );
      } else if (inOrder.has(frame)) {
        // A stream may be opened and never used.
        while ((flags & FIRST) !== 0 && !streams.has(id)) listen(mux.open());
        if (payload !== '') await streams.get(id)!.write(decodeHex(payload));
        if ((flags & LAST) !== 0) streams.get(id)!.close();
      }
      await settle();
    }
    const opener = new PacketOpener(cipher, roleOf(side), 1n);
    const expected = [...inOrder]
      .filter(({ from }) => from === side)
      .map(({ id, flags, payload }) => ({ id, flags, payload }));
    expect(framesIn(concatBytes(...stream.written), opener)).toEqual(expected);
    const dataFor = (id: number) =>
      [...inOrder]
        .filter((frame) => frame.from !== side && frame.id === id)
        .map(({ payload }) => payload)
        .join('');
    for (const [id, data] of received) expect(data, `stream ${id}`).toBe(dataFor(id));
    expect(stream.isClosed).toBe(false);
  });
});

describe('recorded bytes', () => {
  const recorded = sessions.filter(({ wire }) => wire !== undefined);

  test.each(recorded.flatMap((session) => (['D', 'A'] as const).map((side) => [session.name, side, session] as const)))(
    '%s in the place of %s: the handshake is identical, and the packets contain the frames',
    async (_, side, session) => {
      const wire = session.wire!;
      const stream = new ScriptedStream(
        wire.filter(({ from }) => from !== side).map(({ hex }) => decodeHex(hex)),
        true
      );
      const { connection, peer } = await handshake(stream, {
        role: roleOf(side),
        genesisId: session.headers[side].genesisID,
        uniqueId: session.headers[side].uniqueID,
        netAddress: session.headers[side].netAddress,
        remoteHost: '127.0.0.1',
        crypto: {
          ...nodeCrypto,
          createKeyAgreement: () => createKeyAgreement(decodeHex(session.x25519[side].secret))
        },
        timers: new ManualClock()
      });
      expect(peer.uniqueId).toBe(session.headers[other(side)].uniqueID);
      const written = encodeHex(concatBytes(...stream.written));
      const ours = wire
        .filter(({ from }) => from === side)
        .map(({ hex }) => hex)
        .join('');
      expect(ours.startsWith(written)).toBe(true);
      expect((ours.length - written.length) % (2 * PACKET_SIZE)).toBe(0);
      const rest: Uint8Array[] = [];
      for (let piece = await connection.reader.next(); piece; piece = await connection.reader.next()) rest.push(piece);
      const frames = framesIn(concatBytes(...rest), connection.opener);
      const sent = session.frames.filter(({ from }) => from !== side);
      expect(frames).toEqual(sent.map(({ id, flags, payload }) => ({ id, flags, payload })));
    }
  );
});

interface Call {
  readonly name: CallName;
  readonly request: unknown;
  readonly response: unknown;
}

/** Decoded requests and responses; an empty response is undefined. */
function callsOf({ frames }: Session): Call[] {
  const opener = new Map<number, Side>();
  for (const { id, from } of frames) if (!opener.has(id)) opener.set(id, from);
  return [...opener].map(([id, from]) => {
    const joined = (side: Side) =>
      frames
        .filter((frame) => frame.id === id && frame.from === side)
        .map(({ payload }) => payload)
        .join('');
    const [sent, answered] = [joined(from), joined(other(from))];
    const name = (Object.keys(calls) as CallName[]).find((key) => sent.startsWith(encodeHex(callId(calls[key].name))))!;
    const { request, response } = calls[name];
    return {
      name,
      request: decode(request as Parameters<typeof decode>[0], decodeHex(sent.slice(32))),
      response: answered === '' ? undefined : decode(response as Parameters<typeof decode>[0], decodeHex(answered))
    };
  });
}

type Of<N extends CallName, Part extends 'request' | 'response'> =
  NonNullable<(typeof calls)[N][Part]> extends { read(...args: never[]): infer T } ? T : never;

describe('the content of recorded sessions', () => {
  const network = vectorNetwork();

  test.each(sessions.map((session) => [session.name, session] as const))('%s', (_, session) => {
    // The states of the chain, which consists of V1 blocks only if the session begins at genesis.
    const known = new Map(
      loadVectors<{ chain: { state: string }[] }>('peers/chain').chain.map(({ state }) => {
        const decoded = fromHex(chainState, state);
        return [decoded.index.id, decoded] as const;
      })
    );
    const all = callsOf(session);
    const named = <N extends CallName>(name: N) =>
      all
        .filter((call) => call.name === name)
        .map(
          ({ request, response }) =>
            ({ request, response }) as { request: Of<N, 'request'>; response?: Of<N, 'response'> }
        );
    for (const { request, response } of named('sendCheckpoint')) {
      const { parentState, applied } = verifyCheckpoint(network, request.index, response!);
      known.set(parentState.index.id, parentState);
      known.set(applied.state.index.id, applied.state);
    }
    const blocks = session.chain.map(({ block }) => fromHex(v2Block, block));
    for (const block of blocks) {
      const parent = known.get(block.parentId);
      if (parent === undefined || parent.index.height + 1 < network.hardforkV2.requireHeight) continue;
      const { state } = applyBlock(network, parent, block, EMPTY_SUPPLEMENT);
      known.set(state.index.id, state);
    }

    for (const { request, response } of named('sendHeaders')) {
      const start = known.get(request.index.id);
      if (response === undefined || start === undefined) continue;
      const chain = new HeaderChain(network, start, () => start.prevTimestamps[0]);
      for (const header of response.headers) chain.append(header);
      if (response.headers.length > 0) expect(chain.state.index.id).toBe(blockId(response.headers.at(-1)!));
    }

    const sets = named('relayTransactions').flatMap(({ request }) => request.transactions);
    const fetched = named('sendTransactions').flatMap(({ response }) => response?.v2transactions ?? []);
    const outlines = named('relayOutline');
    expect(outlines.length).toBeGreaterThan(0);
    for (const { request: outline } of outlines) {
      const parent = known.get(outline.parentId);
      // Without a checkpoint, the states of the session's own V1 blocks are unknown here.
      if (parent === undefined) {
        expect(named('sendCheckpoint')).toEqual([]);
        continue;
      }
      const id = outlineId(outline, parent);
      const expected = blocks.find((block) => blockId(blockHeaderOf(block)) === id)!;
      // Sets keep the proofs at their basis; a pool advances them to the tip, as the blocks have done here.
      const advanced = sets.length > 0 ? expected.v2!.transactions : [];
      const filled = fillOutline(outline, knownTransactions([], [...fetched, ...advanced]));
      expect(encodeHex(encodeBlock(blockOfOutline(network, filled, parent)))).toBe(
        encodeHex(encode(v2Block, expected))
      );
    }
  });
});

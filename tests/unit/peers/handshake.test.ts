import { describe, expect, test } from 'vitest';
import { parseNetAddress } from '$lib/peers/address';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import type { BlockId } from '$lib/chain/ids';
import { isPeerError } from '$lib/peers/errors';
import { handshake, type Handshake, type HandshakeOptions } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import type { ByteStream } from '$lib/peers/byteStream';
import { createKeyAgreement, nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock, settle } from '../../support/manualClock';
import { bytePipe, ScriptedStream } from '../../support/peers/bytePipe';
import { loadVectors } from '../../support/vectors';

interface Row {
  readonly name: string;
  readonly note?: string;
  readonly role: 'dial' | 'accept';
  readonly ok: boolean;
  readonly ours: { readonly genesisID: BlockId; readonly netAddress: string; readonly uniqueID: UniqueId };
  readonly remote: string;
  readonly peer?: { readonly address: string; readonly uniqueID: string; readonly version: string };
  readonly packetSize?: number;
  readonly timeout?: number;
  readonly steps: readonly { readonly from: 'peer' | 'us'; readonly hex: string }[];
  readonly x25519: Readonly<Record<'acceptor' | 'dialer', { readonly secret: string }>>;
}
const { rows } = loadVectors<{ rows: Row[] }>('peers/handshake');

const REJECT = '0e00000000000000060000000000000072656a656374';

/** Plays the peer of a vector: each step arrives once we have written as much as the steps before it require. */
class RowStream implements ByteStream {
  written = '';
  readonly #steps: { readonly hex: string; readonly after: number }[];
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(row: Row) {
    let after = 0;
    this.#steps = row.steps.flatMap(({ from, hex }) => {
      if (from === 'peer') return [{ hex, after }];
      after += hex.length;
      return [];
    });
  }

  async read(): Promise<Uint8Array | undefined> {
    const step = this.#steps[0];
    if (step === undefined || this.#isClosed) return undefined;
    while (this.written.length < step.after) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isClosed) return undefined;
    }
    this.#steps.shift();
    return decodeHex(step.hex);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.written += encodeHex(bytes);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }
}

const optionsOf = (row: Row): HandshakeOptions => ({
  role: row.role,
  genesisId: row.ours.genesisID,
  uniqueId: row.ours.uniqueID,
  netAddress: row.ours.netAddress,
  remoteHost: parseNetAddress(row.remote).host,
  crypto: {
    ...nodeCrypto,
    createKeyAgreement: () =>
      createKeyAgreement(decodeHex(row.x25519[row.role === 'dial' ? 'dialer' : 'acceptor'].secret))
  },
  timers: new ManualClock()
});

/** What the reference implementation wrote; we write nothing more to a peer that rejects our version. */
function expectedBytes(row: Row): string {
  const rejected = row.steps.findIndex(({ from, hex }) => from === 'peer' && hex === REJECT);
  const steps = row.role === 'dial' && rejected >= 0 ? row.steps.slice(0, rejected) : row.steps;
  return steps
    .filter(({ from }) => from === 'us')
    .map(({ hex }) => hex)
    .join('');
}

describe('handshake vectors', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const stream = new RowStream(row);
    const result = await handshake(stream, optionsOf(row)).catch((error: unknown) => error);
    const mayRefuse = row.note?.includes('a refusal would do as well') === true;
    if (mayRefuse) return expect(isPeerError(result, 'peers/malformed-handshake')).toBe(true);
    expect(stream.written).toBe(expectedBytes(row));
    if (!row.ok) return expect(result).toMatchObject({ code: expect.stringMatching(/^peers\//) as string });
    const { peer, connection } = result as Handshake;
    expect(peer).toEqual({ version: row.peer!.version, uniqueId: row.peer!.uniqueID, address: row.peer!.address });
    expect(connection.settings).toEqual({ packetSize: row.packetSize, timeoutMs: row.timeout });
  });
});

const GENESIS = 'aa'.repeat(32) as BlockId;
const options = (role: 'dial' | 'accept', uniqueId: string): HandshakeOptions => ({
  role,
  genesisId: GENESIS,
  uniqueId: uniqueId as UniqueId,
  netAddress: '127.0.0.1:9981',
  remoteHost: '203.0.113.7',
  crypto: nodeCrypto,
  timers: new ManualClock()
});

describe('both sides', () => {
  test('agree with each other', async () => {
    const [ours, theirs] = bytePipe();
    const [dialer, acceptor] = await Promise.all([
      handshake(ours, options('dial', '01'.repeat(8))),
      handshake(theirs, options('accept', '02'.repeat(8)))
    ]);
    expect(dialer.peer).toEqual({ version: '2.0.0', uniqueId: '02'.repeat(8), address: '203.0.113.7:9981' });
    expect(acceptor.peer.uniqueId).toBe('01'.repeat(8));
    const sealed = new Uint8Array(16 + 3);
    dialer.connection.sealer.seal(Uint8Array.of(1, 2, 3), sealed);
    expect([...acceptor.connection.opener.open(sealed)]).toEqual([1, 2, 3]);
  });

  test('both sides reject a connection to ourselves', async () => {
    const [ours, theirs] = bytePipe();
    const results = await Promise.allSettled([
      handshake(ours, options('dial', '01'.repeat(8))),
      handshake(theirs, options('accept', '01'.repeat(8)))
    ]);
    expect(results).toMatchObject([{ reason: { code: 'peers/refused' } }, { reason: { code: 'peers/same-id' } }]);
  });

  test('a silent peer is dropped after ten seconds', async () => {
    const clock = new ManualClock();
    const stream = new ScriptedStream([decodeHex('0d00000000000000')], false);
    const result = handshake(stream, { ...options('accept', '01'.repeat(8)), timers: clock }).catch(
      (error: unknown) => error
    );
    await clock.advance(9_999);
    expect(stream.isClosed).toBe(false);
    await clock.advance(1);
    expect(await result).toMatchObject({ code: 'peers/timeout' });
    expect(stream.isClosed).toBe(true);
  });

  test('bytes that arrive with the end of the handshake are kept', async () => {
    const [ours, theirs] = bytePipe();
    const dialing = handshake(ours, options('dial', '01'.repeat(8)));
    // The dialer's last write and what follows it arrive together.
    const merged: ByteStream = {
      read: async () => {
        const chunk = await theirs.read();
        await settle();
        return chunk?.length === 24 ? concatBytes(chunk, Uint8Array.of(7, 8, 9)) : chunk;
      },
      write: (bytes) => theirs.write(bytes),
      close: () => theirs.close()
    };
    const { connection } = await handshake(merged, options('accept', '02'.repeat(8)));
    await dialing;
    expect(await connection.reader.next()).toEqual(Uint8Array.of(7, 8, 9));
  });
});

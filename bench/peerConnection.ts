/**
 * A connection between nodes in this process: the multiplexer's throughput relative to the cipher's, and headers of a
 * peer validated per second. Cipher and multiplexer alternate, so that both run under the same conditions.
 */
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { childHeight, childPowTarget, genesisState } from '$lib/consensus/state';
import { blockHeader, blockId, type BlockHeader } from '$lib/chain/block/block';
import { installFastHash } from '$lib/chain/fastHash';
import { ZERO_HASH } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import { MAX_TARGET, meetsTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { decode, encode, list } from '$lib/codec/layout';
import { TAG_BYTES } from '$lib/peers/crypto';
import { frameBytesOf, PacketOpener, PacketSealer } from '$lib/peers/mux/packetCipher';
import { DEFAULT_SETTINGS } from '$lib/peers/mux/settings';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { bytePipe } from '../tests/support/peers/bytePipe';
import { multiplexers } from '../tests/support/peers/connections';
import { figureOf, ratios, type Figure, type Measurement } from './figures.ts';

const MEGABYTES = 8;
const MESSAGE_BYTES = 1 << 20;
const ROUNDS = 10;
const HEADERS = 20_000;

export const measure: Measurement = async ({ runs }) => {
  await installFastHash();
  return [...(await throughput(runs)), headers(runs)];
};

/** CPU time of this process, which excludes other load on the machine. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seals and opens packets, with nothing around it. @returns bytes of frames per second */
function cipherOnly(): number {
  const cipher = nodeCrypto.createCipher(new Uint8Array(32).fill(7));
  const sealer = new PacketSealer(cipher, 'dial');
  const opener = new PacketOpener(cipher, 'dial');
  const { packetSize } = DEFAULT_SETTINGS;
  const plaintext = new Uint8Array(frameBytesOf(packetSize)).fill(1);
  const sealed = new Uint8Array(plaintext.length + TAG_BYTES);
  const packets = Math.ceil((MEGABYTES << 20) / plaintext.length);
  const startedAt = processorSeconds();
  for (let i = 0; i < packets; i++) {
    sealer.seal(plaintext, sealed);
    opener.open(sealed);
  }
  return (packets * plaintext.length) / (processorSeconds() - startedAt);
}

/** One stream from end to end, sealed and opened in this thread. @returns bytes of data per second */
async function multiplexed(): Promise<number> {
  // Transporting bytes is not the multiplexer's work, so it is free here.
  const [ours, theirs] = multiplexers(undefined, undefined, bytePipe(true));
  const message = new Uint8Array(MESSAGE_BYTES).fill(1);
  const startedAt = processorSeconds();
  const stream = ours.open();
  const sending = (async () => {
    for (let i = 0; i < MEGABYTES; i++) await stream.write(message);
    stream.close();
  })();
  const accepted = (await theirs.accept())!;
  let received = 0;
  for (let piece = await accepted.read(); piece; piece = await accepted.read()) received += piece.length;
  await sending;
  const seconds = processorSeconds() - startedAt;
  ours.close();
  if (received !== MEGABYTES * MESSAGE_BYTES) throw new Error(`only ${received} bytes arrived`);
  return received / seconds;
}

/**
 * Each run takes the best of several short rounds, alternating cipher and multiplexer: on a shared machine, a thread
 * runs at one of several speeds for a while, and only the fastest are comparable.
 */
async function throughput(runs: number): Promise<Figure[]> {
  const cipher: number[] = [];
  const whole: number[] = [];
  cipherOnly();
  await multiplexed();
  for (let run = 0; run < runs; run++) {
    let bestCipher = 0;
    let bestWhole = 0;
    for (let round = 0; round < ROUNDS; round++) {
      bestCipher = Math.max(bestCipher, cipherOnly());
      bestWhole = Math.max(bestWhole, await multiplexed());
    }
    cipher.push(bestCipher);
    whole.push(bestWhole);
  }
  const how = `${MEGABYTES} MiB in packets of ${DEFAULT_SETTINGS.packetSize} bytes, sealed and opened in one thread, CPU time, best of ${ROUNDS} rounds`;
  return [
    figureOf('peers_cipher_mb_per_s', cipher.map(toMegabytes), { unit: 'MB/s', how }),
    figureOf('peers_multiplexer_mb_per_s', whole.map(toMegabytes), { unit: 'MB/s', how }),
    figureOf('peers_multiplexer_vs_cipher', ratios(whole, cipher), {
      unit: 'ratio',
      peer: 'the cipher alone',
      how: 'ratio of the two above, per run'
    })
  ];
}

const toMegabytes = (bytes: number): number => bytes / 1e6;

/** The latest rules from the start, at a difficulty that this program can meet. */
const network: Network = {
  ...MAINNET,
  initialTarget: MAX_TARGET,
  hardforkOak: { height: 1, fixHeight: 1, genesisTimestamp: unixSeconds(1_700_000_000) },
  hardforkASIC: { ...MAINNET.hardforkASIC, height: 1, oakTime: 600_000_000_000n, oakTarget: MAX_TARGET },
  hardforkFoundation: { ...MAINNET.hardforkFoundation, height: 1 },
  hardforkV2: { allowHeight: 1, requireHeight: 2, finalCutHeight: 3, ephemeralOutputHeight: 0 }
};

/** Mines headers at exactly the block interval. */
function mineHeaders(count: number): BlockHeader[] {
  const mined: BlockHeader[] = [];
  let state = genesisState(network);
  while (mined.length < count) {
    const child = childHeight(state);
    const timestamp = unixSeconds(network.hardforkOak.genesisTimestamp + 600 * child);
    let header: BlockHeader = { parentId: state.index.id, nonce: 0n, timestamp, commitment: ZERO_HASH };
    while (!meetsTarget(blockId(header), childPowTarget(network, state))) {
      header = { ...header, nonce: header.nonce + network.hardforkASIC.nonceFactor };
    }
    mined.push(header);
    state = applyHeader(network, state, header, timestamp);
  }
  return mined;
}

/** A response of headers, decoded and validated like on arrival. */
function headers(runs: number): Figure {
  const layout = list(blockHeader);
  const bytes = encode(layout, mineHeaders(HEADERS));
  const rates = Array.from({ length: runs }, () => {
    const startedAt = processorSeconds();
    const chain = new HeaderChain(network, genesisState(network), () => network.hardforkOak.genesisTimestamp);
    for (const header of decode(layout, bytes)) chain.append(header);
    return HEADERS / (processorSeconds() - startedAt);
  });
  return figureOf('peers_headers_per_s', rates, {
    unit: 'headers/s',
    how: `${HEADERS} headers decoded and validated in one thread, CPU time`
  });
}

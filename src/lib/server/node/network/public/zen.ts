import { v1Block, type Block } from '$lib/chain/block/block';
import type { BlockId } from '$lib/chain/ids';
import { ZEN } from '$lib/chain/network/publicNetworks';
import { decodeHex } from '$lib/codec/bytes';
import { decode } from '$lib/codec/layout';
import type { PublicPreset } from './publicPreset';

/** Genesis of the test network since 2025-08-15: 10^12 coins to one address, all fund units to the foundation's. */
const zenGenesis = (): Block => decode(v1Block, decodeHex(GENESIS_HEX.replaceAll(/\s/g, '')));

const GENESIS_HEX = `
0000000000000000000000000000000000000000000000000000000000000000000000000000000080789e68000000000000
0000000000000100000000000000000000000000000001000000000000000f00000000000000c097ce7bc90715b34b9f1000
0000003d7f707d05f2e0ec7ccc9220ed7c8af3bc560fbee84d068c2cc28151d617899e000000000000000000000000000000
0000000000000000000000000000000000010000000000000002000000000000002710053b2def3cbdd078c19d62ce2b4f0b
1a3c5e0ffbeeff01280efb1f8969b2f5bb0000000000000000000000000000000000000000000000000000000000000000
`;

/**
 * The test network. Peers are the reference implementation's bootstrap list; the checkpoint is the one at which it
 * starts in its own tests of instant sync. Both as of core 0.21.7; addresses go stale.
 */
export const zenPreset = (): PublicPreset => ({
  network: ZEN,
  genesis: zenGenesis(),
  checkpoints: [{ height: 50, id: '00000009ace8eeef88d4264fe6eb1a286e115aab985560ef0029bd0f903a4495' as BlockId }],
  bootstrapPeers: BOOTSTRAP_PEERS
});

const BOOTSTRAP_PEERS = [
  '40.160.12.62:9881',
  '141.94.161.198:9881',
  '15.204.141.235:9881',
  '51.79.16.87:9881',
  '31.208.123.47:9881',
  '62.30.63.90:9881',
  '162.19.232.38:9881',
  '15.204.160.10:10881',
  '51.81.56.133:9881'
];

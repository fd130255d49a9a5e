import { describe, expect, test } from 'vitest';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { Signature } from '$lib/chain/keys/keys';
import { encodeUtf8 } from '$lib/codec/bytes';
import { bbqrFrames } from '$lib/wallet/formats/bbqr';
import { CONTENT_KINDS, packContent, unpackContent, type ContentKind } from '$lib/wallet/formats/container';
import { packTransfer, readTransferFile, transferOf } from '$lib/wallet/formats/transferContent';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { encodeTransfer, formatTransfer } from '$lib/wallet/transfer/transferText';
import { ALICE, publicKeyOf } from '../../consensus/testChain';

const unsigned: Transfer = {
  generation: 'v2',
  network: 'test',
  basis: { height: 3, id: '03'.repeat(32) as BlockId },
  transaction: EMPTY_V2_TRANSACTION,
  signatures: [],
  preimages: []
};
const signed: Transfer = {
  ...unsigned,
  signatures: [
    { publicKey: publicKeyOf(ALICE), signature: 'ab'.repeat(64) as Signature, parentId: '04'.repeat(32) as Hash256 }
  ]
};

describe.each([
  ['without signatures', unsigned, 'request'],
  ['with signatures', signed, 'signatures']
] as const)('a transfer %s', (_, transfer, kind) => {
  const packed = packTransfer(transfer);

  test('is packed with its kind', () => {
    expect(unpackContent(packed)).toEqual({ kind, body: encodeTransfer(transfer) });
    expect(transferOf(unpackContent(packed))).toEqual(transfer);
    expect(transferOf({ kind: 'json', text: formatTransfer(transfer) })).toEqual(transfer);
  });

  test.each([
    ['a container', packed],
    ['the text of its QR codes', encodeUtf8(` ${bbqrFrames(packed, 40).join(' \r\n')}\n`)],
    ['JSON', encodeUtf8(formatTransfer(transfer))]
  ])('is read from a file that contains %s', async (_, bytes) => {
    expect(await readTransferFile(bytes)).toEqual(transfer);
  });
});

test.each((Object.keys(CONTENT_KINDS) as ContentKind[]).filter((kind) => kind !== 'request' && kind !== 'signatures'))(
  'a container of kind %s contains no transfer',
  async (kind) => {
    await expect(readTransferFile(packContent({ kind, body: encodeTransfer(unsigned) }))).rejects.toMatchObject({
      code: 'wallet/container',
      fault: 'other-content'
    });
  }
);

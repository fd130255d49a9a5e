import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { chainIndex, coinOutput, fundOutput } from '$lib/chain/element/elements';
import { hash256 } from '$lib/chain/ids';
import { publicKey32, signature64 } from '$lib/chain/keys/keys';
import { transaction } from '$lib/chain/transaction/transaction';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { decode, encode, list, pointer, struct, u8, utf8String, type Decoded } from '$lib/codec/layout';
import { isShowableName } from '$lib/codec/visibleText';
import { TransferFormatError } from '../errors';
import { stripProofs, transferId, type Transfer, type TransferSignature } from './transfer';

const FORMAT = 'quarry-transfer/1';
const VERSION = 1;

const signatureWire = struct({ publicKey: publicKey32, signature: signature64, parentId: pointer(hash256) });

const common = {
  network: utf8String,
  basis: chainIndex,
  signatures: list(signatureWire),
  preimages: list(hash256)
};
const head = { version: u8, generation: u8 };
const v2Wire = struct({ ...head, ...common, transaction: v2Transaction });
const v1Wire = struct({ ...head, ...common, transaction, spentCoins: list(coinOutput), spentFunds: list(fundOutput) });

/** The transfer as bytes, for QR codes: version, generation, then its fields in the chain's own encodings. */
export function encodeTransfer(transfer: Transfer): Uint8Array<ArrayBuffer> {
  const { network, basis, preimages } = transfer;
  const fields = {
    version: VERSION,
    network,
    basis,
    signatures: transfer.signatures.map(({ publicKey, signature, parentId }) => ({ publicKey, signature, parentId })),
    preimages: [...preimages]
  };
  if (transfer.generation === 'v2')
    return encode(v2Wire, { ...fields, generation: 2, transaction: stripProofs(transfer.transaction) });
  const { transaction, spentCoins, spentFunds } = transfer;
  return encode(v1Wire, {
    ...fields,
    generation: 1,
    transaction,
    spentCoins: [...spentCoins],
    spentFunds: [...spentFunds]
  });
}

/**
 * @throws {TransferFormatError} two signatures by one key for one input: all of them would be verified until a valid
 * one is found
 */
function signaturesOf(wire: readonly Decoded<typeof signatureWire>[]): TransferSignature[] {
  const slots = new Set(wire.map(({ publicKey, parentId }) => `${publicKey} ${parentId}`));
  if (slots.size < wire.length) throw new TransferFormatError('This transaction has two signatures by the same key.');
  return wire.map(toSignature);
}

const toSignature = ({ publicKey, signature, parentId }: Decoded<typeof signatureWire>): TransferSignature =>
  parentId === undefined ? { publicKey, signature } : { publicKey, signature, parentId };

/** More than policies ask for. Each is hashed with every review, which takes seconds for as many as fit in a file. */
const MAX_PREIMAGES = 10_000;

/** More than any valid transaction has, even with whole policies of which most is hidden once it is signed. */
const MAX_BYTES = 4 * MAX_BLOCK_WEIGHT;

/**
 * The transfer in these bytes.
 * @throws {TransferFormatError} not a transfer, or of an unknown version; or longer than that of any valid transaction
 */
export function decodeTransfer(bytes: Uint8Array): Transfer {
  if (bytes.length > MAX_BYTES) throw new TransferFormatError('This transaction does not fit in a block.');
  const [version, generation] = bytes;
  if (version !== VERSION || (generation !== 1 && generation !== 2)) {
    throw new TransferFormatError('This is not a transaction that this wallet can read.');
  }
  try {
    const transfer = decodeWire(bytes, generation);
    if (transfer.preimages.length > MAX_PREIMAGES) {
      throw new TransferFormatError('This transaction has more preimages than any policy asks for.');
    }
    // The network's encodings contain meaningless bits; a flipped one is still damage.
    if (!equalBytes(encodeTransfer(transfer), bytes) || !isShowableName(transfer.network)) {
      throw new TransferFormatError('This transaction is damaged.');
    }
    return transfer;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new TransferFormatError('This transaction is damaged.', { cause: error });
  }
}

function decodeWire(bytes: Uint8Array, generation: 1 | 2): Transfer {
  if (generation === 2) {
    const { network, basis, preimages, transaction, ...wire } = decode(v2Wire, bytes);
    const signatures = signaturesOf(wire.signatures);
    return { generation: 'v2', network, basis, signatures, preimages, transaction };
  }
  const { network, basis, preimages, transaction, spentCoins, spentFunds, ...wire } = decode(v1Wire, bytes);
  const { coinInputs, fundInputs } = transaction;
  if (spentCoins.length !== coinInputs.length || spentFunds.length !== fundInputs.length) {
    throw new TransferFormatError('This transaction does not list exactly the outputs that it spends.');
  }
  const signatures = signaturesOf(wire.signatures);
  return { generation: 'v1', network, basis, signatures, preimages, transaction, spentCoins, spentFunds };
}

/** The transfer as a text file: JSON that names its format, its id and network, and carries the bytes. */
export const formatTransfer = (transfer: Transfer): string =>
  `${stringifyJson(
    {
      format: FORMAT,
      id: transferId(transfer),
      network: transfer.network,
      signatures: transfer.signatures.length,
      transfer: encodeHex(encodeTransfer(transfer))
    },
    2
  )}\n`;

/**
 * The transfer in a text file.
 * @throws {TransferFormatError} another file, a damaged one, or one whose id does not match its content
 */
export function parseTransfer(text: string): Transfer {
  const { format, id, transfer: hex } = readFields(text);
  if (format !== FORMAT || typeof hex !== 'string') {
    throw new TransferFormatError('This file holds no transaction of this wallet.');
  }
  const transfer = decodeTransfer(bytesOf(hex));
  if (id !== transferId(transfer)) throw new TransferFormatError('This transaction is damaged: its ID does not match.');
  return transfer;
}

function readFields(text: string): { format?: unknown; id?: unknown; transfer?: unknown } {
  try {
    // Whatever else JSON can be has no such fields.
    return (parseJson(text) ?? {}) as ReturnType<typeof readFields>;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new TransferFormatError('This file holds no transaction of this wallet.', { cause: error });
  }
}

function bytesOf(hex: string): Uint8Array {
  try {
    return decodeHex(hex);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new TransferFormatError('This transaction is damaged.', { cause: error });
  }
}

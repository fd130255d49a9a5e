import * as z from 'zod/mini';
import { transaction } from '$lib/api/daemon/shapes/transactions';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { signatureSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId } from '$lib/chain/transaction/transactionIds';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { HOST, RENTER, type KeyPair } from './contracts';
import type { OpenNode } from './node';
import { recordedExchanges, recordedRequest } from './recordedDaemon';

// Recorded transaction sets spend coins of the recorded chain. Each is a valid set with one change, so the same change
// is made to a valid set of this chain, by replacing the recorded values with their counterparts.

const unlockConditionsOf = (key: KeyPair) => standardUnlockConditions(key.publicKey);
const v1AddressOf = (key: KeyPair) => policyAddress({ type: 'uc', unlockConditions: unlockConditionsOf(key) });

/** The strings of a set that depend on its chain, in a fixed order. */
function chainTexts(set: readonly Record<string, unknown>[]): string[] {
  return set.flatMap((txn) => {
    const [input] = txn.svccoininputs as { parentid: string; unlockconditions: { publickeys: { key: string }[] } }[];
    const [signature] = txn.transactionsignatures as { signature: string }[];
    const key = input!.unlockconditions.publickeys[0]!.key;
    return [input!.parentid, key, signature!.signature, encodeHex(Buffer.from(key, 'base64'))];
  });
}

const outputTexts = (set: readonly Record<string, unknown>[]): string[] =>
  (set[0]!.svccoinoutputs as { value: string; unlockhash: string }[]).flatMap(({ value, unlockhash }) => [
    value,
    unlockhash
  ]);

/** A function that replaces a recorded set with one of this chain, including the change in the recording. */
export async function correspondingSets(open: OpenNode): Promise<(recordedBody: string) => string> {
  const network = await open.wallet.network();
  const address = DEV_ADDRESSES.unlockConditions;
  const [coin] = (await open.wallet.coinOutputs({ params: { address } })).outputs;
  const valid = recordedExchanges('validate').find(({ name }) => name === 'validate.valid_set_pw')!;
  const recorded = (await recordedRequest(valid).json()) as Record<string, unknown>[];
  const child = hastings(5_022_500_000_000_000_000_000_000n);

  const spending = (parentId: CoinOutputId, key: KeyPair, content: Partial<Transaction>): Transaction => {
    const unsigned = {
      parentId: parentId as string as Transaction['signatures'][number]['parentId'],
      publicKeyIndex: 0n,
      timelock: 0n,
      coveredFields: WHOLE_TRANSACTION,
      signature: new Uint8Array(0)
    };
    const txn = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId, unlockConditions: unlockConditionsOf(key) }],
      ...content
    };
    const hash = signatureSigHash(network, open.node.tip.height, txn, unsigned);
    return { ...txn, signatures: [{ ...unsigned, signature: decodeHex(sign(key.privateKey, hash)) }] };
  };
  const first = spending(coin!.id, RENTER, {
    coinOutputs: [
      { value: child, address: v1AddressOf(HOST) },
      { value: hastings(coin!.output.value - child), address }
    ]
  });
  const second = spending(coinOutputId(first, 0), HOST, {
    coinOutputs: [{ value: hastings(5n * 10n ** 24n), address: recordedAddress(recorded) }],
    minerFees: [hastings(child - 5n * 10n ** 24n)]
  });
  const own = [first, second].map((txn) => z.encode(transaction, txn) as Record<string, unknown>);
  const from = [...chainTexts(recorded), ...outputTexts(recorded)];
  const to = [...chainTexts(own), ...outputTexts(own)];
  return (body) => from.reduce((text, value, i) => text.replaceAll(value, to[i]!), body);
}

/** The final recipient of the recorded set; any address will do. */
const recordedAddress = (recorded: readonly Record<string, unknown>[]) =>
  (recorded[1]!.svccoinoutputs as { unlockhash: Transaction['coinOutputs'][number]['address'] }[])[0]!.unlockhash;

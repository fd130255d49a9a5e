import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { readConfig } from '$lib/server/config';
import { createContainer, type Container } from '$lib/server/container';
import { withCredentials } from '$lib/server/connections/connection';
import { parseUnlockKey } from '$lib/chain/policy/unlockKeyText';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import {
  RECORDED_PASSWORD,
  startRecordedWalletServer,
  type RecordedWalletServer
} from '../support/recordedWalletListener';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../support/temporary';

const OWNER = 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb' as Address;
const PAYEE = 'e4d4c489d4682c38ce78ce6a6268e8884be2d390e71d94938ef8c36207c1d6051509d3823880' as Address;
const KEY = 'ed25519:c3064a3568fc5a38edcd37231f5e1fc016942e74d6ad63570e566c1e6c02c224' as PublicKey;
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);

let recorded: RecordedWalletServer;
let quarry: Container;
let wallet: WalletServer;

/** As a page reaches it: through our own server, which detects its dialect. */
function walletWith(password: string): WalletServer {
  const passwords = withCredentials({}, quarry.connections.get('start'), { wallet: password });
  const session = quarry.sealer.begin({ selected: 'start', passwords });
  return createWalletServer({
    fetch: fetchFrom((request) =>
      quarry.pass('wallet', { ...request, headers: { ...request.headers, host: 'quarry' } }, session)
    ),
    baseUrl: 'http://quarry'
  });
}

beforeAll(async () => {
  recorded = await startRecordedWalletServer();
  const dataDir = temporaryFolder('recorded');
  quarry = await createContainer(readConfig({ WALLET_URL: recorded.origin, QUARRY_DATA_DIR: dataDir }));
  wallet = walletWith(RECORDED_PASSWORD);
});
afterAll(async () => {
  await quarry.close();
  await recorded.stop();
});

const params = { id: '1' };
const construct = (value: bigint, address: Address = PAYEE) => ({
  params,
  body: { coins: [{ address, value: hastings(value) }], funds: [], changeAddress: OWNER }
});

describe('a recorded session of a real wallet server', () => {
  test('a wallet is created, gets an address with its policy, and lists it', async () => {
    const created = await wallet.createWallet({ body: { name: 'second', description: '', metadata: null } });
    expect(created).toMatchObject({ id: '2', name: 'second', description: '', metadata: null });
    expect(await wallet.walletAddresses({ params })).toEqual([]);
    const unlockConditions = { timelock: 0n, publicKeys: [parseUnlockKey(KEY)], signaturesRequired: 1n };
    const spendPolicy = { type: 'uc', unlockConditions } as const;
    await wallet.putAddress({
      params,
      body: { address: OWNER, description: 'key 0', spendPolicy, metadata: { keyIndex: 0 } }
    });
    const listed = await wallet.walletAddresses({ params });
    expect(listed.find(({ address }) => address === OWNER)).toMatchObject({ description: 'key 0', spendPolicy });
    expect(recorded.played).toEqual(expect.arrayContaining(['011-wallet-create-minimal', '015-address-add-uc']));
  });

  test('its balance and events are read', async () => {
    expect(await wallet.walletBalance({ params })).toMatchObject({ funds: 10_000n });
    expect(await wallet.walletEvents({ params, query: { offset: 0, limit: 4 } })).toHaveLength(4);
  });

  test('it constructs, the page signs, and the broadcast equals the recorded one to the last bit', async () => {
    const body = { coins: [], funds: [{ address: PAYEE, value: fundUnits(10n) }], changeAddress: OWNER };
    const { basis, transaction, inputSigHash: said } = await wallet.constructV2({ params, body });
    // The hash is computed here, whatever the server returns.
    const hash = inputSigHash(transaction);
    expect(encodeHex(hash)).toBe(said);
    const signature = sign(key.privateKey, hash) as Signature;
    const signed: V2Transaction = {
      ...transaction,
      coinInputs: transaction.coinInputs.map(withSignature(signature)),
      fundInputs: transaction.fundInputs.map(withSignature(signature))
    };
    const set = await wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [signed] } });
    expect(recorded.played.at(-1)).toBe('086-broadcast-v2-siafunds');
    expect(set.v2Transactions).toHaveLength(1);
  });
});

const withSignature =
  (signature: Signature) =>
  <I extends { readonly satisfiedPolicy: { readonly signatures: readonly Signature[] } }>(input: I): I => ({
    ...input,
    satisfiedPolicy: { ...input.satisfiedPolicy, signatures: [signature] }
  });

describe('its irregular responses', () => {
  test('an error line followed by JSON is read as the error alone', async () => {
    const refused = wallet.constructV2({ params, body: { coins: [], funds: [], changeAddress: OWNER } });
    await expect(refused).rejects.toMatchObject({
      code: 'wallet-server/no-recipients',
      serverMessage: 'no inputs provided'
    });
    expect(recorded.played.at(-1)).toBe('110-err-no-outputs-continues');
  });

  test.each([
    ['nothing', 0n, PAYEE, 'wallet-server/zero-output', 'coin output 0 has zero value'],
    [
      'more than there is',
      10n ** 36n,
      PAYEE,
      'wallet-server/insufficient-funds',
      'failed to select coin elements: insufficient funds'
    ]
  ])('errors are text, with its own wording: %s', async (_, value, address, code, serverMessage) => {
    await expect(wallet.constructV2(construct(value, address))).rejects.toMatchObject({ code, serverMessage });
  });

  test('an unknown wallet has no events, and no other lists', async () => {
    const nowhere = { params: { id: '99' } };
    expect(await wallet.walletEvents(nowhere)).toEqual([]);
    await expect(wallet.walletAddresses(nowhere)).rejects.toMatchObject({
      code: 'wallet-server/wallet-not-found',
      status: 500
    });
    await expect(wallet.constructV2({ ...construct(1n), ...nowhere })).rejects.toMatchObject({
      code: 'wallet-server/not-found',
      status: 404
    });
  });

  test('a wrong password is distinguished from all of these', async () => {
    await expect(walletWith('wrong').walletBalance({ params })).rejects.toMatchObject({ code: 'api/unauthorized' });
  });

  test('no request is missing from the recordings', () => expect(recorded.unknown).toEqual([]));
});

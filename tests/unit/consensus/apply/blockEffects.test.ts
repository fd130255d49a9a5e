import { describe, expect, test } from 'vitest';
import type { Attestation } from '$lib/chain/element/attestation';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import { fundUnits } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, TransactionId } from '$lib/chain/ids';
import type { V2Resolution } from '$lib/chain/transaction/v2Transaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { EMPTY_TRANSACTION_SUPPLEMENT, type TransactionSupplement } from '$lib/consensus/apply/supplement';
import { genesisState } from '$lib/consensus/state';
import { ALICE, BOB, coins, testNetwork, v2AddressOf } from '../testChain';

const network = testNetwork();
const state = genesisState(network);
const idOf = <Id>(byte: string) => byte.repeat(32) as Id;
const BY = idOf<TransactionId>('ff');
const UNASSIGNED = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
const [address, other] = [v2AddressOf(ALICE), v2AddressOf(BOB)];

const coinId = idOf<CoinOutputId>('01');
const fundId = idOf<FundOutputId>('02');
const contractId = idOf<FileContractId>('03');
const v2ContractId = idOf<FileContractId>('04');
const contract = { payout: coins(100n), windowStart: 9n } as FileContract;
const revised = { ...contract, windowStart: 10n } as FileContract;
const v2Contract = {
  renterOutput: { value: coins(60n), address },
  hostOutput: { value: coins(40n), address }
} as V2FileContract;
const v2Revised = { ...v2Contract, renterOutput: { value: coins(50n), address } } as V2FileContract;

/** The contents of the effects, as lists. */
const contentOf = (effects: BlockEffects) => ({
  coins: [...effects.coins.values()],
  funds: [...effects.funds.values()],
  contracts: [...effects.fileContracts.values()],
  v2Contracts: [...effects.v2FileContracts.values()],
  attestations: [...effects.attestations],
  taxRevenue: effects.taxRevenue,
  subsidyAddress: effects.foundationSubsidyAddress,
  managementAddress: effects.foundationManagementAddress,
  spent: [coinId, fundId, contractId, v2ContractId].map((id) => effects.spentIn(id))
});

/** Changes of every kind. */
const changes: [string, (effects: BlockEffects) => void][] = [
  ['a coin output', (effects) => effects.createCoin(coinId, { value: coins(1n), address })],
  ['a fund output', (effects) => effects.createFund(fundId, { value: fundUnits(1n), address })],
  ['a V1 contract', (effects) => effects.createFileContract(contractId, contract)],
  ['a V2 contract', (effects) => effects.createV2FileContract(v2ContractId, v2Contract)],
  [
    'an attestation',
    (effects) => effects.attestations.push({ stateElement: UNASSIGNED, id: idOf('05'), attestation: {} as Attestation })
  ],
  ['the foundation’s subsidy address', (effects) => (effects.foundationSubsidyAddress = other)],
  ['the foundation’s management address', (effects) => (effects.foundationManagementAddress = other)]
];

describe('nested effects', () => {
  test.each(changes)('%s: visible in the upper layer, and in the lower one after a commit', (_, change) => {
    const alone = new BlockEffects(network, state);
    const before = contentOf(alone);
    change(alone);
    const expected = contentOf(alone);

    const base = new BlockEffects(network, state);
    const above = base.fork();
    change(above);
    expect(contentOf(above)).toEqual(expected);
    expect(contentOf(base)).toEqual(before);
    above.commit();
    expect(contentOf(base)).toEqual(expected);
    expect(expected).not.toEqual(before);
  });

  test('what the lower layer created can be spent in the upper one', () => {
    const base = new BlockEffects(network, state);
    for (const [, change] of changes) change(base);
    const above = base.fork();
    const none = EMPTY_TRANSACTION_SUPPLEMENT;
    const [coin, fund] = [above.coinElement(none, coinId)!, above.fundElement(none, fundId)!];
    const v1 = above.fileContractElement(none, contractId)!;
    above.spendCoin(coin, BY);
    above.spendFund(fund, BY);
    above.resolveFileContract(v1, true, BY);
    above.resolveV2FileContract(above.v2FileContracts.get(v2ContractId)!.v2FileContractElement, {} as V2Resolution, BY);
    expect(contentOf(base).spent).toEqual([undefined, undefined, undefined, undefined]);
    above.commit();
    expect(contentOf(base)).toMatchObject({
      coins: [{ coinElement: { id: coinId }, created: true, spent: true }],
      funds: [{ fundElement: { id: fundId }, created: true, spent: true }],
      contracts: [{ fileContractElement: { id: contractId }, created: true, resolved: true, valid: true }],
      v2Contracts: [{ v2FileContractElement: { id: v2ContractId }, created: true, resolution: {} }],
      spent: [BY, BY, BY, BY],
      taxRevenue: base.taxRevenue
    });
  });

  test('finds entries of both layers, the upper ones first', () => {
    const base = new BlockEffects(network, state);
    base.createCoin(coinId, { value: coins(1n), address });
    const above = base.fork();
    const fresh = idOf<CoinOutputId>('0a');
    above.createCoin(fresh, { value: coins(2n), address });
    const has = (effects: BlockEffects) => [coinId, fresh, idOf<CoinOutputId>('0b')].map((id) => effects.coins.has(id));
    expect([has(base), has(above)]).toEqual([
      [true, false, false],
      [true, true, false]
    ]);
    above.createCoin(coinId, { value: coins(3n), address });
    expect(above.coins.get(coinId)?.coinElement.output.value).toBe(coins(3n));
    expect(base.coins.get(coinId)?.coinElement.output.value).toBe(coins(1n));
  });

  test('a commit without a lower layer changes nothing', () => {
    const effects = new BlockEffects(network, state);
    for (const [, change] of changes) change(effects);
    const before = contentOf(effects);
    effects.commit();
    expect(contentOf(effects)).toEqual(before);
  });
});

describe('a revision', () => {
  test('of a contract from this block replaces it; one from an earlier block is listed beside it', () => {
    const effects = new BlockEffects(network, state);
    effects.createFileContract(contractId, contract);
    effects.reviseFileContract({ stateElement: UNASSIGNED, id: contractId, fileContract: contract }, revised);
    const earlier = idOf<FileContractId>('0c');
    effects.reviseFileContract({ stateElement: UNASSIGNED, id: earlier, fileContract: contract }, revised);
    expect([...effects.fileContracts.values()]).toEqual([
      {
        fileContractElement: { stateElement: UNASSIGNED, id: contractId, fileContract: revised },
        created: true,
        resolved: false,
        valid: false
      },
      {
        fileContractElement: { stateElement: UNASSIGNED, id: earlier, fileContract: contract },
        revision: revised,
        created: false,
        resolved: false,
        valid: false
      }
    ]);
    for (const id of [contractId, earlier])
      expect(effects.fileContractElement(EMPTY_TRANSACTION_SUPPLEMENT, id)?.fileContract).toEqual(revised);
  });

  test('of a V2 contract preserves whether the block created it', () => {
    const effects = new BlockEffects(network, state);
    effects.createV2FileContract(v2ContractId, v2Contract);
    const earlier = idOf<FileContractId>('0d');
    for (const id of [v2ContractId, earlier])
      effects.reviseV2FileContract({ stateElement: UNASSIGNED, id, fileContract: v2Contract }, v2Revised);
    expect([...effects.v2FileContracts.values()]).toMatchObject([
      { created: true, revision: v2Revised },
      { created: false, revision: v2Revised }
    ]);
  });
});

describe('an element of an earlier block', () => {
  const [second, unknown] = ['0a', '0b'];
  const stateElement = { leafIndex: 3n, merkleProof: [] };
  const coinOf = (byte: string) => ({
    stateElement,
    id: idOf<CoinOutputId>(byte),
    output: { value: coins(1n), address },
    maturityHeight: 0n
  });
  const fundOf = (byte: string) => ({
    stateElement,
    id: idOf<FundOutputId>(byte),
    output: { value: fundUnits(1n), address },
    claimStart: coins(0n)
  });
  const contractOf = (byte: string) => ({ stateElement, id: idOf<FileContractId>(byte), fileContract: contract });
  const provenBy = (byte: string) => ({ fileContract: contractOf(byte), windowId: idOf<BlockId>(byte) });
  const supplement = {
    coinInputs: [coinOf('01'), coinOf(second)],
    fundInputs: [fundOf('02'), fundOf(second)],
    revisedFileContracts: [contractOf('03'), contractOf(second)],
    storageProofs: [provenBy('05'), provenBy('06')]
  };
  const effects = new BlockEffects(network, state);

  test('is found in the supplement by id', () => {
    expect(effects.coinElement(supplement, idOf(second))).toBe(supplement.coinInputs[1]);
    expect(effects.fundElement(supplement, idOf(second))).toBe(supplement.fundInputs[1]);
    expect(effects.fileContractElement(supplement, idOf(second))).toBe(supplement.revisedFileContracts[1]);
    expect(effects.fileContractElement(supplement, idOf('06'))).toBe(supplement.storageProofs[1]!.fileContract);
    expect(effects.storageProofWindowId(supplement, idOf('06'))).toBe(idOf('06'));
  });

  test('is unknown if the supplement lacks it', () => {
    expect([
      effects.coinElement(supplement, idOf(unknown)),
      effects.fundElement(supplement, idOf(unknown)),
      effects.fileContractElement(supplement, idOf(unknown)),
      effects.storageProofWindowId(supplement, idOf(unknown))
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('has its latest state, once the block has touched it', () => {
    const touching = new BlockEffects(network, state);
    const moved = { ...coinOf(second), maturityHeight: 5n };
    touching.spendCoin(moved, BY);
    expect(touching.coinElement(supplement, idOf(second))).toBe(moved);
  });
});

test('spent elements of earlier blocks are not marked as created by this one', () => {
  const effects = new BlockEffects(network, state);
  const stateElement = { leafIndex: 3n, merkleProof: [] };
  effects.spendCoin({ stateElement, id: coinId, output: { value: coins(1n), address }, maturityHeight: 0n }, BY);
  effects.spendFund({ stateElement, id: fundId, output: { value: fundUnits(1n), address }, claimStart: coins(0n) }, BY);
  effects.resolveFileContract({ stateElement, id: contractId, fileContract: contract }, false, BY);
  effects.resolveV2FileContract({ stateElement, id: v2ContractId, fileContract: v2Contract }, {} as V2Resolution, BY);
  expect(contentOf(effects)).toMatchObject({
    coins: [{ created: false, spent: true }],
    funds: [{ created: false, spent: true }],
    contracts: [{ created: false, resolved: true, valid: false }],
    v2Contracts: [{ created: false, resolution: {} }],
    spent: [BY, BY, BY, BY]
  });
});

test('looking up the many elements of a transaction takes linear time', () => {
  let reads = 0;
  const named = (i: number) => ({
    get id() {
      reads++;
      return String(i);
    }
  });
  const elements = Array.from({ length: 1_000 }, (_, i) => named(i));
  const supplement = {
    coinInputs: elements,
    fundInputs: elements,
    revisedFileContracts: elements,
    storageProofs: elements.map((fileContract) => ({ fileContract, windowId: fileContract.id }))
  } as unknown as TransactionSupplement;
  const effects = new BlockEffects(network, state);
  for (let i = 0; i < elements.length; i++) {
    const id = String(i);
    expect(effects.coinElement(supplement, id as CoinOutputId)).toBe(elements[i]);
    expect(effects.fundElement(supplement, id as FundOutputId)).toBe(elements[i]);
    expect(effects.fileContractElement(supplement, id as FileContractId)).toBe(elements[i]);
    expect(effects.storageProofWindowId(supplement, id as FileContractId)).toBe(id);
  }
  expect(reads).toBeLessThan(10 * elements.length);
});

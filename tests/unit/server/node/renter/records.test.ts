import { beforeAll, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { MarketWorld } from '$lib/server/node/market/market';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { contractWriter } from '$lib/server/node/renter/records';
import { PROOF_WINDOW } from '$lib/server/node/renter/spending';
import type { Contract, Spending } from '$lib/server/node/renter/state';
import { openMarket } from '../../../../support/market';

let world: MarketWorld;
let contract: Contract;
beforeAll(async () => {
  const open = openMarket();
  const { chain, market, renter } = open;
  ({ world } = open);
  chain.grow(3);
  await market.advance();
  market.act(renter, { type: 'configure', settings: { allowance: { ...DEFAULT_ALLOWANCE, hosts: 1n } } });
  chain.grow(3);
  const { contracts } = (await market.read(renter)).state;
  contract = contracts[0]!;
});

const SPENDING: Spending = {
  fees: hastings(1n),
  download: hastings(20n),
  upload: hastings(300n),
  storage: hastings(4_000n),
  fundAccount: hastings(50_000n),
  fundAccountCall: hastings(600_000n),
  accountBalance: hastings(7_000_000n),
  updatePriceTable: hastings(80_000_000n)
};

/** A contract with known amounts; its collateral is worth less than what was stored, or more. */
const withAmounts = (collateral: bigint): Contract => ({
  ...contract,
  collateral: hastings(collateral),
  renterFunds: hastings(9n),
  spending: SPENDING
});
const EARNED = 87_654_320n;

const revisionOf = (changes: Partial<Contract>) =>
  contractWriter(world, 6).contract({ ...contract, ...changes }).lastTransaction!.fileContractRevisions[0]!;

test('the Merkle root is that of the data: none, or different ones after each revision', () => {
  expect(revisionOf({ size: 0n }).fileMerkleRoot).toBe('00'.repeat(32));
  const roots = [1n, 2n].map((revisionNumber) => revisionOf({ size: 1n, revisionNumber }).fileMerkleRoot);
  for (const root of roots) expect(root).toMatch(/^(?!0{64})[0-9a-f]{64}$/);
  expect(roots[0]).not.toBe(roots[1]);
});

test.each([
  ['as much of its collateral as what was stored', 5_000n, 4_000n],
  ['all of its collateral, if that is less', 3_000n, 3_000n]
])('without a proof the host loses what it earned for storage, and %s', (_, collateral, lost) => {
  const { validProofOutputs: valid, missedProofOutputs: missed } = revisionOf(withAmounts(collateral));
  expect(valid.map(({ value }) => value)).toEqual([9n, collateral + EARNED]);
  expect(missed.map(({ value }) => value)).toEqual([9n, collateral + EARNED - 4_000n - lost, 4_000n + lost]);
  expect(missed.map(({ address }) => address)).toEqual([valid[0]!.address, valid[1]!.address, VOID_ADDRESS]);
});

test('the proof is due in a window after the end', () => {
  const { windowStart, windowEnd } = revisionOf({ endHeight: 500 });
  expect([windowStart, windowEnd]).toEqual([500n, 500n + BigInt(PROOF_WINDOW)]);
});

test('a recoverable contract pays out the funds of both', () => {
  const recoverable = contractWriter(world, 6).recoverable({ ...withAmounts(5_000n), endHeight: 500, size: 7n });
  expect(recoverable).toMatchObject({
    id: contract.id,
    filesize: 7n,
    txnFee: 1n,
    windowStart: 500,
    windowEnd: 500 + PROOF_WINDOW,
    payout: 9n + 5_000n + EARNED
  });
  const sum = recoverable.missedProofOutputs.reduce((total, { value }) => total + value, 0n);
  expect(sum).toBe(recoverable.payout);
});

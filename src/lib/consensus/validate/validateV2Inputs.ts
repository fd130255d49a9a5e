import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import { PolicyError } from '$lib/chain/errors';
import type { Address } from '$lib/chain/address';
import type { SatisfiedPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { V2FundInput, V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import { formatAmount, totalValue } from '../amounts';
import type { BlockEffects } from '../apply/blockEffects';
import { v2FileContractTax } from '../contractTax';
import { reject } from '../errors';
import type { ValidationContext } from './validationContext';

interface Input<Element> {
  readonly parent: Element;
  readonly satisfiedPolicy: SatisfiedPolicy;
}

/** No earlier transaction in the block may have spent the parent. */
function validateUnspent(effects: BlockEffects, { id }: CoinElement | FundElement, name: string, i: number): void {
  const spentIn = effects.spentIn(id);
  if (spentIn !== undefined) {
    reject('v2/double-spend', `${name} ${i} double-spends parent output (previously spent in ${spentIn})`);
  }
}

/** The only rule that other transactions in a block can break for a context-free transaction. */
export function validateAllUnspent({ effects }: ValidationContext, { coinInputs, fundInputs }: V2Transaction): void {
  coinInputs.forEach(({ parent }, i) => validateUnspent(effects, parent, 'coin input', i));
  fundInputs.forEach(({ parent }, i) => validateUnspent(effects, parent, 'fund input', i));
}

/** Rejects duplicate parents within the transaction. */
function validateNamedOnce(
  { id }: CoinElement | FundElement,
  earlier: Map<string, number>,
  name: string,
  i: number
): void {
  const spentBy = earlier.get(id);
  if (spentBy !== undefined) {
    reject('v2/repeated-parent', `${name} ${i} double-spends parent output (previously spent by input ${spentBy})`);
  }
  earlier.set(id, i);
}

/** The parent must be an unspent leaf of the accumulator. */
function validateContained<E extends CoinElement | FundElement>(
  effects: BlockEffects,
  parent: E,
  leafHash: (parent: E, spent: boolean) => Uint8Array,
  name: string
): void {
  if (effects.elements.containsUnspent(parent, leafHash)) return;
  if (effects.elements.contains(parent.stateElement, leafHash(parent, true))) {
    reject('v2/double-spend', `${name} double-spends output ${parent.id}`);
  }
  reject('v2/unknown-parent', `${name} spends output (${parent.id}) not present in the accumulator`);
}

/** An ephemeral parent must have been created earlier in the block, identical to the one in the input. */
function validateEphemeralCoin(effects: BlockEffects, { id, output, maturityHeight }: CoinElement, i: number): void {
  const created = effects.coins.get(id);
  if (created === undefined || !created.created) {
    return reject('v2/unknown-ephemeral', `coin input ${i} spends nonexistent ephemeral output ${id}`);
  }
  // Before this fork only the id was checked, so a parent could claim any value.
  if (effects.height < effects.network.hardforkV2.ephemeralOutputHeight) return;
  const actual = created.coinElement;
  if (output.value !== actual.output.value) {
    const claimed = formatAmount(output.value);
    reject('v2/wrong-ephemeral', `coin input ${i} claims incorrect value (${claimed}) for ephemeral output ${id}`);
  }
  if (output.address !== actual.output.address) {
    reject('v2/wrong-ephemeral', `coin input ${i} claims incorrect address for ephemeral output ${id}`);
  }
  if (maturityHeight !== actual.maturityHeight) {
    reject(
      'v2/wrong-ephemeral',
      `coin input ${i} claims incorrect maturity height (${maturityHeight}) for ephemeral output ${id}`
    );
  }
}

function validateEphemeralFund(effects: BlockEffects, { parent: { id } }: V2FundInput, i: number): void {
  if (!effects.funds.get(id)?.created) {
    reject('v2/unknown-ephemeral', `fund input ${i} spends nonexistent ephemeral output ${id}`);
  }
  if (effects.height >= effects.network.hardforkV2.ephemeralOutputHeight) {
    reject('v2/ephemeral-fund', `fund input ${i} spends ephemeral output ${id}`);
  }
}

/** The policy must match the parent's address and be satisfied at the tip. */
function validatePolicy(
  { effects, verifySignature }: ValidationContext,
  { parent, satisfiedPolicy }: Input<{ readonly id: string; readonly output: { readonly address: Address } }>,
  sigHash: Uint8Array,
  name: string
): void {
  if (policyAddress(satisfiedPolicy.policy) !== parent.output.address) {
    reject('v2/wrong-policy', `${name} claims incorrect policy for parent address`);
  }
  const { height } = effects.state.index;
  try {
    verifyPolicy(satisfiedPolicy, {
      height,
      medianTimestamp: effects.medianTimestamp,
      sigHash,
      verifySignature
    });
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const { signatures, preimages } = satisfiedPolicy;
    const given = `height: ${height}, signatures: ${signatures.length}, preimages: ${preimages.length}`;
    reject(
      'v2/policy-unsatisfied',
      `${name} (id: ${parent.id}) failed to satisfy spend policy (${given}): ${error.message}`,
      { cause: error }
    );
  }
}

/**
 * Validates the coin inputs of a V2 transaction and their balance with the outputs.
 * @param sigHash signature hash of the transaction's inputs
 */
export function validateV2Coins(context: ValidationContext, txn: V2Transaction, sigHash: Uint8Array): void {
  const { effects } = context;
  const spent = new Map<string, number>();
  txn.coinInputs.forEach((input, i) => {
    const { parent } = input;
    validateUnspent(effects, parent, 'coin input', i);
    validateNamedOnce(parent, spent, 'coin input', i);
    if (parent.maturityHeight > BigInt(effects.height)) {
      reject('v2/immature', `coin input ${i} has immature parent`);
    }
    if (parent.stateElement.leafIndex === UNASSIGNED_LEAF_INDEX) validateEphemeralCoin(effects, parent, i);
    else validateContained(effects, parent, coinLeafHash, `coin input ${i}`);
    validatePolicy(context, input, sigHash, `coin input ${i}`);
  });
  let inputs = totalValue(txn.coinInputs.map(({ parent }) => parent.output));
  txn.coinOutputs.forEach(({ value }, i) => {
    if (value === 0n) reject('v2/zero-value', `coin output ${i} has zero value`);
  });
  let outputs = totalValue(txn.coinOutputs) + txn.minerFee;
  const formed = [...txn.fileContracts];
  for (const { resolution } of txn.fileContractResolutions) {
    if (resolution.type !== 'renewal') continue;
    // The rollover of the old contract funds the new one like an input.
    inputs += resolution.renewal.renterRollover + resolution.renewal.hostRollover;
    formed.push(resolution.renewal.newContract);
  }
  for (const contract of formed) {
    outputs += contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract);
  }
  if (inputs !== outputs) {
    reject(
      'v2/unbalanced-coins',
      `coin inputs (${formatAmount(inputs)}) do not equal outputs (${formatAmount(outputs)})`
    );
  }
}

/**
 * Validates the fund inputs of a V2 transaction and their balance with the outputs.
 * @param sigHash signature hash of the transaction's inputs
 */
export function validateV2Funds(context: ValidationContext, txn: V2Transaction, sigHash: Uint8Array): void {
  const { effects } = context;
  const spent = new Map<string, number>();
  txn.fundInputs.forEach((input, i) => {
    const { parent } = input;
    validateUnspent(effects, parent, 'fund input', i);
    validateNamedOnce(parent, spent, 'fund input', i);
    if (parent.stateElement.leafIndex === UNASSIGNED_LEAF_INDEX) validateEphemeralFund(effects, input, i);
    else validateContained(effects, parent, fundLeafHash, `fund input ${i}`);
    validatePolicy(context, input, sigHash, `fund input ${i}`);
  });
  const inputs = totalValue(txn.fundInputs.map(({ parent }) => parent.output));
  txn.fundOutputs.forEach(({ value }, i) => {
    if (value === 0n) reject('v2/zero-value', `fund output ${i} has zero value`);
  });
  const outputs = totalValue(txn.fundOutputs);
  if (inputs !== outputs) {
    reject('v2/unbalanced-funds', `fund inputs (${inputs} SF) do not equal outputs (${outputs} SF)`);
  }
}

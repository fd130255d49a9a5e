import type { Network } from '$lib/chain/network/network';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { UnsoundTransferError, WrongNetworkError, type TransferFault } from '../errors';
import { readUnsigned, unsignedBytes } from './signatureHashes';
import { transferInputs, type Transfer } from './transfer';

/**
 * Checks a transfer before anything is signed: it is a payment on this network, every policy is the one its output was
 * paid to, nothing is spent twice, no output is empty, and exactly as much goes in as out.
 * @throws {WrongNetworkError | UnsoundTransferError}
 */
export function requireValidTransfer(transfer: Transfer, network: Network): void {
  if (transfer.network !== network.name) throw new WrongNetworkError(transfer.network, network.name);
  const fault = faultOf(transfer);
  if (fault !== undefined) throw new UnsoundTransferError(fault);
}

/** What is wrong with the transfer, the network aside. */
export function faultOf(transfer: Transfer): TransferFault | undefined {
  const content = readUnsigned(transfer.generation, unsignedBytes(transfer));
  if (transfer.generation === 'v1' && hasWrongCount(transfer)) return 'unbalanced';
  const inputs = transferInputs(transfer);
  if (inputs.length === 0 || new Set(inputs.map(({ id }) => id)).size !== inputs.length) return 'repeated-input';
  if (inputs.some(({ policy, output }) => policyAddress(policy) !== output.address)) return 'wrong-policy';
  if ([...content.coinOutputs, ...content.fundOutputs].some(({ value }) => value === 0n)) return 'empty-output';
  const totalIn = (kind: 'coin' | 'fund'): bigint =>
    inputs.reduce((sum, { kind: own, output }) => (own === kind ? sum + output.value : sum), 0n);
  const totalOut = (outputs: readonly { readonly value: bigint }[]): bigint =>
    outputs.reduce((sum, { value }) => sum + value, 0n);
  const isBalanced =
    totalIn('coin') === totalOut(content.coinOutputs) + content.fee &&
    totalIn('fund') === totalOut(content.fundOutputs);
  return isBalanced ? undefined : 'unbalanced';
}

const hasWrongCount = (transfer: Extract<Transfer, { generation: 'v1' }>): boolean =>
  transfer.spentCoins.length !== transfer.transaction.coinInputs.length ||
  transfer.spentFunds.length !== transfer.transaction.fundInputs.length;

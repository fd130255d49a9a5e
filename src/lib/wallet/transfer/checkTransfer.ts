import type { Network } from '$lib/chain/network/network';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { InvalidTransferError, WrongNetworkError, type TransferFault } from '../errors';
import { decodeUnsigned, unsignedBytes } from './signatureHashes';
import { transferInputs, type Transfer } from './transfer';

/**
 * Validates a transfer before signing: it is a payment on this network, every policy matches its output's address,
 * inputs are unique, outputs non-zero, and inputs and outputs balance.
 * @throws {WrongNetworkError | InvalidTransferError}
 */
export function requireValidTransfer(transfer: Transfer, network: Network): void {
  if (transfer.network !== network.name) throw new WrongNetworkError(transfer.network, network.name);
  const fault = findTransferFault(transfer);
  if (fault !== undefined) throw new InvalidTransferError(fault);
}

/** The first fault of a transfer, except for its network. */
export function findTransferFault(transfer: Transfer): TransferFault | undefined {
  const content = decodeUnsigned(transfer.generation, unsignedBytes(transfer));
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

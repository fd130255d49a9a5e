import type { AppError } from '$lib/errors';
import {
  MAX_SET_CHARACTERS,
  TransactionSetTextError,
  type TransactionSetFault
} from '$lib/explorer/parseTransactionSet';
import { m } from '$lib/messages/chain/validate';
import { errorWords } from '$lib/messages/errorHelp';

/** Why and where the text is invalid. */
export function inputErrorText(error: AppError): string {
  if (!(error instanceof TransactionSetTextError)) return errorWords(error);
  const text = faultText(error.fault);
  return error.place ? m.unreadable.at(error.place.line, error.place.column, text) : text;
}

function faultText(fault: TransactionSetFault): string {
  const { faults } = m.unreadable;
  switch (fault.code) {
    case 'transaction-set/too-large':
      return faults.tooLarge(MAX_SET_CHARACTERS);
    case 'transaction-set/empty':
      return faults.empty;
    case 'transaction-set/incomplete':
      return faults.incomplete;
    case 'transaction-set/unexpected-character':
      return faults.unexpectedCharacter(fault.character);
    case 'transaction-set/unreadable-json':
      return faults.unreadableJson;
    case 'transaction-set/not-a-list':
      return faults.notAList;
    case 'transaction-set/not-an-object':
      return faults.notAnObject(fault.transaction);
    case 'transaction-set/wrong-shape':
      return faults.wrongShape(fault.transaction, fault.path.join(' → '));
  }
}

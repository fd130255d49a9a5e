import { formatCount, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Validate transactions',
  lead: 'Checks whether the node would accept a set of V1 transactions. Nothing is broadcast.',
  form: {
    title: 'Transactions',
    label: 'Transactions as JSON',
    hint: 'A JSON array, parents before children. Empty lists may be omitted. Amounts are in hastings, as numbers or strings.',
    submit: 'Validate',
    fromFile: 'From a file',
    clear: 'Clear',
    length: (characters: number, limit: number) => `${formatCount(characters)} of ${formatCount(limit)} characters.`,
    loadedFrom: (name: string) => `Loaded from ${name}.`
  },
  examples: {
    label: 'Examples',
    intro: 'Examples:',
    names: {
      nothing: 'empty set',
      empty: 'empty transaction',
      data: 'arbitrary data',
      unbalanced: 'outputs without inputs',
      broken: 'invalid JSON'
    }
  },
  validating: 'Validating…',
  accepted: {
    title: 'Accepted',
    set: (count: number) =>
      count === 0
        ? 'The node would accept this empty set.'
        : plural(count, {
            one: 'The node would accept this transaction.',
            other: 'The node would accept these # transactions.'
          }),
    validated: 'Validated'
  },
  rejected: {
    title: 'Rejected',
    noMessage: 'No message from the node'
  },
  unreadable: {
    title: 'Invalid input',
    notSent: 'Nothing was sent to the node.',
    goTo: 'Go to the error',
    at: (line: number, column: number, fault: string) =>
      `Line ${formatCount(line)}, column ${formatCount(column)}: ${fault}`,
    faults: {
      tooLarge: (limit: number) => `More than ${formatLarge(limit)} characters do not fit into a block.`,
      empty: 'Enter transactions first.',
      incomplete: 'Unexpected end of JSON. A bracket or quote is not closed.',
      unexpectedCharacter: (character: string) => `Unexpected character “${JSON.stringify(character).slice(1, -1)}”.`,
      unreadableJson: 'Unsupported JSON.',
      notAList: 'Expected an array. Put the transactions in [ ].',
      notAnObject: (transaction: number) => `Transaction ${formatCount(transaction)} is not a JSON object.`,
      wrongShape: (transaction: number, path: string) =>
        path === ''
          ? `Transaction ${formatCount(transaction)} does not have the format of a transaction.`
          : `Transaction ${formatCount(transaction)}: the field ${path} has an invalid value.`
    }
  },
  failed: 'The set could not be validated',
  read: {
    unknownKeys: (keys: readonly string[]) =>
      `Ignored unknown fields: ${keys.map((key) => `“${key}”`).join(', ')}. A misspelled list counts as empty.`,
    daemon: (count: number) =>
      plural(count, {
        one: '# transaction as parsed (daemon format)',
        other: '# transactions as parsed (daemon format)'
      }),
    walletServer: (count: number) =>
      plural(count, {
        one: '# transaction as parsed (wallet server format)',
        other: '# transactions as parsed (wallet server format)'
      }),
    transaction: (position: number) => `Transaction ${formatCount(position)}`
  }
};

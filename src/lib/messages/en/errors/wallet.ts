import { excerpt } from '$lib/codec/visibleText';
import { formatAmount } from '../../quantities/amounts';
import { formatDisjunction } from '../../disjunction';
import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text, type ErrorTexts } from '../../errorText';
import { linesByFault } from '../../wallet/linesByFault';
import { FOREIGN_COUNTS } from '$lib/wallet/keys/foreignCounts';
import type { ImportFault, PolicyFault, TransferFault } from '$lib/wallet/errors';
import type { ContainerFault, PaymentLinkFault } from '$lib/wallet/formats/errors';
import type { MessageFault } from '$lib/wallet/message/errors';

const coins = (hastings: bigint): string => formatAmount(hastings, 6);
const amount = (unit: 'coins' | 'funds', value: bigint): string =>
  unit === 'coins' ? coins(value) : plural(value, { one: '# fund unit', other: '# fund units' });

const TRANSFER_FAULTS: Record<TransferFault, string> = {
  'not-a-payment': 'it does more than pay coins or fund units',
  'repeated-input': 'it spends nothing, or spends an output twice',
  'wrong-policy': 'an input has a policy that does not match the address of its output',
  'empty-output': 'it pays nothing to an address',
  unbalanced: 'its outputs and fee do not equal its inputs',
  'other-amount':
    'it states a wrong amount or address for an output of one of your wallets, so you would pay more than it says, or with other coins'
};

const POLICY_FAULTS: Record<PolicyFault, string> = {
  open: 'It needs neither a key nor a secret, so anyone could spend its coins. Add a key.',
  unreachable: 'It requires more conditions than it has, so no one could ever spend its coins. Lower the threshold.',
  'too-many': 'A threshold holds at most 255 conditions. Use fewer.',
  'too-complex':
    'It has more conditions than the network verifies, so no one might ever be able to spend its coins. Use fewer.',
  'nested-unlock-conditions': 'Unlock conditions cannot be part of another policy. Use them alone.',
  'fewer-keys':
    'A key is named twice or is of an unknown kind, so fewer signatures than it says are enough. Use each key once.',
  hidden: 'A part of it is hidden. Whoever knows that part may be able to spend alone. Ask for the whole policy.',
  'not-a-key':
    'One of its keys is not a valid public key: either anyone or no one could sign for it. Ask its owner for the right one.',
  'empty-part': 'A part of it requires nothing, so fewer signatures than it seems are enough. Remove that part.',
  'wrapping-time': 'Its time lock is so late that the network treats it as open. Choose an earlier time.',
  'distant-time': 'Its time lock opens in thousands of years. If it is in milliseconds, enter it in seconds.',
  'mixed-up-lock': 'A lock has a time in place of a height, or a height in place of a time. Correct it.'
};

const IMPORT_FAULTS: Record<ImportFault, string> = {
  'no-address': 'The address is missing.',
  'wrong-address': 'The address is incomplete or has a typo. Compare it with the original.',
  'other-policy': 'The spend policy does not belong to the address.',
  'fund-units': 'Fund units are whole numbers.',
  'unknown-unit': 'The unit of the amount is unknown. Use SC, SF or another unit of coins.',
  'too-many': 'These are more recipients than fit into a transaction.',
  'too-many-addresses': 'A list of addresses has at most 20,000 lines. Split it.',
  'too-many-contacts': 'The address book holds at most 10,000 recipients.',
  'long-contact': 'A name has at most 80 characters, a note 255. Shorten it.',
  'ambiguous-amount': 'The amount can be read in two ways. Write it without thousands separators.',
  'no-amount': 'The amount is missing or invalid.',
  'no-amount-column':
    'It has column names, but not exactly one “amount”. Give that name to the column with the amounts to pay.',
  'repeated-column': 'Two columns are named “address”, or two are named “unit”. Give only one of them that name.',
  unreadable: 'Check for typos.'
};

const MESSAGE_FAULTS: Record<MessageFault, string> = {
  empty: 'It has no text.',
  'too-long': 'A message has at most 8,192 bytes. Shorten it.',
  'control-character': 'It contains invisible control characters. Type the text again instead of pasting it.',
  'direction-control':
    'It contains invisible characters that change the direction of text and can make it read differently. Remove them.',
  'stacked-marks': 'It has so many accents on a letter that they would cover the lines beside it. Remove them.',
  time: 'Its time is outside the years 1970 to 9999.',
  'foreign-policy': 'The address belongs to another key or policy, or its policy needs more than signatures.'
};

const LINK_FAULTS: Record<PaymentLinkFault, (part: string) => string> = {
  'no-link': (part) => `“${part}:” is not a payment link of this network.`,
  'too-long': () => 'It is longer than a payment link can be. Ask for a shorter one.',
  address: () => 'Its address is incomplete or has a typo. Ask for the link again.',
  encoding: () => 'A part of it is damaged. Copy the whole link again.',
  amount: (part) =>
    part === '' ? 'It asks for fund units without saying how many.' : `“${part}” is not a valid amount.`,
  repeated: (part) => `It contains “${part}” twice, so its meaning is unclear.`,
  required: (part) => `It requires “${part}”, which this wallet does not support. Paying without it could be wrong.`,
  network: (part) => `It is for the network “${part}”. Open a wallet on that network.`
};

const CONTAINER_FAULTS: Record<ContainerFault, (number: number) => string> = {
  damaged: () => 'It is damaged, or codes of two sequences were mixed. Scan them again.',
  'too-large': () => 'It is too large for QR codes. Use a file.',
  'large-file': () => 'The file is larger than 10 MB. Split it.',
  version: (number) => `It was written by a newer version of Quarry (format ${formatCount(number)}). Update Quarry.`,
  kind: (number) => `It has content of an unknown kind (${formatCount(number)}). Update Quarry.`,
  'file-type': () => 'These codes were made by other software for something else. Scan those of a Quarry transfer.',
  'other-content': () => 'It is valid, but not the kind of content expected here.'
};

export default {
  'wallet/word-count': ({ count, expected }) =>
    text(
      'Wrong number of words',
      `Enter ${formatDisjunction(expected.map(formatCount))} words, not ${formatCount(count)}.` +
        (FOREIGN_COUNTS.includes(count)
          ? ' Words of other wallet software or of a device are not restored but swept: open the settings of a wallet here, then “Sweep another wallet”.'
          : '')
    ),
  'wallet/phrase-due': text(
    'The recovery words are not confirmed',
    'Mining to this wallet is paused until its words are written down and confirmed.'
  ),
  'wallet/elsewhere': ({ network }) =>
    text(
      'This wallet is on another chain',
      `It belongs to the network “${network}”, whose coins are not those of the server’s chain. Choose a wallet of this chain.`
    ),
  'wallet/unknown-word': ({ word, position, similar }) =>
    text(
      'Unknown word',
      `Word ${formatCount(position)}, “${word}”, is not in the word list. ` +
        (similar === undefined ? 'Check its spelling.' : `Check its spelling: the closest word is “${similar}”.`)
    ),
  'wallet/phrase-checksum': text(
    'Invalid recovery words',
    'A word is probably wrong, or two are swapped. Compare them with your copy.'
  ),
  'wallet/private-key-mismatch': text(
    'Not a private key',
    'The second half does not belong to the first. A digit is wrong, or two are swapped. Compare it with your copy.'
  ),
  'wallet/private-key-format': ({ length, isHex }) =>
    text(
      'Not a private key',
      isHex
        ? `A private key has 64 or 128 hexadecimal digits; this one has ${formatCount(length)}. Compare it with your copy.`
        : 'A private key consists of the digits 0 to 9 and the letters a to f; this text has others. Compare it with your copy.'
    ),
  'wallet/stale-basis': text(
    'The chain moved on',
    'The server’s outputs belong to a different block than the wallet’s. The wallet is loading them again.'
  ),
  'wallet/wrong-proof': text(
    'The server sent an invalid proof',
    'What it reports about an output cannot be true. The response was discarded. Try another server.'
  ),
  'wallet/missing-proof': text('A part of a proof is missing', 'Rescan the wallet to restore it.'),
  'wallet/feed': ({ at, fault }) =>
    fault === 'less-work'
      ? text(
          'The server removed blocks without replacing them',
          'It reverted blocks, and the remaining chain has less work. Payments in the reverted blocks would look as if they had never been made. The response was discarded. Try another server.'
        )
      : text(
          'The server’s data is inconsistent',
          `Its changes at block ${formatCount(at.height)} do not fit together. The response was discarded. Try another server.`
        ),
  'wallet/input-gone': text(
    'An output is no longer available',
    'It does not belong to this wallet, or was spent in the meantime. Create the payment again.'
  ),
  'wallet/unsound-transfer': ({ fault }) =>
    text('This transaction must not be signed', `It was not signed: ${TRANSFER_FAULTS[fault]}.`),
  'wallet/wrong-network': ({ network, expected }) =>
    text(
      'Made for another network',
      `This transaction is for the network “${network}”, the wallet is on “${expected}”. Create it again on the right network.`
    ),
  'wallet/other-transfer': text(
    'This is another transaction',
    'It is not the one that is waiting for signatures. It was ignored. Open the right file.'
  ),
  'wallet/incomplete-transfer': ({ incompleteInputs }) =>
    text(
      'Signatures are missing',
      `${plural(incompleteInputs, { one: '# input is', other: '# inputs are' })} not fully signed. Add the missing signatures before you broadcast.`
    ),
  'wallet/upgrade-passed': text(
    'The chain has passed the V2 hard fork',
    'Signatures from before it are no longer valid. Create the payment again.'
  ),
  'wallet/transfer-format': text(
    'Not a Quarry transfer',
    'The text or file contains no transaction to sign. Check that you copied all of it.'
  ),
  'wallet/insufficient-funds': ({ unit, required, spendable }) =>
    text(
      'Insufficient funds',
      `This needs ${amount(unit, required)}; ${amount(unit, spendable)} can be spent. Lower the amount, or wait for unconfirmed outputs.`
    ),
  'wallet/no-recipient': text('No recipient', 'Add an address to pay to.'),
  'wallet/zero-amount': ({ index }) =>
    text('An amount is missing', `Enter an amount above 0 for recipient ${formatCount(index + 1)}.`),
  'wallet/amount-below-fee': ({ index, amount, share }) =>
    text(
      'The amount is below the fee',
      `The fee of ${coins(share)} cannot be taken from the ${coins(amount)} for recipient ${formatCount(index + 1)}. Enter a higher amount, or pay the fee on top.`
    ),
  'wallet/fee-too-low': ({ fee, lowest }) =>
    text(
      'The fee is too low',
      `With a fee of ${coins(fee)}, the payment may never be confirmed. Pay ${coins(lowest)} or more.`
    ),
  'wallet/fee-too-high': ({ fee, highest }) =>
    text(
      'The fee is too high',
      `A fee of ${coins(fee)} is far more than the network requires. The limit is ${coins(highest)}.`
    ),
  'wallet/fee-not-confirmed': ({ fee }) =>
    text(
      'The fee is not confirmed',
      `A fee of ${coins(fee)} is far above what miners charge. Enter it again to confirm, then sign. Nothing was signed.`
    ),
  'wallet/claim-not-confirmed': ({ claim }) =>
    text(
      'The payout is not protected',
      `Moving these fund units pays ${coins(claim)}, and the server could redirect that. Accept the risk in the review, or broadcast through your own node. Nothing was sent.`
    ),
  'wallet/transaction-too-large': text(
    'Too large for one transaction',
    'It would have to spend too many outputs. Consolidate small outputs first, or pay in parts.'
  ),
  'wallet/nothing-to-consolidate': text(
    'Nothing to consolidate',
    'There are no small outputs that are worth consolidating.'
  ),
  'wallet/policy-shape': ({ fault }) => text('This policy cannot be used', `${POLICY_FAULTS[fault]}`),
  'wallet/message': ({ fault }) => text('This message cannot be signed', `${MESSAGE_FAULTS[fault]}`),
  'wallet/message-format': text(
    'Not a signed message',
    'Paste the whole block, from “BEGIN SIGNED MESSAGE” to “END SIGNED MESSAGE”, unchanged.'
  ),
  'wallet/payment-link': ({ fault, part }) =>
    text('This payment link cannot be used', `${LINK_FAULTS[fault](excerpt(part))}`),
  'wallet/container': ({ fault, number }) => text('This cannot be read', `${CONTAINER_FAULTS[fault](number)}`),
  'wallet/import': ({ line, fault, faults, hasMore }) =>
    faults.length === 1
      ? text(`Line ${formatCount(line)} cannot be read`, IMPORT_FAULTS[fault])
      : text(
          `${hasMore ? 'More than ' : ''}${formatCount(faults.length)} lines cannot be read`,
          linesByFault(faults)
            .map(({ lines, count, fault }) => `${count === 1 ? 'Line' : 'Lines'} ${lines}: ${IMPORT_FAULTS[fault]}`)
            .join(' ')
        ),
  'wallet/other-network': ({ expected, actual }) =>
    text(
      'The server is on another network',
      `This wallet belongs to the network “${expected}”, the server to “${actual}”. The last known state is shown. Connect to a server of the right network.`
    ),
  'wallet/other-genesis': ({ network, isPublic }) =>
    text(
      'The server is on another chain',
      isPublic
        ? `Its chain is named “${network}” but begins with a different block. Its coins are not those of “${network}”. The responses were discarded. Connect to another server.`
        : `Its chain “${network}” begins with a different block than the one this wallet follows. The last known state is shown, and nothing was mixed with it. If you restarted this private network, rescan the wallet; otherwise check the server.`
    ),
  'wallet/other-rules': ({ network }) =>
    text(
      'The server reports different rules',
      `Its consensus parameters for the network “${network}” are not those this wallet started with. The responses were discarded. Try another server; if you changed the rules of a private network, rescan the wallet.`
    ),
  'wallet/unbacked-tip': ({ index }) =>
    text(
      'The server reports a state that its blocks do not produce',
      `Its state at block ${formatCount(index.height)} does not follow from its own blocks. The responses were discarded. The wallet retries in a moment; if this persists, try another server.`
    ),
  'wallet/early-tip': ({ index, first }) =>
    text(
      'The server has not read enough of the chain',
      `Its chain ends at block ${formatCount(index.height)}. A chain that ends before block ${formatCount(first)} cannot be verified, so no balance was taken from it. The wallet retries; wait until the server has synced, or use another server.`
    ),
  'wallet/unknown-block': ({ index }) =>
    text(
      'The server is on another chain',
      `It does not have block ${formatCount(index.height)}, the last one this wallet has read. If the chain was restarted, rescan the wallet; otherwise check the server.`
    ),
  'wallet/restless-chain': text(
    'The chain is changing too fast',
    'New blocks kept arriving while the wallet was being read. It retries in a moment.'
  ),
  'wallet/repeated-pages': text(
    'The server repeats its results',
    'It lists the same outputs or events over and over. The responses were discarded. Try another server.'
  ),
  'wallet/long-list': ({ limit }) =>
    text(
      'The server’s lists are too long',
      `It lists more than ${formatCount(limit)} events or outputs for the addresses of this wallet. The responses were discarded. Try another server; if the wallet really has that many, the browser cannot hold it.`
    ),
  'wallet/partial-index': ({ indexMode }) =>
    text(
      'The server does not index every address',
      `It runs in index mode “${indexMode}” and reports other addresses as empty. The responses were discarded. Start it with --index.mode=full, or choose another server.`
    ),
  'wallet/foreign-output': text(
    'The server’s data is inconsistent',
    'It listed an output under an address that it does not pay. The response was discarded. Try another server.'
  ),
  'wallet/import-ahead': ({ basis, tip }) =>
    text(
      'Your node is behind the server',
      `The server proves its outputs at block ${formatCount(basis.height)}; your node is at ${formatCount(tip.height)}. Nothing was imported. Wait until your node is synced, then try again.`
    ),
  'wallet/import-before-checkpoint': ({ basis }) =>
    text(
      'The server is behind your node',
      `It proves its outputs at block ${formatCount(basis.height)}, which your node no longer has or never had. Nothing was imported. Wait until that server is synced, or use another one.`
    ),
  'wallet/import-other-chain': ({ basis }) =>
    text(
      'The server follows another branch',
      `It proves its outputs at block ${formatCount(basis.height)} of a branch that your node does not have. Nothing was imported. Try again later, or use another server.`
    ),
  'wallet/no-network': text(
    'The network is unknown',
    'This wallet has not reached a server yet. Connect once, then try again; before that, only transfers of the public networks can be signed.'
  ),
  'wallet/not-synced': text(
    'Not synced yet',
    'This wallet has not read the chain yet. Wait until it has, then try again.'
  ),
  'wallet/altered-address': text(
    'An address of this wallet was altered',
    'This payment goes to an address that is stored as the wallet’s own but does not derive from its keys. Nothing was signed. Restore the wallet from its recovery words, preferably on another device.'
  ),
  'wallet/no-address': text(
    'No suitable address',
    'This wallet has no address for this. Add one with its spend policy.'
  ),
  'wallet/too-many-addresses': ({ most }: { readonly most: number }) =>
    text(
      `A wallet has at most ${formatCount(most)} addresses`,
      'With these it would have more, and the browser could not hold it. None was added. Watch them with another wallet.'
    ),
  'send/other-chain': text(
    'The server is on another chain than this wallet',
    'Its chain, or the one verified in this browser, does not contain the last block that the wallet has read. Nothing was sent. Connect to a server on the wallet’s chain. If this is the right server, wait until the wallet has synced. If that does not help, restart the light client on the Chain page, or rescan the wallet.'
  ),
  'send/paid-since': text(
    'You have paid this recipient since',
    'Another payment to the same address, from other coins, was made after this one: both would arrive. Nothing was sent. If you mean to pay twice, send this one again.'
  ),
  'send/review-changed': text(
    'Review this payment again',
    'Since you reviewed it, it got new warnings, or a recipient was changed in the address book or removed from it. Nothing was sent. Read the review above, and send the payment only if it is still right.'
  ),
  'send/refused': text('The server refused the transaction', 'According to the server, nothing was sent.'),
  'signing/no-key': text(
    'The signing server has no suitable key',
    'It holds none of the keys that are missing. Import their phrase there, or derive more keys.'
  ),
  'signing/wrong-signature': text(
    'The signing server signed something else',
    'Its signature does not belong to this transaction. The response was discarded. Check the server.'
  ),
  'signing/wrong-address': ({ address }) =>
    text(
      'The signing server’s data is inconsistent',
      `It lists the address ${address} for a key that it does not belong to. The response was discarded. Check the server.`
    )
} satisfies ErrorTexts<`wallet/${string}` | `send/${string}` | `signing/${string}`>;

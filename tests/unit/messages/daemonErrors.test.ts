import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '$lib/api/http/response';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { daemonApi } from '$lib/api/daemon/modules';
import {
  BadRequestError,
  ConnectionClosedError,
  NotJsonError,
  ServerError,
  UnreachableError,
  UnsafeNumberError
} from '$lib/api/http/errors';
import { get, text, type Route } from '$lib/api/http/route';
import { matchRoute } from '$lib/api/http/findRoute';
import { adviseOn } from '$lib/messages/daemonErrors';
import type { AppError } from '$lib/errors';
import {
  recordedAnswer,
  recordedAreas,
  recordedExchanges,
  recordedPathname,
  type Exchange
} from '../../support/recordedDaemon';

/** What a person reads for every refusal that was recorded: names of exchanges, what happened, what to do. */
const ROWS: [names: string[], title: string, todo: string][] = [
  [
    [
      'auth.bearer',
      'auth.empty',
      'auth.garbage',
      'auth.trailing_newline',
      'daemon.stop_noauth',
      'daemon.stop_wrongpw',
      'gateway.blocklist_append_noauth',
      'gateway.disconnect_noauth',
      'host.post_noauth',
      'host.sector_delete_noauth',
      'hostdb.filtermode_post_noauth',
      'miner.block_noauth',
      'miner.header_get_noauth',
      'miner.header_get_wrongpw',
      'renter.clean_noauth',
      'renter.contract_cancel_noauth'
    ],
    'You are signed out',
    'The password is missing or is no longer the right one. Sign in again; that of a node you added goes on the Connections page.'
  ],
  [
    ['consensus.blocks_badid'],
    'Not the id of a block',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [['consensus.blocks_negheight'], 'Not a height', 'A height is a whole number from 0 on.'],
  [
    ['cors.browser_get', 'cors.preflight_header', 'miner.header_get_noua', 'ua.empty', 'ua.mozilla', 'ua.unknown_path'],
    'The daemon turned Quarry away',
    'It expects another User-Agent. Compare its agent setting with that of Quarry.'
  ],
  [
    ['daemon.settings_post_bad', 'gateway.post_bad', 'renter.post_bad_speed'],
    'Not a speed',
    'Enter a whole number; 0 means unlimited.'
  ],
  [['daemon.settings_post_badup', 'gateway.post_badup'], 'Not a speed', 'Enter a whole number; 0 means unlimited.'],
  [
    ['daemon.update_get', 'daemon.update_get_noauth', 'daemon.update_post_noauth'],
    'The node could not look for a newer version',
    'It does not reach the server of releases. See whether its machine is online, then look again.'
  ],
  [
    [
      'disabled_b.GET_consensus_',
      'disabled_b.GET_host',
      'disabled_b.GET_miner',
      'disabled_b.GET_nosuch',
      'disabled_b.POST_miner_header',
      'method.GET_api_consensus',
      'method.GET_explorer',
      'method.GET_nosuch',
      'renter.uploadedbackups_get',
      'renter.uploadedbackups_post'
    ],
    'This part of the node is switched off',
    'Start the daemon with this module enabled to see it here.'
  ],
  [
    ['fresh.host_announce_nowallet'],
    'The node does not know its own address',
    'Enter the address at which others reach this host, with its port, and announce again.'
  ],
  [
    ['fresh.miner_header_nowallet', 'miner.header_solved_while_locked'],
    "The node's wallet is locked",
    'The node needs its own wallet for this. Create or unlock it there, then try again.'
  ],
  [
    ['fresh.renter_backup_nowallet'],
    "The node's wallet is locked",
    'The node needs its own wallet for this. Create or unlock it there, then try again.'
  ],
  [
    ['gateway.blocklist_append_empty', 'gateway.blocklist_remove_empty'],
    'No address was given',
    'Enter at least one address to add or to remove.'
  ],
  [
    ['gateway.blocklist_badjson'],
    'The change of the blocklist could not be read',
    'Enter one address a line: an IP address, a range of them, or a name.'
  ],
  [
    ['gateway.blocklist_badtype'],
    'The change of the blocklist could not be read',
    'Enter one address a line: an IP address, a range of them, or a name.'
  ],
  [
    ['gateway.connect_bad', 'gateway.connect_badport'],
    'Not an address of a node',
    'Enter an IP address and a port from 1 to 65535, such as 203.0.113.7:9981.'
  ],
  [
    ['gateway.connect_ipv6'],
    'Nobody answers at that address',
    'See that address and port are right, and that the other node runs and can be reached from this one.'
  ],
  [
    ['gateway.connect_refused'],
    'Nobody answers at that address',
    'See that address and port are right, and that the other node runs and can be reached from this one.'
  ],
  [['gateway.connect_self'], 'That is this node itself', 'Enter the address of another node.'],
  [
    ['gateway.disconnect_bad', 'gateway.disconnect_unknown'],
    'Not a peer of this node',
    'It may have gone by itself. The list shows who is connected now.'
  ],
  [
    ['host.announce_bad'],
    'Not an address to announce',
    'Enter a name or an IP address and a port, such as host.example:9982.'
  ],
  [
    ['host.contracts_id_literal'],
    'Not the id of a contract',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [
    ['host.contracts_id_long', 'host.contracts_id_unknown'],
    'This host has no such contract',
    'It was made by another host, or was removed. The list shows all that there are.'
  ],
  [
    ['host.estimatescore_bad', 'host.post_bad_int'],
    'A setting is not a whole number',
    'Look through the changed settings once more. Nothing was changed.'
  ],
  [
    ['host.estimatescore_ratio', 'host.post_bad_ratio'],
    'A call costs too much beside a download',
    'A hundred million calls have to cost less than downloading 4 TB. Lower the price of calls, or raise that of downloads.'
  ],
  [
    ['host.post_bad_ratio2'],
    'Reading costs too much beside a download',
    'Ten million reads have to cost less than downloading 4 TB. Lower the price of reads, or raise that of downloads.'
  ],
  [
    ['host.post_negative_currency'],
    'An amount is below zero',
    'Prices, collateral and budgets are zero or more. Nothing was changed.'
  ],
  [
    ['host.post_unspecified_netaddress'],
    'That address names no machine',
    'Enter the address at which others reach this host, or leave it empty to have it found out. Nothing was changed.'
  ],
  [
    ['host.sector_delete_bad'],
    'Not the root of a sector',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [
    ['host.sector_delete_nothex'],
    'Not the root of a sector',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [['host.storage_add'], 'This folder is in use already', 'Change its size instead of adding it again.'],
  [['host.storage_add_badsize'], 'The size is missing or no number', 'Enter how large the folder is to be.'],
  [
    ['host.storage_add_huge'],
    'The folder is too large',
    'This node takes folders of at most 274.878 GB. Share the space out over several of them.'
  ],
  [
    ['host.storage_add_nodir'],
    'There is no such directory',
    'Create it on the machine of the node first, then add it here.'
  ],
  [
    ['host.storage_add_nopath', 'host.storage_add_relative'],
    'Enter the whole path',
    'It begins at the root, as on the machine of the node: /srv/storage, for example.'
  ],
  [['host.storage_add_nosize'], 'The size is missing or no number', 'Enter how large the folder is to be.'],
  [['host.storage_add_small'], 'The folder is too small', 'This node takes folders of at least 16.78 MB.'],
  [
    ['host.storage_remove_badforce', 'host.storage_remove_unknown', 'host.storage_resize_unknown'],
    'The host has no such folder',
    'It may have been removed meanwhile. The list shows those that there are.'
  ],
  [
    ['host.storage_remove_data', 'host.storage_resize_nodata'],
    'The data has nowhere to go',
    'The other folders cannot take what this one holds. Add or enlarge another one first.'
  ],
  [['host.storage_resize_nopath'], 'The path is missing', 'Say which folder is meant.'],
  [
    ['hostdb.filtermode_post_bad'],
    'Not a kind of filter',
    'Choose between all hosts, all but those listed, and only those listed.'
  ],
  [
    ['hostdb.filtermode_post_badkey'],
    'Not the key of a host',
    'Keys begin with ed25519: and go on with 64 characters. Copy them from the list of hosts.'
  ],
  [
    ['hostdb.filtermode_post_empty'],
    'The filter could not be read',
    'Choose a kind of filter and the hosts for it once more.'
  ],
  [
    ['hostdb.filtermode_post_form'],
    'The filter could not be read',
    'Choose a kind of filter and the hosts for it once more.'
  ],
  [
    ['hostdb.filtermode_post_nohosts'],
    'A list of allowed hosts needs hosts',
    'Choose at least one host first: with none, there would be nobody to make contracts with.'
  ],
  [
    ['hostdb.host_unknown'],
    'The node knows no such host',
    'It was never announced on this chain, or the key is not copied whole.'
  ],
  [['loading_miner'], 'The node is still starting', 'This part of it is not loaded yet. Nothing to do but wait.'],
  [
    ['method.DELETE_miner_header', 'method.GET_miner_block', 'method.GET_renter_bubble', 'method.PUT_consensus'],
    'The server does not offer this',
    'It knows the address but not this use of it: it may be of another version. The details name the call.'
  ],
  [
    ['method.GET__consensus'],
    'The server points elsewhere',
    'Quarry follows no redirects. See that its address for the server is the exact one.'
  ],
  [
    ['method.HEAD_consensus'],
    'The server does not offer this',
    'It knows the address but not this use of it: it may be of another version. The details name the call.'
  ],
  [
    ['miner.block_again', 'miner.pair1_post_again', 'miner.pair2_post_stale'],
    'Somebody was faster',
    'Another block has taken this place in the chain, or this one was handed in already. Mining goes on at the new tip.'
  ],
  [
    ['miner.block_empty'],
    'The block arrived incomplete',
    'Something is missing at its end. Mining goes on; if it stays, something on the way cuts what is sent.'
  ],
  [
    ['miner.block_future'],
    'The clock is fast',
    'The block lies ahead of the time of the node. See that the clocks of both machines are right.'
  ],
  [
    ['miner.block_truncated'],
    'The block arrived incomplete',
    'Something is missing at its end. Mining goes on; if it stays, something on the way cuts what is sent.'
  ],
  [
    ['miner.block_unsolved', 'miner.header_111_extra', 'miner.header_unsolved_multiple'],
    'Not a solution',
    'The hash is above the target. Nothing is lost: mining goes on.'
  ],
  [
    ['miner.header_40bytes'],
    'The block arrived incomplete',
    'Something is missing at its end. Mining goes on; if it stays, something on the way cuts what is sent.'
  ],
  [
    ['miner.header_changed_parent', 'miner.header_changed_root', 'miner.header_post_locked', 'miner.header_whole_112'],
    'The node has forgotten this work',
    'It remembers only the latest it gave out, and none after a restart. Mining goes on with new work.'
  ],
  [
    ['miner.header_short79'],
    'The block arrived incomplete',
    'Something is missing at its end. Mining goes on; if it stays, something on the way cuts what is sent.'
  ],
  [
    ['miner.header_unsolved_nonmultiple'],
    'A nonce that the chain forbids',
    'Nonces are multiples of 1009. Something between here and the node changed it.'
  ],
  [
    ['renter.backup_nodest'],
    'The place of the backup is missing',
    'Enter the whole path of a file on the machine of the node.'
  ],
  [
    ['renter.backup_relative', 'renter.backup_remote'],
    'Enter the whole path',
    'It begins at the root, as on the machine of the node: /srv/renter.backup, for example.'
  ],
  [
    ['renter.backups_create'],
    'The backup could not be given to hosts',
    'That takes contracts with several hosts. Set an allowance, wait until contracts are made, and try again.'
  ],
  [
    ['renter.bubble_badforce'],
    'A choice was not understood',
    'Each choice is yes or no. Reload the page and try again.'
  ],
  [
    ['renter.bubble_badpath'],
    'Not a directory of the renter',
    "Enter a path below the renter's root, without .. in it, or choose the root."
  ],
  [
    ['renter.bubble_badrecursive'],
    'A choice was not understood',
    'Each choice is yes or no. Reload the page and try again.'
  ],
  [
    ['renter.bubble_badroot'],
    'A choice was not understood',
    'Each choice is yes or no. Reload the page and try again.'
  ],
  [
    ['renter.contract_cancel_badid', 'renter.contract_cancel_noid'],
    'Not the id of a contract',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [
    ['renter.contract_cancel_unknown'],
    'The renter has no such contract',
    'It is over or was replaced meanwhile. The list shows those that there are.'
  ],
  [
    ['renter.contracts_badbool'],
    'A choice was not understood',
    'Each choice is yes or no. Reload the page and try again.'
  ],
  [['renter.post_bad_funds'], 'The budget is no amount', 'Enter how many coins may be spent in a period.'],
  [
    ['renter.post_bad_period'],
    'A number of the allowance is none',
    'Look through the form once more: each of its fields is a whole number.'
  ],
  [
    ['renter.post_bad_redundancy'],
    'The redundancy is no number',
    'Enter how many times the data is to be kept, such as 3.'
  ],
  [['renter.post_funds_only'], 'The period is missing', 'A first allowance needs to say for how long it is meant.'],
  [['renter.post_hosts0'], 'No hosts at all', 'Enter how many hosts are to be used, at least one.'],
  [['renter.post_renewwindow0'], 'No time to renew contracts', 'Enter how long before its end a period is renewed.'],
  [
    ['std_host_add_big'],
    'The folder is too large',
    'This node takes folders of at most 18.01440 PB. Share the space out over several of them.'
  ],
  [['std_host_add_small'], 'The folder is too small', 'This node takes folders of at least 268.44 MB.'],
  [
    ['std_renter_window'],
    'Too little time to renew contracts',
    'This node begins to renew contracts at least 288 blocks before a period ends; a day has about 144. Enter a longer time.'
  ],
  [
    ['subscribe.nothex'],
    'Not the id of a change',
    'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [['ua.stream'], 'The node failed to answer', 'Its words: “failed to create download streamer: path does not exist”.'],
  [
    ['validate.address_without_checksum'],
    'An address has the wrong length',
    'Addresses have 76 characters, the last 12 of which guard against typing errors.'
  ],
  [
    ['validate.already_confirmed', 'validate.reversed'],
    'It spends something that is not there',
    'An output that it spends is spent already or was never made. Parents have to come before their children in the set.'
  ],
  [
    ['validate.bad_address'],
    'An address is mistyped',
    'Its last 12 characters do not fit the others. Copy it again from where it comes from.'
  ],
  [
    ['validate.bad_hash'],
    'An id in the set is none',
    'Look at the ids of parents. Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.'
  ],
  [
    ['validate.body_empty'],
    'The set ends too soon',
    'Paste all of it: a list of transactions, from its first to its last bracket.'
  ],
  [
    ['validate.body_truncated'],
    'The set ends too soon',
    'Paste all of it: a list of transactions, from its first to its last bracket.'
  ],
  [
    ['validate.contract_output_sums'],
    'A contract pays out another sum than it holds',
    'Its payouts, with and without proof, have to be its payout less the tax.'
  ],
  [
    ['validate.contract_window_past'],
    'A contract begins in the past',
    'Its proof window has to start after the height of the tip.'
  ],
  [
    ['validate.empty_object', 'validate.wrapped'],
    'A list of transactions is needed',
    'Put the transaction, or the transactions, into square brackets.'
  ],
  [['validate.negative_output'], 'An amount is below zero', 'Amounts in transactions are zero or more.'],
  [
    ['validate.no_signatures'],
    'A signature is missing',
    'Every input needs as many signatures as its conditions ask for.'
  ],
  [
    ['validate.number_output', 'validate.value_changed', 'validate.wrong_conditions'],
    'A signature is wrong',
    'It was made by another key, or the transaction was changed after it was signed. Sign again.'
  ],
  [
    ['validate.output_from_nothing'],
    'What goes in is not what comes out',
    'The inputs of a transaction have to be worth exactly its outputs, contracts and fees together.'
  ],
  [
    ['validate.proof_unknown_contract'],
    'A proof for an unknown contract',
    'The contract is not on the chain, or is over already.'
  ],
  [
    ['validate.unknown_input'],
    'A signature is for nothing',
    'It belongs to no input that still needs one. Take it out, or see that its parent is an input.'
  ],
  [['validate.zero_fee'], 'A fee of zero', 'Fees are above zero. To pay none, leave the fee out.'],
  [
    ['validate.zero_output'],
    'An output is worth nothing',
    'Every output, payout and fee has to be above zero. Leave out those that are not.'
  ]
];

const recorded = new Map(
  recordedAreas()
    .flatMap(recordedExchanges)
    .map((exchange) => [exchange.name, exchange])
);
const failed = [...recorded.values()].filter(
  ({ response: { status } }) => status !== 0 && (status < 200 || status > 299)
);

const anyRoute = (exchange: Exchange): Route => get(recordedPathname(exchange) as '/', text);

function routeOf(exchange: Exchange): Route {
  for (const table of Object.values(daemonApi)) {
    const match = matchRoute(table, exchange.request.method, recordedPathname(exchange));
    if (match.found === 'route') return match.route;
  }
  return anyRoute(exchange);
}

const errorOf = (exchange: Exchange): Promise<AppError> =>
  decodeAnswer(
    routeOf(exchange),
    recordedAnswer(exchange),
    { maxBytes: 10_000_000, timeoutMs: 1000 },
    loadDaemonErrors
  ).then(
    () => expect.unreachable(),
    (error: unknown) => error as AppError
  );

describe('what a person reads when the daemon refuses', () => {
  const rows = ROWS.flatMap(([names, title, todo]) => names.map((name) => [name, title, todo] as const));
  test.each(rows)('%s: %s', async (name, title, todo) => {
    expect(adviseOn(await errorOf(recorded.get(name)!))).toMatchObject({ title, todo });
  });

  test('no recorded refusal is without', () => {
    const covered = new Set(ROWS.flatMap(([names]) => names));
    expect(failed.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  // The words of a programming language, of its libraries and of protocols say nothing to people.
  const JARGON =
    /\b(?:json:|struct|unmarshal|strconv|EOF|unlock hash|hastings|obligation|sia\w*|svc\w*|API|boolean)\b/i;
  test.each(ROWS.filter(([names]) => !names.includes('ua.stream')))('%j is said plainly', (_, title, todo) => {
    expect(`${title} ${todo}`).not.toMatch(JARGON);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what nobody foresaw', () => {
  const about = { method: 'POST', path: '/host' };
  test('is told in the words of the daemon', () => {
    expect(adviseOn(new BadRequestError(about, 400, 'coin flip failed'))).toEqual({
      title: 'The server said no',
      todo: 'Its words: “coin flip failed”.'
    });
    expect(adviseOn(new ServerError(about, 500, 'disk on fire'))).toEqual({
      title: 'The node failed to answer',
      todo: 'Its words: “disk on fire”.'
    });
  });

  test('in silence is told in general', () => {
    expect(adviseOn(new ServerError(about, 500, ''))?.todo).toBe('The fault is on its side; its log tells more.');
    expect(adviseOn(new BadRequestError(about, 400, 'x'.repeat(400)))?.todo).toBeUndefined();
  });
});

test('what goes wrong on the way is told apart', () => {
  const about = { method: 'GET', path: '/host' };
  const titles = [
    new UnreachableError(about),
    new ConnectionClosedError(about),
    new NotJsonError(about, 'text'),
    new NotJsonError(about, 'html'),
    new NotJsonError(about, 'cut-short'),
    new UnsafeNumberError(about, 'answer', 'height', 'integer outside the safe range')
  ].map((error) => adviseOn(error)?.title);
  expect(titles).toEqual([
    'The node cannot be reached',
    'The node closed the connection',
    'The answer is plain text, not one of a node',
    'The answer is a web page, not one of a node',
    'The answer is cut short',
    'A number is too large to be exact'
  ]);
});

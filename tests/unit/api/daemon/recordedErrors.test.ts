import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '$lib/api/http/response';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { daemonApi } from '$lib/api/daemon/modules';
import { matchRoute } from '$lib/api/http/findRoute';
import { get, text, type Route } from '$lib/api/http/route';
import type { AppError } from '$lib/errors';
import {
  recordedAnswer,
  recordedAreas,
  recordedExchanges,
  recordedPathname,
  type Exchange
} from '../../../support/recordedDaemon';

/** The error of every recorded refusal, with the names of those exchanges. */
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  'api/method-not-allowed': [
    'method.DELETE_miner_header',
    'method.GET_miner_block',
    'method.GET_renter_bubble',
    'method.HEAD_consensus',
    'method.PUT_consensus'
  ],
  'api/module-disabled': [
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
  'api/module-loading': ['loading_miner'],
  'api/redirected': ['method.GET__consensus'],
  'api/server-error': ['ua.stream'],
  'api/unauthorized': [
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
  'api/user-agent-refused': [
    'cors.browser_get',
    'cors.preflight_header',
    'miner.header_get_noua',
    'ua.empty',
    'ua.mozilla',
    'ua.unknown_path'
  ],
  'consensus/block-id-unreadable': ['consensus.blocks_badid'],
  'consensus/change-id-unreadable': ['subscribe.nothex'],
  'consensus/height-unreadable': ['consensus.blocks_negheight'],
  'daemon/download-speed-unreadable': ['daemon.settings_post_bad', 'gateway.post_bad', 'renter.post_bad_speed'],
  'daemon/no-release': ['daemon.update_get', 'daemon.update_get_noauth', 'daemon.update_post_noauth'],
  'daemon/upload-speed-unreadable': ['daemon.settings_post_badup', 'gateway.post_badup'],
  'daemon/wallet-locked': [
    'fresh.miner_header_nowallet',
    'fresh.renter_backup_nowallet',
    'miner.header_solved_while_locked'
  ],
  'gateway/address-invalid': ['gateway.connect_bad', 'gateway.connect_badport'],
  'gateway/blocklist-unreadable': ['gateway.blocklist_badjson', 'gateway.blocklist_badtype'],
  'gateway/no-addresses': ['gateway.blocklist_append_empty', 'gateway.blocklist_remove_empty'],
  'gateway/not-a-peer': ['gateway.disconnect_bad', 'gateway.disconnect_unknown'],
  'gateway/own-address': ['gateway.connect_self'],
  'gateway/peer-unreachable': ['gateway.connect_ipv6', 'gateway.connect_refused'],
  'host/address-unspecified': ['host.post_unspecified_netaddress'],
  'host/amount-negative': ['host.post_negative_currency'],
  'host/announced-address-invalid': ['host.announce_bad'],
  'host/base-rpc-price-ratio': ['host.estimatescore_ratio', 'host.post_bad_ratio'],
  'host/contract-id-unreadable': ['host.contracts_id_literal'],
  'host/contract-not-found': ['host.contracts_id_long', 'host.contracts_id_unknown'],
  'host/directory-missing': ['host.storage_add_nodir'],
  'host/folder-in-use': ['host.storage_add'],
  'host/folder-not-found': [
    'host.storage_remove_badforce',
    'host.storage_remove_unknown',
    'host.storage_resize_unknown'
  ],
  'host/folder-path-missing': ['host.storage_resize_nopath'],
  'host/folder-path-relative': ['host.storage_add_nopath', 'host.storage_add_relative'],
  'host/folder-size-unreadable': ['host.storage_add_badsize', 'host.storage_add_nosize'],
  'host/folder-too-large': ['host.storage_add_huge', 'std_host_add_big'],
  'host/folder-too-small': ['host.storage_add_small', 'std_host_add_small'],
  'host/folders-full': ['host.storage_remove_data', 'host.storage_resize_nodata'],
  'host/own-address-unknown': ['fresh.host_announce_nowallet'],
  'host/sector-access-price-ratio': ['host.post_bad_ratio2'],
  'host/sector-root-unreadable': ['host.sector_delete_bad', 'host.sector_delete_nothex'],
  'host/setting-unreadable': ['host.estimatescore_bad', 'host.post_bad_int'],
  'hostdb/filter-mode-unreadable': ['hostdb.filtermode_post_bad'],
  'hostdb/filter-unreadable': ['hostdb.filtermode_post_empty', 'hostdb.filtermode_post_form'],
  'hostdb/host-key-invalid': ['hostdb.filtermode_post_badkey'],
  'hostdb/host-not-found': ['hostdb.host_unknown'],
  'hostdb/whitelist-empty': ['hostdb.filtermode_post_nohosts'],
  'miner/above-target': ['miner.block_unsolved', 'miner.header_111_extra', 'miner.header_unsolved_multiple'],
  'miner/block-cut-short': ['miner.block_empty', 'miner.block_truncated'],
  'miner/block-from-the-future': ['miner.block_future'],
  'miner/header-cut-short': ['miner.header_40bytes', 'miner.header_short79'],
  'miner/nonce-factor': ['miner.header_unsolved_nonmultiple'],
  'miner/stale-block': ['miner.block_again', 'miner.pair1_post_again', 'miner.pair2_post_stale'],
  'miner/unknown-header': [
    'miner.header_changed_parent',
    'miner.header_changed_root',
    'miner.header_post_locked',
    'miner.header_whole_112'
  ],
  'renter/backup-without-hosts': ['renter.backups_create'],
  'renter/choice-unreadable': ['renter.bubble_badforce', 'renter.bubble_badrecursive', 'renter.bubble_badroot'],
  'renter/contract-id-unreadable': ['renter.contract_cancel_badid', 'renter.contract_cancel_noid'],
  'renter/contract-not-found': ['renter.contract_cancel_unknown'],
  'renter/destination-missing': ['renter.backup_nodest'],
  'renter/destination-relative': ['renter.backup_relative', 'renter.backup_remote'],
  'renter/directory-invalid': ['renter.bubble_badpath'],
  'renter/filter-unreadable': ['renter.contracts_badbool'],
  'renter/funds-unreadable': ['renter.post_bad_funds'],
  'renter/hosts-zero': ['renter.post_hosts0'],
  'renter/period-missing': ['renter.post_funds_only'],
  'renter/period-unreadable': ['renter.post_bad_period'],
  'renter/redundancy-unreadable': ['renter.post_bad_redundancy'],
  'renter/renew-window-too-short': ['std_renter_window'],
  'renter/renew-window-zero': ['renter.post_renewwindow0'],
  'validation/address-checksum': ['validate.bad_address'],
  'validation/address-length': ['validate.address_without_checksum'],
  'validation/amount-negative': ['validate.negative_output'],
  'validation/contract-sums': ['validate.contract_output_sums'],
  'validation/contract-window-past': ['validate.contract_window_past'],
  'validation/id-unreadable': ['validate.bad_hash'],
  'validation/not-a-list': ['validate.empty_object', 'validate.wrapped'],
  'validation/proof-unknown-contract': ['validate.proof_unknown_contract'],
  'validation/set-cut-short': ['validate.body_empty', 'validate.body_truncated'],
  'validation/signature-frivolous': ['validate.unknown_input'],
  'validation/signature-invalid': ['validate.number_output', 'validate.value_changed', 'validate.wrong_conditions'],
  'validation/signature-missing': ['validate.no_signatures'],
  'validation/unbalanced-coins': ['validate.output_from_nothing'],
  'validation/unknown-parent': ['validate.already_confirmed', 'validate.reversed'],
  'validation/zero-fee': ['validate.zero_fee'],
  'validation/zero-output': ['validate.zero_output']
};

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
    { maxBytes: 10_000_000, timeoutMs: 60_000 },
    loadDaemonErrors
  ).then(
    () => expect.unreachable(),
    (error: unknown) => error as AppError
  );

describe('every recorded refusal of a daemon is an error with a code', () => {
  const rows = Object.entries(ERRORS).flatMap(([code, names]) => names.map((name) => [name, code] as const));
  test.each(rows)('%s: %s', async (name, code) => {
    expect((await errorOf(recorded.get(name)!)).code).toBe(code);
  });

  test('none is left out', () => {
    const covered = new Set(Object.values(ERRORS).flat());
    expect(failed.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });
});

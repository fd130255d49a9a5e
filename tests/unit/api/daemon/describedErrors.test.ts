import { expect, test } from 'vitest';
import { decodeAnswer } from '$lib/api/http/response';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { daemonApi } from '$lib/api/daemon/modules';
import type { Route } from '$lib/api/http/route';
import { matchRoute } from '$lib/api/http/findRoute';

// The documented error texts of daemons, recorded or not: each maps to an error code.

type Described = readonly [code: string, words: string];
const DESCRIBED: readonly (readonly [method: string, path: string, status: number, all: readonly Described[]])[] = [
  ['GET', '/consensus/blocks', 400, [
    ['consensus/block-unnamed', 'either id or height has to be provided'],
    ['consensus/block-named-twice', "can't specify both id and height"],
    ['consensus/block-id-unreadable', 'failed to unmarshal blockid'],
    ['consensus/height-unreadable', 'failed to parse block height'],
    ['consensus/block-not-found', "block doesn't exist"]
  ]],
  ['GET', '/consensus/subscribe/ab', 400, [
    ['consensus/change-id-unreadable', 'could not decode ID: encoded value has the wrong length to be a hash'],
    ['consensus/change-id-unreadable', 'could not decode ID: could not unmarshal hash: encoding/hex: invalid byte: U+007A']
  ]],
  ['POST', '/consensus/validate/transactionset', 400, [
    ['validation/set-cut-short', 'could not decode transaction set: EOF'],
    ['validation/set-cut-short', 'could not decode transaction set: unexpected EOF'],
    ['validation/invalid-character', "could not decode transaction set: invalid character 'x' looking for beginning of value"],
    ['validation/not-a-list', 'could not decode transaction set: json: cannot unmarshal object into Go value of type []types.Transaction'],
    ['validation/id-unreadable', 'could not decode transaction set: encoded value has the wrong length to be a hash'],
    ['validation/address-checksum', 'could not decode transaction set: provided unlock hash has an invalid checksum'],
    ['validation/address-length', 'could not decode transaction set: marshalled unlock hash is the wrong length'],
    ['validation/amount-negative', 'could not decode transaction set: negative currency not allowed'],
    ['validation/unknown-parent', 'transaction set validation failed: transaction spends a nonexisting svccoin output'],
    ['validation/unbalanced-coins', 'transaction set validation failed: svccoin inputs do not equal svccoin outputs for transaction'],
    ['validation/signature-invalid', 'transaction set validation failed: invalid signature'],
    ['validation/signature-missing', 'transaction set validation failed: transaction has inputs with missing signatures'],
    ['validation/signature-frivolous', 'transaction set validation failed: transaction contains a frivolous signature'],
    ['validation/double-spend', 'transaction set validation failed: transaction uses a parent object twice'],
    ['validation/zero-output', 'transaction set validation failed: transaction cannot have an output or payout that has zero value'],
    ['validation/zero-fee', 'transaction set validation failed: transaction has a zero value miner fee'],
    ['validation/too-large', 'transaction set validation failed: transaction is too large to fit in a block'],
    ['validation/contract-window-past', 'transaction set validation failed: file contract window must start in the future'],
    ['validation/contract-window-empty', 'transaction set validation failed: file contract window must end at least one block after it starts'],
    ['validation/contract-sums', 'transaction set validation failed: file contract has invalid output sums'],
    ['validation/proof-unknown-contract', 'transaction set validation failed: cannot fetch storage proof segment for unknown file contract']
  ]],
  ['POST', '/daemon/settings', 400, [
    ['daemon/download-speed-unreadable', 'unable to parse downloadspeed: expected integer'],
    ['daemon/upload-speed-unreadable', 'unable to parse uploadspeed: expected integer'],
    ['daemon/speed-negative', "unable to set limits: download/upload rate can't be below 0"],
    ['daemon/upload-speed-unreadable', 'unable to parse uploadspeed: strconv.ParseInt: parsing "99999999999999999999": value out of range']
  ]],
  ['GET', '/daemon/update', 500, [
    ['daemon/no-release', 'Failed to fetch latest release: Get "https://releases.example/latest": dial tcp: lookup releases.example: no such host']
  ]],
  ['POST', '/gateway', 400, [
    ['daemon/download-speed-unreadable', 'unable to parse downloadspeed: expected integer'],
    ['gateway/speed-negative', "failed to set new rate limit: download/upload rate can't be below 0"]
  ]],
  ['POST', '/gateway/connect/foo', 400, [
    ['gateway/address-invalid', "can't connect to invalid address"],
    ['gateway/own-address', "can't connect to our own address"],
    ['gateway/already-connected', 'already connected to this peer'],
    ['gateway/address-is-name', 'address must be an IP address'],
    ['gateway/peer-unreachable', 'dial tcp 127.0.0.1:9: connect: connection refused']
  ]],
  ['POST', '/gateway/disconnect/foo', 400, [
    ['gateway/not-a-peer', 'not connected to that node']
  ]],
  ['POST', '/gateway/blocklist', 400, [
    ['gateway/no-addresses', 'no addresses submitted to append or remove'],
    ['gateway/blocklist-unreadable', 'invalid parameters: unexpected EOF']
  ]],
  ['GET', '/host/contracts/ab', 404, [
    ['host/contract-not-found', 'error get storage contract: [failed to fetch storage obligation; storage obligation not found in database]']
  ]],
  ['GET', '/host/contracts/id', 400, [
    ['host/contract-id-unreadable', "error parsing storage contract id: encoding/hex: invalid byte: U+0069 'i'"]
  ]],
  ['POST', '/host', 400, [
    ['host/setting-unreadable', 'error parsing host settings: expected integer'],
    ['host/amount-negative', 'error parsing host settings: negative currency not allowed'],
    ['host/base-rpc-price-ratio', 'error parsing host settings: invalid ratio between the download price and the base RPC price, base cost of 100M request should be cheaper than downloading 4TB'],
    ['host/address-invalid', 'internal settings not updated, invalid NetAddress: address foo: missing port in address'],
    ['daemon/wallet-locked', 'internal settings not updated, no unlock hash: wallet must be unlocked before it can be used']
  ]],
  ['POST', '/host/storage/folders/add', 400, [
    ['host/folder-too-small', 'minimum allowed size for a storage folder is 268.44 MB (268435456 bytes)'],
    ['host/folder-too-large', 'maximum allowed size for a storage folder is 18.01440 PB (18014398509481984 bytes)'],
    ['host/folder-path-relative', 'storage folder paths must be absolute'],
    ['host/directory-missing', 'stat /srv/siacoins: no such file or directory'],
    ['host/folder-in-use', "selected path is already in use as a storage folder, please use 'resize'"],
    ['host/folder-size-unreadable', 'EOF'],
    ['host/folder-size-unreadable', 'expected integer']
  ]],
  ['POST', '/host/storage/folders/remove', 400, [
    ['host/folder-path-missing', 'path parameter is required'],
    ['host/folder-not-found', 'storage folder with the provided path could not be found'],
    ['host/folders-full', 'unable to migrate all sectors']
  ]],
  ['POST', '/host/storage/folders/resize', 400, [
    ['host/folder-path-missing', 'path parameter is required'],
    ['host/folder-not-found', 'storage folder with the provided path could not be found'],
    ['host/folder-same-size', 'storage folder selected for resize, but new size is same as current size'],
    ['host/folders-full', 'unable to migrate all sectors'],
    ['host/folder-size-unreadable', 'EOF']
  ]],
  ['POST', '/host/storage/sectors/delete/ab', 400, [
    ['host/sector-not-found', 'could not find the desired sector'],
    ['host/sector-root-unreadable', 'encoded value has the wrong length to be a hash'],
    ['host/sector-root-unreadable', 'could not unmarshal hash: encoding/hex: invalid byte: U+007A']
  ]],
  ['POST', '/host/announce', 400, [
    ['host/own-address-unknown', 'cannot announce because address could not be determined'],
    ['host/announced-address-invalid', 'unable to perform manual host announcement: address foo: missing port in address'],
    ['daemon/wallet-locked', 'unable to perform manual host announcement: cannot announce the host while the wallet is locked']
  ]],
  ['GET', '/host/estimatescore', 400, [
    ['host/no-renter', 'cannot call /host/estimatescore without the renter module'],
    ['host/setting-unreadable', 'error parsing host settings: expected integer']
  ]],
  ['GET', '/hostdb/active', 400, [
    ['hostdb/count-unreadable', 'unable to parse numhosts: expected integer']
  ]],
  ['GET', '/hostdb/hosts/ab', 400, [
    ['hostdb/host-not-found', 'unable to get host: host not found in hosttree'],
    ['hostdb/host-not-found', 'requested host does not exist']
  ]],
  ['POST', '/hostdb/filtermode', 400, [
    ['hostdb/filter-mode-unreadable', 'unable to load filter mode from string: could not assigned FilterMode from string bogus'],
    ['hostdb/whitelist-empty', 'failed to set the list mode: cannot enable whitelist without hosts'],
    ['hostdb/filter-unreadable', 'invalid parameters: EOF']
  ]],
  ['POST', '/renter', 400, [
    ['renter/funds-missing', "funds needs to be set if it hasn't been set before"],
    ['renter/period-missing', "period needs to be set if it hasn't been set before"],
    ['renter/funds-unreadable', 'unable to parse funds'],
    ['renter/period-unreadable', 'unable to parse period: expected integer'],
    ['renter/hosts-zero', 'hosts must be non-zero'],
    ['renter/renew-window-zero', 'renew window must be non-zero'],
    ['renter/storage-zero', 'expected storage must be non-zero'],
    ['renter/upload-zero', 'expected upload  must be non-zero'],
    ['renter/download-zero', 'expected download  must be non-zero'],
    ['renter/storage-unreadable', 'unable to parse expectedStorage: expected integer'],
    ['renter/upload-unreadable', 'unable to parse expectedUpload: expected integer'],
    ['renter/download-unreadable', 'unable to parse expectedDownload: expected integer'],
    ['renter/subnet-check-unreadable', 'unable to parse ipviolationcheck: syntax error scanning boolean'],
    ['renter/too-few-hosts', 'insufficient number of hosts, need at least 20 but have 5'],
    ['renter/renew-window-too-short', 'renew window is too small, must be at least 288 blocks but have 5 blocks'],
    ['renter/speed-negative', 'unable to set renter settings: bandwidth limits cannot be negative']
  ]],
  ['POST', '/renter/bubble', 400, [
    ['renter/directory-missing', 'rootsiapath should be true if no siapath is provided'],
    ['renter/two-directories', 'rootsiapath and non empty siapath cannot both be used'],
    ['renter/directory-invalid', 'unable to parse siapath: [invalid SiaPath; path cannot begin with ../]'],
    ['renter/choice-unreadable', "unable to parse 'force' parameter: could not decode boolean: value was not true or false"]
  ]],
  ['POST', '/renter/contract/cancel', 400, [
    ['renter/contract-id-unreadable', 'unable to parse id: encoded value has the wrong length to be a hash'],
    ['renter/contract-not-found', 'unable to cancel contract: failed to acquire contract for update'],
    ['renter/contract-not-found', 'unable to cancel contract: contract not found']
  ]],
  ['GET', '/renter/contracts', 400, [
    ['renter/filter-unreadable', 'unable to parse disabled: could not decode boolean: value was not true or false']
  ]],
  ['POST', '/renter/backup', 400, [
    ['renter/destination-missing', 'destination not specified'],
    ['renter/destination-relative', 'destination must be an absolute path']
  ]],
  ['POST', '/renter/backup', 500, [
    ['daemon/wallet-locked', "failed to get wallet's primary seed"]
  ]],
  ['POST', '/renter/recoverbackup', 400, [
    ['renter/source-missing', 'source not specified'],
    ['renter/source-relative', 'source must be an absolute path'],
    ['renter/backup-file-missing', 'failed to load backup: open /srv/a.bak: no such file or directory'],
    ['renter/backup-foreign', "failed to load backup: checksum doesn't match"]
  ]],
  ['POST', '/renter/backups/restore', 400, [
    ['renter/backup-not-found', 'failed to download backup: no record of a backup with that name'],
    ['renter/backup-foreign', 'failed to load backup: unknown version']
  ]],
  ['GET', '/miner/header', 400, [
    ['daemon/wallet-locked', 'wallet must be unlocked before it can be used']
  ]],
  ['POST', '/miner/header', 400, [
    ['miner/above-target', 'block does not meet target'],
    ['miner/nonce-factor', 'block does not meet nonce requirements'],
    ['miner/unknown-header', 'header is old, block could not be recovered'],
    ['miner/stale-block', 'block does not extend the longest fork'],
    ['miner/header-cut-short', 'could not decode type types.BlockHeader: EOF'],
    ['miner/header-cut-short', 'could not decode type types.BlockHeader: unexpected EOF']
  ]],
  ['POST', '/miner/block', 400, [
    ['miner/unknown-parent', 'block has no known parent'],
    ['miner/block-too-early', 'block timestamp is too early'],
    ['miner/block-from-the-future', 'block timestamp too far in future, discarded'],
    ['miner/payout-sum', 'miner payout sum does not equal block subsidy'],
    ['miner/block-from-the-future', 'block timestamp too far in future, but saved for later use'],
    ['miner/block-cut-short', 'could not decode type types.Block: unexpected EOF']
  ]]
]; // prettier-ignore

function routeOf(method: string, path: string): Route {
  for (const table of Object.values(daemonApi)) {
    const match = matchRoute(table, method, path);
    if (match.found === 'route') return match.route;
  }
  throw new Error(`no route ${method} ${path}`);
}

const rows = DESCRIBED.flatMap(([method, path, status, all]) =>
  all.map(([code, words]) => [method, path, status, words, code] as const)
);

test.each(rows)('%s %s, %i: %s', async (method, path, status, words, code) => {
  const answer = new Response(`${JSON.stringify({ message: words })}\n`, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' }
  });
  const read = decodeAnswer(routeOf(method, path), answer, { maxBytes: 1000, timeoutMs: 60_000 }, loadDaemonErrors);
  await expect(read).rejects.toMatchObject({ code, status });
});

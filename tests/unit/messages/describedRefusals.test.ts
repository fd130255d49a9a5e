import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '$lib/api/http/response';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { daemonApi } from '$lib/api/daemon/modules';
import type { Route } from '$lib/api/http/route';
import { matchRoute } from '$lib/api/http/findRoute';
import { adviseOn } from '$lib/messages/daemonErrors';
import type { AppError } from '$lib/errors';

// What daemons were described to answer, recorded or not: a person is told what happened and what to do.

const HASH = 'could not unmarshal hash: encoding/hex: invalid byte: U+007A';
const validating = (words: string) => `transaction set validation failed: ${words}`;
const DESCRIBED: readonly (readonly [method: string, path: string, status: number, words: readonly string[]])[] = [
  ['GET', '/consensus/blocks', 400, ['either id or height has to be provided', "can't specify both id and height", 'failed to unmarshal blockid', 'failed to parse block height', "block doesn't exist"]],
  ['GET', '/consensus/subscribe/ab', 400, ['could not decode ID: encoded value has the wrong length to be a hash', `could not decode ID: ${HASH}`]],
  ['POST', '/consensus/validate/transactionset', 400, [
    ...['EOF', 'unexpected EOF', "invalid character 'x' looking for beginning of value", 'json: cannot unmarshal object into Go value of type []types.Transaction', 'encoded value has the wrong length to be a hash', 'provided unlock hash has an invalid checksum', 'marshalled unlock hash is the wrong length', 'negative currency not allowed'].map((words) => `could not decode transaction set: ${words}`),
    ...['transaction spends a nonexisting svccoin output', 'svccoin inputs do not equal svccoin outputs for transaction', 'invalid signature', 'transaction has inputs with missing signatures', 'transaction contains a frivolous signature', 'transaction uses a parent object twice', 'transaction cannot have an output or payout that has zero value', 'transaction has a zero value miner fee', 'transaction is too large to fit in a block', 'file contract window must start in the future', 'file contract window must end at least one block after it starts', 'file contract has invalid output sums', 'cannot fetch storage proof segment for unknown file contract'].map(validating)
  ]],
  ['POST', '/daemon/settings', 400, ['unable to parse downloadspeed: expected integer', 'unable to parse uploadspeed: expected integer', "unable to set limits: download/upload rate can't be below 0", 'unable to parse uploadspeed: strconv.ParseInt: parsing "99999999999999999999": value out of range']],
  ['GET', '/daemon/update', 500, ['Failed to fetch latest release: Get "https://releases.example/latest": dial tcp: lookup releases.example: no such host']],
  ['POST', '/gateway', 400, ['unable to parse downloadspeed: expected integer', "failed to set new rate limit: download/upload rate can't be below 0"]],
  ['POST', '/gateway/connect/foo', 400, ["can't connect to invalid address", "can't connect to our own address", 'already connected to this peer', 'address must be an IP address', 'dial tcp 127.0.0.1:9: connect: connection refused']],
  ['POST', '/gateway/disconnect/foo', 400, ['not connected to that node']],
  ['POST', '/gateway/blocklist', 400, ['no addresses submitted to append or remove', 'invalid parameters: unexpected EOF']],
  ['GET', '/host/contracts/ab', 404, ['error get storage contract: [failed to fetch storage obligation; storage obligation not found in database]']],
  ['GET', '/host/contracts/id', 400, ["error parsing storage contract id: encoding/hex: invalid byte: U+0069 'i'"]],
  ['POST', '/host', 400, ['error parsing host settings: expected integer', 'error parsing host settings: negative currency not allowed', 'error parsing host settings: invalid ratio between the download price and the base RPC price, base cost of 100M request should be cheaper than downloading 4TB', 'internal settings not updated, invalid NetAddress: address foo: missing port in address']],
  ['POST', '/host/storage/folders/add', 400, ['minimum allowed size for a storage folder is 268.44 MB (268435456 bytes)', 'maximum allowed size for a storage folder is 18.01440 PB (18014398509481984 bytes)', 'storage folder paths must be absolute', 'stat /srv/siacoins: no such file or directory', "selected path is already in use as a storage folder, please use 'resize'", 'EOF', 'expected integer']],
  ['POST', '/host/storage/folders/remove', 400, ['path parameter is required', 'storage folder with the provided path could not be found', 'unable to migrate all sectors']],
  ['POST', '/host/storage/folders/resize', 400, ['path parameter is required', 'storage folder with the provided path could not be found', 'storage folder selected for resize, but new size is same as current size', 'unable to migrate all sectors', 'EOF']],
  ['POST', '/host/storage/sectors/delete/ab', 400, ['could not find the desired sector', 'encoded value has the wrong length to be a hash', HASH]],
  ['POST', '/host/announce', 400, ['cannot announce because address could not be determined', 'unable to perform manual host announcement: address foo: missing port in address']],
  ['GET', '/host/estimatescore', 400, ['cannot call /host/estimatescore without the renter module', 'error parsing host settings: expected integer']],
  ['GET', '/hostdb/active', 400, ['unable to parse numhosts: expected integer']],
  ['GET', '/hostdb/hosts/ab', 400, ['unable to get host: host not found in hosttree']],
  ['POST', '/hostdb/filtermode', 400, ['unable to load filter mode from string: could not assigned FilterMode from string bogus', 'failed to set the list mode: cannot enable whitelist without hosts', 'invalid parameters: EOF']],
  ['POST', '/renter', 400, ["funds needs to be set if it hasn't been set before", "period needs to be set if it hasn't been set before", 'unable to parse funds', 'unable to parse period: expected integer', 'hosts must be non-zero', 'renew window must be non-zero', 'expected storage must be non-zero', 'insufficient number of hosts, need at least 20 but have 5', 'renew window is too small, must be at least 288 blocks but have 5 blocks', 'unable to set renter settings: bandwidth limits cannot be negative']],
  ['POST', '/renter/bubble', 400, ['rootsiapath should be true if no siapath is provided', 'rootsiapath and non empty siapath cannot both be used', 'unable to parse siapath: [invalid SiaPath; path cannot begin with ../]', "unable to parse 'force' parameter: could not decode boolean: value was not true or false"]],
  ['POST', '/renter/contract/cancel', 400, ['unable to parse id: encoded value has the wrong length to be a hash', 'unable to cancel contract: failed to acquire contract for update']],
  ['GET', '/renter/contracts', 400, ['unable to parse disabled: could not decode boolean: value was not true or false']],
  ['POST', '/renter/backup', 400, ['destination not specified', 'destination must be an absolute path']],
  ['POST', '/renter/backup', 500, ["failed to get wallet's primary seed"]],
  ['POST', '/renter/recoverbackup', 400, ['source not specified', 'source must be an absolute path', 'failed to load backup: open /srv/a.bak: no such file or directory']],
  ['GET', '/miner/header', 400, ['wallet must be unlocked before it can be used']],
  ['POST', '/miner/header', 400, ['block does not meet target', 'block does not meet nonce requirements', 'header is old, block could not be recovered', 'block does not extend the longest fork', 'could not decode type types.BlockHeader: EOF', 'could not decode type types.BlockHeader: unexpected EOF']],
  ['POST', '/miner/block', 400, ['block has no known parent', 'block timestamp is too early', 'block timestamp too far in future, discarded', 'miner payout sum does not equal block subsidy', 'block timestamp too far in future, but saved for later use', 'could not decode type types.Block: unexpected EOF']]
]; // prettier-ignore

function routeOf(method: string, path: string): Route {
  for (const table of Object.values(daemonApi)) {
    const match = matchRoute(table, method, path);
    if (match.found === 'route') return match.route;
  }
  throw new Error(`no route ${method} ${path}`);
}

const rows = DESCRIBED.flatMap(([method, path, status, all]) =>
  all.map((words) => [method, path, status, words] as const)
);

describe('what daemons are described to refuse', () => {
  test.each(rows)('%s %s, %i: %s', async (method, path, status, words) => {
    const answer = new Response(`${JSON.stringify({ message: words })}\n`, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' }
    });
    const error = await decodeAnswer(
      routeOf(method, path),
      answer,
      { maxBytes: 1000, timeoutMs: 1000 },
      loadDaemonErrors
    ).then(
      () => expect.unreachable(),
      (caught: unknown) => caught as AppError
    );
    const advice = adviseOn(error);
    expect(advice).toMatchObject({ title: expect.stringMatching(/^[A-Z]/) as unknown });
    expect(advice!.title).not.toBe('The server said no');
    expect(advice!.todo).not.toMatch(/Its words|siapath/);
  });
});

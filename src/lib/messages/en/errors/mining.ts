import type { BlockTooLargeError } from '$lib/mining/errors';
import type { CertificateFault, PoolAwayError, PoolAwayReason, PoolUntrustedError } from '$lib/mining/stratum/errors';
import { text } from '../../errorText';
import { formatFixed, measured } from '../../numbers';

const AWAY: Readonly<Record<PoolAwayReason, string>> = {
  'connection-refused': 'Nothing is listening at its address. Check the host and port of the pool.',
  'connection-reset': 'It reset the connection.',
  'unknown-host': 'Its host name cannot be resolved. Check the address of the pool.',
  'no-route': 'There is no network route to it.',
  timeout: 'It does not respond.',
  closed: 'The connection was closed.',
  'no-tls': 'It does not use TLS on this port. Check the port and protocol of the pool.',
  'line-too-long': 'It sent an unterminated message.',
  'forbidden-address': 'Its host name resolves to an address that Quarry does not connect to.',
  'subscription-refused': 'It refused the subscription.',
  'server-connection-lost': 'The connection to Quarry’s server was lost.',
  'no-pool': 'This connection no longer has a pool. Reload the page.',
  'connection-removed': 'This connection was removed. Reload the page to continue with another one.',
  'too-many-tabs': 'Too many tabs are mining to it at the same time. Close some of them.',
  other: 'Check the address of the pool.'
};
const CERTIFICATE: Readonly<Record<CertificateFault, string>> = {
  'self-signed': 'It is self-signed.',
  'unknown-issuer': 'Its issuer is unknown.',
  expired: 'It has expired.',
  'not-yet-valid': 'It is not valid yet.',
  'other-name': 'It was issued for another name.',
  other: 'It could not be verified.'
};

const megabytes = (bytes: number): string => measured(formatFixed(Number(bytes) / 1e6, 1), 'MB');

export default {
  'mining/malformed-work': text(
    'The node sent invalid work',
    'It cannot be mined. Mining requests new work and continues when it is valid.'
  ),
  'mining/impossible-target': text(
    'The node sent a target of 0',
    'No hash can meet it. Mining requests new work and continues when it is valid.'
  ),
  'mining/no-engine': text(
    'No mining engine works in this browser',
    'GPU, WebAssembly and JavaScript all failed. Reload the page, or use another browser.'
  ),
  'mining/faulty-engine': text(
    'The engine computed wrong results',
    'Its solutions failed verification, so it is not used. Check the graphics driver and any overclocking.'
  ),
  'mining/engine-failed': text('A mining engine stopped', 'Another engine took over.'),
  'mining/template': text(
    'No block can be built',
    'The server’s data does not make a valid block. Check that it is synced, or choose another work source.'
  ),
  'mining/unproven-payout': text(
    'The payout of the block cannot be verified',
    'The mining server does not report the state of its chain, so its block may pay another address than yours. Mine to the server’s address, or choose another work source.'
  ),
  'mining/stale-work': text(
    'The block came too late',
    'Another block took its place before it was submitted. Nothing was sent.'
  ),
  'mining/nonce-factor': text(
    'The network has an invalid nonce factor',
    'No block can be mined with it. Check the server.'
  ),
  'mining/block-too-large': ({ bytes, maxBytes }: Pick<BlockTooLargeError, 'bytes' | 'maxBytes'>) =>
    text(
      'A block was too large for the server',
      `It had ${megabytes(bytes)}, more than the server accepts: the block is lost. Further blocks have at most ${megabytes(maxBytes)}.`
    ),
  'mining/shares-dropped': ({ perSecond }: { readonly perSecond: number }) =>
    text(
      'Some shares are not sent',
      `The difficulty of the pool is so low that more than ${perSecond} shares a second are found. Set a higher difficulty at the pool.`
    ),
  'async/overflow': text('Too many events at once', 'They arrived faster than Quarry could process them. Start again.'),
  'mining/engine-silent': text(
    'A mining worker does not respond',
    'The browser may have ended it to save memory. Close other tabs, or lower the power.'
  ),
  'gpu/insecure-page': text(
    'The browser disables the GPU on this page',
    'It came over plain HTTP from another computer. Open Quarry on its own computer, through an SSH tunnel, or over HTTPS. Mining uses the processor instead.'
  ),
  'gpu/unsupported': text('This browser has no WebGPU', 'Mining uses the processor instead.'),
  'gpu/no-adapter': text(
    'No graphics adapter available',
    'The browser found none that it may use. Mining uses the processor instead.'
  ),
  'gpu/no-device': text(
    'The graphics adapter could not be opened',
    'Another program may be using it. Mining uses the processor instead.'
  ),
  'gpu/device-lost': text(
    'The connection to the GPU was lost',
    'The driver was reset, or the computer switched adapters. Mining retries the GPU periodically.'
  ),
  'gpu/shader': text(
    'The graphics driver could not compile the kernel',
    'Update the driver. Mining uses the processor instead.'
  ),
  'gpu/operation': text(
    'The GPU reported an error',
    'Mining retries the GPU periodically. See the details for the error.'
  ),
  'gpu/no-wasm-simd': text('This browser has no WebAssembly SIMD', 'Mining uses JavaScript instead, which is slower.'),
  'gpu/worker-failed': text(
    'A mining worker stopped',
    'Mining restarts it periodically. If this persists, reload the page.'
  ),
  'gpu/closed': text('The engine was closed', 'Start mining again to reopen it.'),
  'pool/away': ({ reason }: Pick<PoolAwayError, 'reason'>) => text('No connection to the pool', AWAY[reason]),
  'pool/untrusted': ({ fault }: Pick<PoolUntrustedError, 'fault'>) =>
    text(
      'The certificate of the pool is not trusted',
      `${CERTIFICATE[fault]} Nothing was sent. If the pool is your own, start Quarry with NODE_EXTRA_CA_CERTS set to the file of its certificate; otherwise someone may be intercepting the connection.`
    ),
  'pool/worker-refused': text('The pool refused the worker', 'Check the account and the password for the pool.'),
  'pool/flood': text(
    'The pool sends too many messages',
    'The connection was closed to keep Quarry responsive. Quarry reconnects after a pause; if it happens again, choose another pool.'
  ),
  'pool/malformed': text('The pool sent an invalid message', 'Quarry reconnects automatically.'),
  'pool/reconnect': text('The pool requested a reconnect', 'Quarry reconnects automatically.')
};

import { text } from '../../errorText';

export default {
  'mining/malformed-work': text(
    'The node sent invalid work',
    'It cannot be mined. Mining asks for new work and continues when it is valid.'
  ),
  'mining/impossible-target': text(
    'The node sent a target of 0',
    'No hash can meet it. Mining asks for new work and continues when it is valid.'
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
    "The server's data does not make a valid block. Check that it is synchronized, or choose another work source."
  ),
  'mining/nonce-factor': text(
    'The network has an invalid nonce factor',
    'No block can be mined with it. Check the server.'
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
    'The GPU was lost',
    'The driver was reset, or the computer switched adapters. Mining tries it again from time to time.'
  ),
  'gpu/shader': text(
    'The graphics driver could not compile the kernel',
    'Update the driver. Mining uses the processor instead.'
  ),
  'gpu/operation': text(
    'The GPU reported an error',
    'Mining tries it again from time to time. The details quote the error.'
  ),
  'gpu/no-wasm-simd': text('This browser has no WebAssembly SIMD', 'Mining uses JavaScript instead, which is slower.'),
  'gpu/worker-failed': text(
    'A mining worker stopped',
    'Mining tries it again from time to time. Reload the page if it persists.'
  ),
  'gpu/closed': text('The engine was closed', 'Start mining again to reopen it.'),
  'pool/away': text('No connection to the pool', 'Quarry keeps trying to connect. Check the address of the pool.'),
  'pool/untrusted': ({ reason }: { readonly reason: string }) =>
    text(
      'The certificate of the pool is not trusted',
      `Nothing was sent (${reason}). If the pool is your own, start Quarry with NODE_EXTRA_CA_CERTS set to the file of its certificate; otherwise somebody may be intercepting the connection.`
    ),
  'pool/worker-refused': text('The pool refused the worker', 'Check the user name and the password for the pool.'),
  'pool/malformed': text('The pool sent an invalid message', 'Quarry connects again.'),
  'pool/reconnect': text('The pool asked to reconnect', 'Quarry connects again.')
};

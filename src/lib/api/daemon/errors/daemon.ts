import type { ErrorTable } from '$lib/api/http/errorTable';

/** Errors of the daemon module, and those shared by several modules. */
export const daemonModuleErrors = {
  'api/user-agent-refused': {
    wire: 'Browser access disabled due to security vulnerability.',
    reads: [/^Browser access disabled/]
  },
  'daemon/download-speed-unreadable': {
    wire: 'unable to parse downloadspeed: {reason}',
    field: 'maxDownloadSpeed'
  },
  'daemon/upload-speed-unreadable': { wire: 'unable to parse uploadspeed: {reason}', field: 'maxUploadSpeed' },
  'daemon/speed-negative': { wire: "unable to set limits: download/upload rate can't be below 0" },
  'daemon/no-release': {
    wire: 'Failed to fetch latest release: {reason}',
    status: 500,
    reads: [/^Failed to fetch latest release(?<reason>.*)/]
  },
  'daemon/updated-with-quarry': { wire: 'the embedded node is updated together with Quarry' },
  'daemon/wallet-locked': {
    wire: 'wallet must be unlocked before it can be used',
    reads: [
      /^wallet must be unlocked/,
      /^failed to get wallet's primary seed/,
      /^internal settings not updated, no unlock hash/,
      /^(?:unable to perform manual host announcement: )?cannot announce the host while the wallet is locked/
    ]
  }
} as const satisfies ErrorTable;

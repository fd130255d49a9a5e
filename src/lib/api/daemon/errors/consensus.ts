import type { ErrorTable } from '$lib/api/http/errorTable';

/** Errors of `/consensus`, except those of transaction sets. */
export const consensusErrors = {
  'consensus/block-id-unreadable': { wire: 'failed to unmarshal blockid', reads: [/^failed to unmarshal blockid/] },
  'consensus/height-unreadable': { wire: 'failed to parse block height', reads: [/^failed to parse block height/] },
  'consensus/block-unnamed': { wire: 'either id or height has to be provided', reads: [/^either id or height/] },
  'consensus/block-named-twice': { wire: "can't specify both id and height", reads: [/^can't specify both/] },
  'consensus/before-first-block': {
    wire: 'the blocks of this node begin at height {first:integer}: earlier ones are not stored'
  },
  'consensus/block-not-found': { wire: "block doesn't exist", reads: [/^block doesn't exist/] },
  'consensus/change-id-unreadable': { wire: 'could not decode ID: {reason}' }
} as const satisfies ErrorTable;

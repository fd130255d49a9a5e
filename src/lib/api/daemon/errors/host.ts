import type { ErrorTable } from '$lib/api/http/errorTable';

const FOLDERS = /^\/host\/storage\//;

export const hostErrors = {
  'host/own-address-unknown': {
    wire: 'cannot announce because address could not be determined',
    reads: [/^cannot announce because address could not be determined/]
  },
  'host/announced-address-invalid': {
    wire: 'unable to perform manual host announcement: announcement requested with bad net address: {problem}',
    reads: [/^unable to perform manual host announcement: (?<problem>.*(?:bad net address|missing port).*)/]
  },
  'host/not-announced': {
    wire: 'unable to perform manual host announcement: {reason}',
    reads: [/^unable to perform manual host announcement(?<reason>.*)/]
  },
  'host/contract-id-unreadable': { wire: 'error parsing storage contract id: {reason}' },
  'host/contract-not-found': {
    wire: 'error get storage contract: [failed to fetch storage obligation; storage obligation not found in database]',
    status: 404,
    reads: [/^error get storage contract/]
  },
  'host/base-rpc-price-ratio': {
    wire: 'error parsing host settings: invalid ratio between the download price and the base RPC price, base cost of 100M request should be cheaper than downloading 4TB',
    reads: [/ratio between the download price and the base RPC price/],
    field: 'minBaseRpcPrice'
  },
  'host/sector-access-price-ratio': {
    wire: 'error parsing host settings: invalid ratio between the download price and the sector access price, base cost of 10M accesses should be cheaper than downloading 4TB',
    reads: [/ratio between the download price and the sector access price/],
    field: 'minSectorAccessPrice'
  },
  'host/registry-path-invalid': {
    wire: 'internal settings not updated, invalid registry path: {reason}',
    reads: [/invalid registry path(?<reason>.*)/],
    field: 'customRegistryPath'
  },
  'host/amount-negative': {
    wire: 'error parsing host settings: negative currency not allowed',
    reads: [/^error parsing host settings: .*negative/]
  },
  'host/setting-unreadable': {
    wire: 'error parsing host settings: {reason}',
    reads: [/^error parsing host settings(?<reason>.*)/]
  },
  'host/address-unspecified': {
    wire: 'internal settings not updated, invalid NetAddress: host is the unspecified address',
    reads: [/invalid NetAddress: host is the unspecified address/],
    field: 'netAddress'
  },
  'host/address-invalid': {
    wire: 'internal settings not updated, invalid NetAddress: {problem}',
    reads: [/invalid NetAddress(?<problem>.*)/],
    field: 'netAddress'
  },
  'host/folder-too-small': {
    wire: 'minimum allowed size for a storage folder is {size} ({bytes:integer} bytes)',
    field: 'size'
  },
  'host/folder-too-large': {
    wire: 'maximum allowed size for a storage folder is {size} ({bytes:integer} bytes)',
    field: 'size'
  },
  'host/folder-path-relative': {
    wire: 'storage folder paths must be absolute',
    reads: [/^storage folder paths must be absolute/],
    field: 'path'
  },
  'host/too-many-folders': { wire: 'maximum number of storage folders is {most:integer}' },
  'host/folder-unusable': { wire: 'open {path}: {reason}', at: FOLDERS },
  'host/folder-of-another-host': {
    wire: '{path} holds storage of another host. Choose another directory, or delete its contents'
  },
  'host/directory-missing': {
    wire: 'stat {path}: no such file or directory',
    reads: [/^stat (?<path>.*): no such file or directory/],
    field: 'path'
  },
  'host/directory-unreadable': { wire: 'stat {path}: {reason}', at: FOLDERS, field: 'path' },
  'host/not-a-directory': { wire: '{path} is not a directory', at: FOLDERS, field: 'path' },
  'host/folder-in-use': {
    wire: "selected path is already in use as a storage folder, please use 'resize'",
    reads: [/^selected path is already in use/],
    field: 'path'
  },
  'host/folder-same-size': {
    wire: 'storage folder selected for resize, but new size is same as current size',
    reads: [/new size is same as current size/],
    field: 'size'
  },
  'host/folder-not-found': {
    wire: 'storage folder with the provided path could not be found',
    reads: [/^storage folder with the provided path could not be found/],
    field: 'path'
  },
  'host/folders-full': { wire: 'unable to migrate all sectors', reads: [/^unable to migrate all sectors/] },
  'host/folder-path-missing': {
    wire: 'path parameter is required',
    reads: [/^path parameter is required/],
    field: 'path'
  },
  'host/folder-size-unreadable': { wire: 'expected integer', reads: [/^EOF$/], at: FOLDERS, field: 'size' },
  'host/sector-not-found': {
    wire: 'could not find the desired sector',
    reads: [/^could not find the desired sector/]
  },
  'host/sector-root-unreadable': {
    wire: 'encoded value has the wrong length to be a hash',
    reads: [/to be a hash$|^could not unmarshal hash/],
    at: /^\/host\/storage\/sectors\//
  },
  'host/no-renter': {
    wire: 'cannot call /host/estimatescore without the renter module',
    reads: [/^cannot call \/host\/estimatescore without the renter/]
  }
} as const satisfies ErrorTable;

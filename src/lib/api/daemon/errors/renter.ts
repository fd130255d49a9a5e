import type { ErrorTable } from '$lib/api/http/errorTable';

const SETTINGS = /^\/renter$/;
const BUBBLE = /^\/renter\/bubble$/;

/** Errors of allowance and renter settings; `field` is a field of the allowance form. */
export const allowanceErrors = {
  'renter/funds-missing': {
    wire: "funds needs to be set if it hasn't been set before",
    reads: [/^funds needs to be set/],
    field: 'funds'
  },
  'renter/period-missing': {
    wire: "period needs to be set if it hasn't been set before",
    reads: [/^period needs to be set/],
    field: 'period'
  },
  'renter/funds-unreadable': { wire: 'unable to parse funds', reads: [/^unable to parse funds/], field: 'funds' },
  'renter/redundancy-unreadable': { wire: 'unable to parse expectedRedundancy: {reason}', field: 'redundancy' },
  'renter/funds-zero': { wire: 'funds must be non-zero', field: 'funds' },
  'renter/period-zero': { wire: 'period must be non-zero', field: 'period' },
  'renter/hosts-zero': { wire: 'hosts must be non-zero', reads: [/^hosts must be non-zero/], field: 'hosts' },
  'renter/too-few-hosts': {
    wire: 'insufficient number of hosts, need at least {least:integer} but have {given:integer}',
    field: 'hosts'
  },
  'renter/renew-window-zero': {
    wire: 'renew window must be non-zero',
    reads: [/^renew window must be non-zero/],
    field: 'renewWindow'
  },
  'renter/renew-window-too-short': {
    wire: 'renew window is too small, must be at least {least:integer} blocks but have {given:integer} blocks',
    field: 'renewWindow'
  },
  'renter/storage-zero': {
    wire: 'expected storage must be non-zero',
    reads: [/^expected storage must be non-zero/],
    field: 'expectedStorage'
  },
  // Daemons write these two with a second space.
  'renter/upload-zero': {
    wire: 'expected upload  must be non-zero',
    reads: [/^expected upload +must be non-zero/],
    field: 'expectedUpload'
  },
  'renter/download-zero': {
    wire: 'expected download  must be non-zero',
    reads: [/^expected download +must be non-zero/],
    field: 'expectedDownload'
  },
  'renter/redundancy-zero': { wire: 'expected redundancy must be non-zero', field: 'redundancy' },
  'renter/churn-zero': { wire: 'max period churn must be non-zero' },
  'renter/hosts-unreadable': { wire: 'unable to parse hosts: {reason}', at: SETTINGS, field: 'hosts' },
  'renter/period-unreadable': { wire: 'unable to parse period: {reason}', at: SETTINGS, field: 'period' },
  'renter/renew-window-unreadable': {
    wire: 'unable to parse renewwindow: {reason}',
    at: SETTINGS,
    field: 'renewWindow'
  },
  'renter/storage-unreadable': {
    wire: 'unable to parse expectedStorage: {reason}',
    at: SETTINGS,
    field: 'expectedStorage'
  },
  'renter/upload-unreadable': {
    wire: 'unable to parse expectedUpload: {reason}',
    at: SETTINGS,
    field: 'expectedUpload'
  },
  'renter/download-unreadable': {
    wire: 'unable to parse expectedDownload: {reason}',
    at: SETTINGS,
    field: 'expectedDownload'
  },
  'renter/subnet-check-unreadable': {
    wire: 'unable to parse ipviolationcheck: {reason}',
    at: SETTINGS,
    field: 'ipViolationCheck'
  },
  'renter/number-unreadable': { wire: 'unable to parse {parameter}: {reason}', at: SETTINGS },
  'renter/speed-negative': {
    wire: 'unable to set renter settings: bandwidth limits cannot be negative',
    reads: [/bandwidth limits cannot be negative/]
  }
} as const satisfies ErrorTable;

/** Errors of the renter's contracts, directories and backups. */
export const renterErrors = {
  'renter/two-directories': { wire: 'rootsiapath and non empty siapath cannot both be used', at: BUBBLE },
  'renter/directory-missing': { wire: 'rootsiapath should be true if no siapath is provided', at: BUBBLE },
  'renter/directory-invalid': {
    wire: 'unable to parse siapath: {reason}',
    reads: [/^unable to parse path(?<reason>.*)/],
    at: BUBBLE
  },
  'renter/choice-unreadable': { wire: "unable to parse '{parameter}' parameter: {reason}", at: BUBBLE },
  'renter/filter-unreadable': {
    wire: 'unable to parse {parameter}: {reason}',
    reads: [/^unable to parse (?<parameter>.*): (?<reason>could not decode boolean.*)/],
    at: /^\/renter\/contracts$/
  },
  'renter/contract-id-unreadable': { wire: 'unable to parse id: {reason}', at: /^\/renter\/contract\// },
  'renter/contract-not-found': {
    wire: 'unable to cancel contract: failed to acquire contract for update',
    reads: [/^unable to cancel contract: .*(?:failed to acquire contract|contract not found)/]
  },
  'renter/destination-missing': { wire: 'destination not specified', reads: [/^destination not specified/] },
  'renter/source-missing': { wire: 'source not specified', reads: [/^source not specified/] },
  'renter/destination-relative': {
    wire: 'destination must be an absolute path',
    reads: [/^destination must be an absolute path/]
  },
  'renter/source-relative': { wire: 'source must be an absolute path', reads: [/^source must be an absolute path/] },
  'renter/backup-not-written': { wire: 'failed to create backup: open {path}: {reason}', status: 500 },
  'renter/backup-file-missing': {
    wire: 'failed to load backup: open {path}: no such file or directory',
    reads: [/^failed to load backup: (?<path>.*)no such file/]
  },
  'renter/backup-file-unreadable': { wire: 'failed to load backup: open {path}: {reason}' },
  'renter/backup-file-foreign': { wire: 'failed to load backup: {path} is no backup' },
  'renter/too-many-files': { wire: 'failed to load backup: with it there would be more than {most:integer} files' },
  'renter/backup-not-found': {
    wire: 'failed to load backup: there is no backup named {name}',
    reads: [/^failed to download backup: (?<name>.*)no record of a backup/]
  },
  'renter/backup-foreign': {
    wire: 'failed to load backup: this is no backup of a renter',
    reads: [/^failed to load backup/]
  },
  'renter/backup-name-taken': { wire: 'failed to upload backup: a backup of this name exists already' },
  'renter/backup-name-too-long': { wire: 'failed to upload backup: the name is too long' },
  'renter/too-many-backups': { wire: 'failed to upload backup: there are {most:integer} backups already' },
  'renter/backup-name-missing': { wire: 'name not specified', reads: [/^name not specified/] },
  'renter/backup-without-hosts': {
    wire: 'failed to upload backup: there are no contracts with hosts that could keep it',
    reads: [/^failed to upload backup/]
  }
} as const satisfies ErrorTable;

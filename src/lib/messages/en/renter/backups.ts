export default {
  pageTitle: 'Backups',
  list: {
    title: 'Backups stored with hosts',
    caption: 'Backups stored with hosts, newest first',
    notLoaded: 'Backups unavailable',
    unsupported: 'This node does not support backups with hosts',
    none: 'None yet. A backup contains the metadata of your files: where their pieces are stored and how to assemble them. Stored with hosts, it can be restored from the wallet seed alone.',
    name: 'Name',
    id: 'ID',
    idCopy: 'backup ID',
    created: 'Created',
    size: 'Size',
    upload: 'Upload',
    restore: 'Restore',
    restoreOpen: 'Restore…',
    restoreOne: (name: string) => `Restore… ${name}`,
    unknown: 'unknown',
    complete: 'complete',
    uploaded: (percent: string) => `${percent} uploaded`
  },
  confirm: {
    title: (name: string) => `Restore “${name}”?`,
    action: 'Restore',
    lead: 'Adds the files of the backup to the renter. Nothing is overwritten: files whose path is taken get a numbered name, such as <code>photo_1.jpg</code>.',
    running: 'Restoring. This can take minutes and continues if you close this page.',
    done: (name: string) => `Files of “${name}” restored.`
  },
  create: {
    title: 'Create backup',
    lead: 'Saves the metadata of your files. The data itself stays with hosts.',
    destination: 'Destination',
    running: 'Creating backup. This can take minutes.',
    failed: 'Backup not created',
    action: 'Create backup',
    doneFile: 'Backup created.',
    doneHosts: 'Backup is being uploaded to hosts.'
  },
  restore: {
    title: 'Restore backup',
    lead: 'Adds the files of a backup to the renter. Nothing is overwritten: files whose path is taken get a numbered name.',
    source: 'Source',
    running: 'Restoring. This can take minutes.',
    failed: 'Backup not restored',
    action: 'Restore',
    done: 'Backup restored.'
  },
  place: {
    file: 'File on the node',
    fileHint: 'Keep another copy elsewhere.',
    hosts: 'Hosts',
    hostsHint: 'Uploaded under a name through your contracts, and found again with the wallet seed.',
    path: 'File path',
    pathHint: 'Absolute path on the node, such as /home/me/files.backup.',
    name: 'Backup name'
  },
  problems: {
    missingPath: 'Enter a file path.',
    relativePath: 'Enter an absolute path, such as /home/me/files.backup or C:\\files.backup.',
    isDirectory: 'This is a directory. Add a file name.',
    missingName: 'Enter a name.',
    nameTooLong: 'Use at most 96 bytes.'
  }
};

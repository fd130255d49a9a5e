export default {
  pageTitle: 'Maintenance',
  update: {
    title: 'Update directory metadata',
    lead: 'The renter stores size, health and repair status for every directory and updates them gradually. This updates them immediately, from the chosen directory upward (“bubble”).',
    scope: 'Scope',
    directory: 'One directory',
    directoryHint: 'Also updates its parent directories.',
    root: 'Root',
    rootHint: 'Totals of all files.',
    path: 'Directory path',
    pathHint: 'Relative to the renter root, such as photos/2026. The node does not report missing directories.',
    recursive: 'Include subdirectories',
    recursiveHint: 'Recursive: updates every directory below.',
    force: 'Include recently checked directories',
    forceHint: 'Force: otherwise only outdated directories are updated.',
    warning:
      'Updating everything from the root takes a long time and slows down uploads and repairs. Choose a directory if possible.',
    running: 'Updating. Many directories take minutes.',
    failed: 'Directory not updated',
    action: 'Update',
    done: 'Update started.',
    confirm: {
      title: 'Update all directories?',
      action: 'Update all',
      text: 'With many files this can take hours and delays most other work of the renter. It can be stopped only by restarting the node.'
    }
  },
  problems: {
    missing: 'Enter a directory, or choose the root.',
    leadingSlash: 'Remove the leading slash: paths are relative to the renter root.',
    dotSegments: 'Enter the path without . and .. segments.',
    emptySegment: 'Remove double and trailing slashes.'
  },
  memory: {
    title: 'Memory',
    lead: 'Memory that uploads, downloads, the registry and repairs may use, and how much of it is in use. Waiting work has not been allocated memory yet.',
    manager: 'For',
    ordinary: 'In use',
    priority: 'In use with priority',
    reserve: 'Reserved for priority',
    waiting: 'Waiting for',
    managers: {
      userUpload: 'Uploads',
      userDownload: 'Downloads',
      registry: 'Registry',
      system: 'Repairs and maintenance',
      total: 'Total'
    }
  },
  clean: {
    title: 'Remove lost files',
    lead: 'A file is lost if the node has no local copy and its redundancy is below 1. The renter cannot restore it, but still lists it and tries to repair it.',
    warning:
      'This removes all lost files from the list. If missing hosts may come back, wait: a removed file cannot be recovered.',
    open: 'Remove lost files…',
    question: 'Remove all lost files?',
    action: 'Remove',
    word: 'remove',
    effect:
      'Every file without a local copy and with redundancy below 1 is removed from the renter. Restoring a backup brings back the entries, but not the missing data.',
    done: 'Lost files removed.'
  }
};

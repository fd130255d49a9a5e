import { plural } from '../../plural';

export default {
  pageTitle: 'Host storage',
  notLoaded: 'Folders unavailable',
  updated: 'Updated',
  folders: {
    title: 'Storage folders',
    caption: 'Storage folders of this host',
    stored: 'Renter data',
    none: 'No folders yet.',
    summary: (share: string, capacity: string, folders: number, free: string) =>
      plural(folders, {
        one: `${share} of ${capacity} used in # folder, ${free} free.`,
        other: `${share} of ${capacity} used in # folders, ${free} free.`
      }),
    count: (count: number) => plural(count, { one: '# folder', other: '# folders' }),
    add: 'Add folder…',
    adding: (path: string) => `Adding ${path}`,
    empty: 'Renter data is stored in folders of your choice, ideally one per disk. Add a folder to offer storage.',
    folder: 'Folder',
    used: 'Used',
    usedOf: (used: string, capacity: string) => `${used} of ${capacity}`,
    reads: 'Reads',
    writes: 'Writes',
    ok: (count: string) => `${count} ok`,
    failed: (count: string) => `${count} failed`,
    actions: 'Actions',
    resize: 'Resize…',
    remove: 'Remove…',
    resizeFolder: (path: string) => `Resize ${path}`,
    removeFolder: (path: string) => `Remove ${path}`,
    number: (index: number) => `Folder ${index}`
  },
  tasks: {
    add: 'Adding',
    resize: (size: string) => `Resizing to ${size}`,
    remove: 'Moving data to other folders',
    other: 'In progress'
  },
  history: {
    title: 'Storage over time',
    used: 'Used',
    capacity: 'Capacity'
  },
  dialog: {
    cancel: 'Cancel',
    closeBusy: 'Close and continue in background'
  },
  add: {
    title: 'Add folder',
    lead: 'The host allocates the full size at once.',
    path: 'Path on the node',
    pathExample: '/mnt/disk1/quarry',
    pathHint: 'Absolute path of an existing, empty folder.',
    size: 'Size',
    sizeHint: 'Free disk space is not checked. Rounded down to whole sectors.',
    action: 'Add folder',
    busy: 'Adding…',
    failed: 'Folder not added',
    failedFor: (path: string, reason: string) => `${path} was not added: ${reason}`,
    done: (path: string, size: string) => `${path} added: ${size} of new storage.`
  },
  pathProblems: {
    missing: 'Enter a path.',
    relative: 'Enter an absolute path, such as /mnt/disk1/quarry.',
    inUse: 'This folder is already in use. Resize it instead.',
    tooMany: 'The limit of 65,536 folders is reached. Resize an existing one instead.'
  },
  resize: {
    title: 'Resize folder',
    lead: (used: string, capacity: string) => `<path/> holds ${used} of data in ${capacity}.`,
    size: 'New size',
    sizeHint: 'Rounded down to whole sectors.',
    grows: (size: string) => `Adds ${size}. Existing data stays in place.`,
    shrinks: (size: string) => `Frees ${size}. The data still fits; some of it moves within the folder first.`,
    displaces: (size: string, free: string) =>
      `<b>${size} of data must move to other folders first.</b> They have ${free} free. Renters can access it meanwhile.`,
    displacesTooMuch: (size: string, free: string) =>
      `<b>${size} of data must move to other folders first.</b> They have only ${free} free, so the daemon will refuse. Add or enlarge another folder first.`,
    unchanged: 'This is the current size.',
    action: 'Resize folder',
    busy: 'Resizing…',
    failed: 'Folder not resized',
    failedFor: (path: string, reason: string) => `${path} was not resized: ${reason}`,
    done: (path: string, size: string) => `${path} resized to ${size}.`
  },
  remove: {
    title: 'Remove folder?',
    empty: (capacity: string) => `<path/> is removed, with ${capacity} of capacity. It holds no data.`,
    moves: (capacity: string, used: string, free: string) =>
      `<path/> is removed, with ${capacity} of capacity. Its ${used} of data move to the other folders first; they have ${free} free. Renters can access the data meanwhile.`,
    tooMuch: (capacity: string, used: string, free: string) =>
      `<path/> is removed, with ${capacity} of capacity. Its ${used} of data would have to move to the other folders first; they have only ${free} free, so the daemon will refuse.`,
    action: 'Remove folder',
    busy: 'Removing…',
    failedFor: (path: string, reason: string) => `${path} was not removed: ${reason}`,
    done: (path: string) => `${path} removed.`,
    doneByForce: (path: string) => `${path} removed. Data that could not be moved is lost.`
  },
  force: {
    title: 'Remove by force?',
    lead: (used: string) =>
      `<b>Up to ${used} of renter data in this folder would be lost</b>: everything that does not fit into other folders. Contracts for it would fail, with their revenue and risked collateral.`,
    unchanged: 'The folder has not been changed. Adding space in another folder is the safe alternative.',
    action: 'Remove by force',
    keep: 'Keep folder'
  },
  sector: {
    prompt: 'Required by law to delete data?',
    open: 'Delete a sector…',
    title: 'Delete sector',
    lead: 'A sector is a piece of renter data, identified by its Merkle root. <b>Once it is deleted, this host can neither serve nor prove it.</b> Contracts that contain it may fail, with their revenue and risked collateral. Only delete data that you must not keep.',
    root: 'Merkle root',
    invalidRoot: 'A Merkle root has 64 hexadecimal digits.',
    action: 'Delete sector',
    word: 'delete',
    done: 'Sector deleted.'
  }
};

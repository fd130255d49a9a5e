import type { Database } from '$lib/storage/database';

/** The database with some of its methods replaced; these may call the original ones. */
export const databaseWith = (database: Database, methods: Partial<Database>): Database => ({
  warning: undefined,
  alone: database.alone,
  onwarning: undefined,
  read: database.read,
  write: database.write,
  remove: database.remove,
  removeMoved: database.removeMoved,
  writeThrough: database.writeThrough,
  writeToBoth: database.writeToBoth,
  readMoved: database.readMoved,
  close: () => database.close(),
  ...methods
});

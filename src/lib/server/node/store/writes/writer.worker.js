// Makes changes of the chain file on a separate thread; see PackedRuns for their encoding. Plain JavaScript, passed to
// the thread as text, so that it runs the same from source and in a build.
const { Buffer } = require('node:buffer');
const { DatabaseSync } = require('node:sqlite');
const { workerData } = require('node:worker_threads');

const BUSY_TIMEOUT_MS = 5000;

/**
 * @type {{ path: string, statements: readonly string[], ended: Int32Array<SharedArrayBuffer>,
 *   port: import('node:worker_threads').MessagePort }}
 */
const { path, statements, ended, port } = workerData;

/** @type {import('node:sqlite').DatabaseSync | undefined} */
let database;
/** @type {(import('node:sqlite').StatementSync | undefined)[]} */
const prepared = [];

/** The file, opened like by the other thread, but checkpointed only when that asks for it. */
function open() {
  const opened = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  opened.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 0');
  return opened;
}

/** @param {import('node:sqlite').DatabaseSync} file @param {Uint8Array} bytes */
function runAll(file, bytes) {
  const runs = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < runs.length) {
    const index = runs.readUInt8(at);
    const count = runs.readUInt8(at + 1);
    at += 2;
    /** @type {import('node:sqlite').SQLInputValue[]} */
    const values = [];
    for (let i = 0; i < count; i++) {
      const kind = runs.readUInt8(at++);
      if (kind === 0) values.push(null);
      else if (kind === 1) {
        values.push(runs.readDoubleLE(at));
        at += 8;
      } else if (kind === 2) {
        values.push(runs.readBigInt64LE(at));
        at += 8;
      } else {
        const end = at + 4 + runs.readUInt32LE(at);
        values.push(kind === 3 ? runs.toString('utf8', at + 4, end) : runs.subarray(at + 4, end));
        at = end;
      }
    }
    const statement = (prepared[index] ??= file.prepare(/** @type {string} */ (statements[index])));
    statement.run(...values);
  }
}

/** All runs in one transaction. @param {Uint8Array} runs @returns the error if nothing was changed */
function make(runs) {
  try {
    database ??= open();
    database.exec('BEGIN IMMEDIATE');
    runAll(database, runs);
    database.exec('COMMIT');
    return undefined;
  } catch (error) {
    // Some errors, such as a full disk, have already ended the transaction.
    if (database?.isTransaction) database.exec('ROLLBACK');
    const { message, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    return { message, errcode };
  }
}

/** Moves the log into the file; what cannot be moved now, such as on a full disk, the next checkpoint moves. */
function checkpoint() {
  try {
    database?.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // The next batch tells what is wrong.
  }
}

port.on('message', (/** @type {Uint8Array | 'checkpoint' | 'close'} */ task) => {
  if (task === 'checkpoint') checkpoint();
  else if (task === 'close') database?.close();
  if (typeof task === 'string') port.postMessage({});
  else port.postMessage({ error: make(task), memory: task.buffer }, [/** @type {ArrayBuffer} */ (task.buffer)]);
  Atomics.add(ended, 0, 1);
  Atomics.notify(ended, 0);
});

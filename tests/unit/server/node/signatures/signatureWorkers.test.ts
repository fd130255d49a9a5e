import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { SignatureWorker } from '$lib/server/node/signatures/signatureThread';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';

/** A worker that the test answers for. */
class ScriptedWorker extends EventEmitter implements SignatureWorker {
  readonly requests: { readonly id: number; readonly checks: Uint8Array }[] = [];
  isTerminated = false;

  postMessage(request: { readonly id: number; readonly checks: Uint8Array }): void {
    this.requests.push(request);
  }

  /** Answers its oldest open request: every signature is valid. */
  answer(): void {
    const { id, checks } = this.requests.shift()!;
    this.emit('message', { id, verdicts: new Uint8Array(checks.length / 128).fill(1) });
  }

  terminate(): Promise<number> {
    this.isTerminated = true;
    return Promise.resolve(0);
  }
}

function scripted() {
  const started: ScriptedWorker[] = [];
  const workers = new SignatureWorkers(() => {
    const worker = new ScriptedWorker();
    started.push(worker);
    return worker;
  });
  return { workers, started };
}

const checks = (count: number): SignatureCheck[] =>
  Array.from({ length: count }, (_, i) => ({
    publicKey: new Uint8Array(32).fill(i + 2),
    message: new Uint8Array(32),
    signature: new Uint8Array(64)
  }));

test('a thread receives key, message and signature of each check, and a filler for those of other lengths', () => {
  const { workers, started } = scripted();
  const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
  const check = (publicKey: number, message: number, signature: number): SignatureCheck => ({
    publicKey: bytes(publicKey, 1),
    message: bytes(message, 2),
    signature: bytes(signature, 3)
  });
  const all = [check(32, 32, 64), check(31, 32, 64), check(32, 33, 64), check(32, 32, 65), check(32, 32, 64)];
  workers.verify(all).catch(() => undefined);
  const packed = [...bytes(32, 1), ...bytes(32, 2), ...bytes(64, 3)];
  const filler = [...bytes(128, 0xff)];
  expect([...started[0]!.requests[0]!.checks]).toEqual([...packed, ...filler, ...filler, ...filler, ...packed]);
});

test('a batch goes to the less busy thread', async () => {
  const { workers, started } = scripted();
  const all = [workers.verify(checks(3)), workers.verify(checks(1)), workers.verify(checks(1))];
  expect(started.map(({ requests }) => requests.map((request) => request.checks.length / 128))).toEqual([[3], [1, 1]]);
  for (const worker of started) while (worker.requests.length > 0) worker.answer();
  expect(await Promise.all(all)).toEqual([[true, true, true], [true], [true]]);
});

test('a large batch is divided evenly among the threads, and its verdicts stay in order', async () => {
  const { workers, started } = scripted();
  const verified = workers.verify(checks(101));
  expect(started.map(({ requests }) => requests.map((request) => request.checks.length / 128))).toEqual([[51], [50]]);
  for (const worker of started) worker.answer();
  expect(await verified).toEqual(new Array(101).fill(true));
});

test('a thread that fails takes only its own requests with it, and is started again', async () => {
  const { workers, started } = scripted();
  const [failing, other] = [workers.verify(checks(2)), workers.verify(checks(2))];
  started[0]!.emit('error', new Error('out of memory'));
  await expect(failing).rejects.toThrow('out of memory');
  started[1]!.answer();
  expect(await other).toEqual([true, true]);
  const next = workers.verify(checks(1));
  expect(started).toHaveLength(3);
  started[2]!.answer();
  expect(await next).toEqual([true]);
});

test('closing ends the threads that were started', async () => {
  const { workers, started } = scripted();
  const verified = workers.verify(checks(1));
  started[0]!.answer();
  await verified;
  await workers.close();
  expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true]);
});

test('closing rejects what is being verified, and later requests', async () => {
  const { workers, started } = scripted();
  const underWay = [workers.verify(checks(2)), workers.verify(checks(100))].map((verdicts) =>
    verdicts.catch((error: unknown) => error)
  );
  await workers.close();
  const closed = { code: 'node/signatures-closed' };
  await expect(Promise.all(underWay)).resolves.toMatchObject([closed, closed]);
  await expect(workers.verify(checks(1))).rejects.toMatchObject(closed);
  // The second close of a node that is stopped.
  await workers.close();
  expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});

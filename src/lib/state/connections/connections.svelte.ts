import type { ConnectionDraft, ConnectionList, Connections, Passwords } from '$lib/api/quarry/connections';
import type { TestRequest } from '$lib/api/quarry/connectionCheck';
import type { TestResult } from '$lib/api/services/check/result';
import { toAppError, type AppError } from '$lib/errors';
import { Attempt } from '../reactive/attempt.svelte';
import { Live } from '../reactive/live.svelte';

/** How a test of one service goes. */
export type TestStep =
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly result: TestResult }
  | { readonly step: 'failed'; readonly error: AppError };

/** The tests of some services, each by a name of the asker's. The answer to an older test is dropped. */
export class ServiceTests {
  steps = $state.raw<Readonly<Record<string, TestStep>>>({});
  readonly #api: Pick<Connections, 'test'>;
  readonly #latest = new Map<string, object>();

  constructor(api: Pick<Connections, 'test'>) {
    this.#api = api;
  }

  async run(name: string, body: TestRequest): Promise<void> {
    const test = {};
    this.#latest.set(name, test);
    this.#set(name, { step: 'testing' });
    let end: TestStep;
    try {
      end = { step: 'tested', result: await this.#api.test({ body }) };
    } catch (error) {
      end = { step: 'failed', error: toAppError(error) };
    }
    if (this.#latest.get(name) === test) this.#set(name, end);
  }

  /** What was tested is no longer what is there. */
  forget(name: string): void {
    this.#latest.delete(name);
    const { [name]: _, ...others } = this.steps;
    this.steps = others;
  }

  #set(name: string, step: TestStep): void {
    this.steps = { ...this.steps, [name]: step };
  }
}

/** The nodes that Quarry knows, and what a person does about them. */
export class ConnectionsState {
  readonly list: Live<ConnectionList>;
  readonly saving = new Attempt();
  readonly removing = new Attempt();
  readonly selecting = new Attempt();
  readonly tests: ServiceTests;
  readonly #api: Connections;

  constructor(api: Connections) {
    this.#api = api;
    this.tests = new ServiceTests(api);
    this.list = new Live((signal) => api.list({}, { signal }));
  }

  /** @param id of the one to be changed; none for a new one. @returns whether it is kept */
  save(draft: ConnectionDraft, id?: string): Promise<boolean> {
    return this.saving.run(async () => {
      if (id === undefined) await this.#api.add({ body: draft });
      else await this.#api.change({ params: { id }, body: draft });
      await this.list.refreshAnew();
    });
  }

  unlock(id: string, passwords: Passwords): Promise<boolean> {
    return this.saving.run(async () => {
      await this.#api.unlock({ params: { id }, body: passwords });
      await this.list.refreshAnew();
    });
  }

  remove(id: string): Promise<boolean> {
    return this.removing.run(async () => {
      await this.#api.remove({ params: { id } });
      await this.list.refreshAnew();
    });
  }

  /** New tabs are opened with it; this one too, once it is loaded anew. */
  select(id: string): Promise<boolean> {
    return this.selecting.run(() => this.#api.select({ params: { id } }));
  }
}

import type { ConnectionDraft, ConnectionList, Connections, Passwords } from '$lib/api/quarry/connections';
import type { TestRequest } from '$lib/api/quarry/connectionCheck';
import type { TestResult } from '$lib/api/services/check/result';
import { toAppError, type AppError } from '$lib/errors';
import { Attempt } from '../reactive/attempt.svelte';
import { Live } from '../reactive/live.svelte';

/** State of a service test. */
export type TestStep =
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly result: TestResult }
  | { readonly step: 'failed'; readonly error: AppError };

/** Service tests by name. The result of an outdated test is dropped. */
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

  /** Drops a result that no longer matches the form. */
  forget(name: string): void {
    this.#latest.delete(name);
    const { [name]: _, ...others } = this.steps;
    this.steps = others;
  }

  #set(name: string, step: TestStep): void {
    this.steps = { ...this.steps, [name]: step };
  }
}

/** The stored connections and operations on them. */
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

  /** @param id connection to update; undefined adds one. @returns whether it was saved */
  save(draft: ConnectionDraft, id?: string): Promise<boolean> {
    return this.saving.run(async () => {
      if (id === undefined) await this.#api.add({ body: draft });
      else await this.#api.change({ params: { id }, body: draft });
      await this.list.refreshAnew();
    });
  }

  async unlock(id: string, passwords: Passwords): Promise<void> {
    await this.#api.unlock({ params: { id }, body: passwords });
    await this.list.refreshAnew();
  }

  remove(id: string): Promise<boolean> {
    return this.removing.run(async () => {
      await this.#api.remove({ params: { id } });
      await this.list.refreshAnew();
    });
  }

  /** Selects the connection of new tabs, and of this one after a reload. */
  select(id: string): Promise<boolean> {
    return this.selecting.run(() => this.#api.select({ params: { id } }));
  }
}

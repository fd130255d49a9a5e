import { settingsParameters, type HostClient, type HostInternalSettings, type HostStatus } from '$lib/api/daemon/host';
import { toAppError, type AppError } from '$lib/errors';
import type { Live } from '../reactive/live.svelte';
import { FormDraft } from '../reactive/formDraft.svelte';
import { SETTING_NAMES, type SettingName } from '$lib/services/host/settingFields';
import { checkSettings, sentValue, type SettingFindings } from '$lib/services/host/settingRules';

/** Result of a save. */
export interface Saved {
  readonly names: readonly SettingName[];
  /** Settings that the daemon left unchanged: it ignores empty strings. */
  readonly kept: readonly SettingName[];
}

/** Editing the host's settings: validation, and saving of changes. */
export class SettingsForm {
  readonly draft: FormDraft<HostInternalSettings>;
  saving = $state(false);
  /** Why the daemon refused the last save. The input is kept. */
  problem = $state.raw<AppError>();

  /** Validation of the settings as they would be after saving. */
  readonly findings: SettingFindings = $derived.by(() => checkSettings(this.draft.preview(), this.#sectorBytes));

  /** Valid changes. */
  readonly valid: Partial<HostInternalSettings> = $derived.by(() =>
    Object.fromEntries(Object.entries(this.draft.changes()).filter(([name]) => !(name in this.findings.problems)))
  );

  readonly #client: Pick<HostClient, 'configure'>;
  readonly #status: Live<HostStatus>;
  readonly #sectorBytes: bigint;

  /** @param first the host's status at the time the form is opened */
  constructor(client: Pick<HostClient, 'configure'>, status: Live<HostStatus>, first: HostStatus) {
    this.#client = client;
    this.#status = status;
    this.#sectorBytes = first.externalSettings.sectorSize;
    this.draft = new FormDraft(first.internalSettings);
  }

  /** The changed settings, in the form's order. */
  get changed(): readonly SettingName[] {
    return SETTING_NAMES.filter((name) => this.draft.isChanged(name));
  }

  /** Applies a new status, unless a save is in progress: then it may be older than the saved values. */
  follow({ internalSettings }: HostStatus): void {
    if (!this.saving) this.draft.follow(internalSettings);
  }

  /** Sends the changed settings. @returns undefined on failure; see `problem` */
  async save(): Promise<Saved | undefined> {
    const { incomplete } = this.draft;
    if (this.saving || incomplete || Object.keys(this.findings.problems).length > 0) return undefined;
    const changes = this.draft.changes();
    const names = Object.keys(changes) as SettingName[];
    if (names.length === 0) return undefined;
    this.saving = true;
    this.problem = undefined;
    try {
      const sent = Object.fromEntries(names.map((name) => [name, sentValue(name, changes[name] as never)]));
      await this.#client.configure({ body: settingsParameters(sent) });
      this.draft.posted(changes);
      await this.#status.refreshAnew();
      const now = this.#status.problem ? undefined : this.#status.value?.internalSettings;
      if (now) this.draft.follow(now);
      return { names, kept: now ? names.filter((name) => now[name] !== sent[name]) : [] };
    } catch (error) {
      this.problem = toAppError(error);
      return undefined;
    } finally {
      this.saving = false;
    }
  }
}

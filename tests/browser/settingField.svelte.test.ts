import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { HostInternalSettings } from '$lib/api/daemon/host';
import { FormDraft } from '$lib/state/reactive/formDraft.svelte';
import SettingField from '../../src/routes/(app)/host/settings/SettingField.svelte';

test('a duration that is being typed stays when the node is polled', async () => {
  let clock = $state.raw({ height: 1, blockSeconds: 600 });
  const props = {
    name: 'maxDuration' as const,
    draft: new FormDraft<HostInternalSettings>({ maxDuration: 4_320n } as unknown as HostInternalSettings),
    problem: undefined,
    warning: undefined,
    suggestion: undefined,
    worth: undefined,
    get blockSeconds() {
      return clock.blockSeconds;
    }
  };
  const field = mount(SettingField, { target: document.body, props: props as never });
  const input = document.querySelector('input')!;
  input.focus();
  input.value = '1.';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  clock = { height: 2, blockSeconds: 600 };
  flushSync();
  expect([input.isConnected, document.activeElement === input, input.value]).toEqual([true, true, '1.']);
  await unmount(field);
});

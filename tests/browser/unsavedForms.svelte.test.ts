import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { setNotices } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import { ConnectionsState } from '$lib/state/connections/connections.svelte';
import SpeedLimits from '../../src/routes/(app)/_parts/SpeedLimits.svelte';
import EditConnection from '../../src/routes/(app)/connections/EditConnection.svelte';
import AllowanceForm from '../../src/routes/(app)/renter/AllowanceForm.svelte';
import { announce } from '../support/kit/navigation';

let shown: object;
afterEach(() => unmount(shown));

/** Whether leaving the page is held up for a question. */
function asksToLeave(): boolean {
  const cancel = vi.fn();
  announce({ type: 'popstate', cancel, to: null, willUnload: true } as never);
  return cancel.mock.calls.length > 0;
}

function typeInFirst(text: string) {
  const input = document.querySelector<HTMLInputElement>('form input')!;
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

const none = { funds: 0n, hosts: 0n, period: 0n, renewWindow: 0n };
const expected = { expectedStorage: 0n, expectedUpload: 0n, expectedDownload: 0n, expectedRedundancy: 3 };
const settings = { allowance: { ...none, ...expected }, maxUploadSpeed: 0n, maxDownloadSpeed: 0n };
const renter = { problemOf: () => undefined, isActing: () => false };
const limits = { maxDownloadSpeed: 0n, maxUploadSpeed: 0n };

test.each<[string, unknown, object]>([
  ['an allowance', AllowanceForm, { renter, status: { settings }, blockSeconds: 600 }],
  ['speed limits', SpeedLimits, { saved: limits, save: async () => undefined }],
  ['a connection', EditConnection, { connections: new ConnectionsState({} as never), onclose: () => undefined }]
])('%s that was typed and not saved is not lost without a question', (_, form, props) => {
  const provided = (anchor: never, props: never) => {
    setNotices(new Notices());
    return (form as typeof AllowanceForm)(anchor, props);
  };
  shown = mount(provided as never, { target: document.body, props: props as never, context: new Map() });
  flushSync();
  expect(asksToLeave()).toBe(false);
  typeInFirst('5');
  expect(asksToLeave()).toBe(true);
});

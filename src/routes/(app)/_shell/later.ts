// What is on every page soon after the first load, in one chunk.
import { goto } from '$app/navigation';
import { load as loadTexts } from '$lib/messages/shell/notifications';
import { noticeText } from '$lib/messages/shell/noticeText';
import { openNotifications } from '$lib/state/notifications/openNotifications';
import Background from './Background.svelte';
import InboxLink from './InboxLink.svelte';

export async function openExtras() {
  await loadTexts();
  const notifications = await openNotifications({ textOf: noticeText, open: (href) => void goto(href) });
  return { Background, InboxLink, notifications };
}
export type Extras = Awaited<ReturnType<typeof openExtras>>;

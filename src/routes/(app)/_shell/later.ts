// Code needed on every page soon after the first load, in one chunk.
import { goto } from '$app/navigation';
import { load as loadTexts } from '$lib/messages/shell/notifications';
import { ErrorLog } from '$lib/services/diagnostics/errorLog';
import { load as loadOutage } from '$lib/messages/shell/outage';
import { loadErrorHelp } from '$lib/messages/errorHelp';
import { noticeText } from '$lib/messages/shell/noticeText';
import type { App } from '$lib/state/app.svelte';
import { Outage } from '$lib/state/node/outage.svelte';
import { openNotifications } from '$lib/state/notifications/openNotifications';
import Background from './Background.svelte';
import InboxLink from './InboxLink.svelte';
import MinerControl from './MinerControl.svelte';
import Offers from './Offers.svelte';
import OutageBanner from './OutageBanner.svelte';

export async function openExtras({ nodeStatus, openChannel }: App) {
  await Promise.all([loadTexts(), loadOutage(), loadErrorHelp()]);
  const view = { textOf: noticeText, open: (href: string) => void goto(href) };
  const notifications = await openNotifications(view, openChannel);
  const outage = new Outage({ nodeStatus, nowMs: Date.now });
  const errorLog = new ErrorLog(Date.now);
  addEventListener('error', ({ error, message }) => errorLog.add(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => errorLog.add(reason));
  return { Background, InboxLink, MinerControl, Offers, OutageBanner, errorLog, notifications, outage };
}
export type Extras = Awaited<ReturnType<typeof openExtras>>;

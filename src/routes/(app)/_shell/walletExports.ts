import { downloadText } from '$lib/components/form/download';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';

/** Downloads the whole history, like the wallet's Overview. */
export async function downloadHistory(wallet: WalletState): Promise<void> {
  const [{ eventsCsv }, { withUnconfirmed }, texts] = await Promise.all([
    import('$lib/wallet/formats/exportLists'),
    import('$lib/services/wallet/events'),
    import('$lib/messages/wallet/pages')
  ]);
  await texts.load();
  const [confirmed, own] = await Promise.all([Array.fromAsync(wallet.lists.allEvents()), wallet.eventTexts()]);
  const events = withUnconfirmed(wallet.unconfirmed, confirmed);
  downloadText(eventsCsv(events, own), `${texts.m.events.file(wallet.info.name)}.csv`, 'text/csv');
}

/** Downloads the labels, like the wallet's settings. */
export async function downloadLabels(wallet: WalletState): Promise<void> {
  const [{ formatLabels }, texts] = await Promise.all([
    import('$lib/wallet/formats/labels'),
    import('$lib/messages/wallet/settings')
  ]);
  await texts.load();
  const labels = formatLabels(await wallet.readLabels());
  downloadText(labels, `${texts.m.labels.file(wallet.info.name)}.jsonl`, 'application/jsonl');
}

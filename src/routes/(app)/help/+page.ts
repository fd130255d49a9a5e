import { load as loadGlossary } from '$lib/messages/shell/glossary';
import { load as loadHelp } from '$lib/messages/shell/help';
import { load as loadShortcuts } from '$lib/messages/shell/shortcuts';

export const load = async (): Promise<void> => {
  await Promise.all([loadGlossary(), loadHelp(), loadShortcuts()]);
};

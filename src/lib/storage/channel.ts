import type { TabChannel } from '$lib/services/ports';

/**
 * A BroadcastChannel between tabs. If it is unsupported, or blocked together with all storage, messages are dropped.
 * @param ended ends the receiving; what is posted later still reaches the other tabs
 */
export function openChannel<T>(name: string, onmessage: (message: T) => void, ended?: AbortSignal): TabChannel<T> {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<T>) => onmessage(data);
    ended?.addEventListener('abort', () => channel.close());
    return {
      post(message) {
        const open = ended?.aborted ? new BroadcastChannel(name) : channel;
        open.postMessage(message);
        if (open !== channel) open.close();
      },
      close: () => channel.close()
    };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}

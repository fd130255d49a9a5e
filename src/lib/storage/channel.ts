import type { TabChannel } from '$lib/services/ports';

/**
 * A BroadcastChannel between tabs. If it is unsupported, or blocked together with all storage, messages are dropped.
 */
export function openChannel<T>(name: string, onmessage: (message: T) => void): TabChannel<T> {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<T>) => onmessage(data);
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}

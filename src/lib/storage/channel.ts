import type { TabChannel } from '$lib/services/ports';

/**
 * A channel between the tabs of this browser. Old browsers have none, and some refuse them together with all storage:
 * then nothing is posted and nothing arrives.
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

import { createKeyHost } from './keyHost';
import type { ToKeyWorker } from './protocol';

const host = createKeyHost((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToKeyWorker>) => host.receive(data);

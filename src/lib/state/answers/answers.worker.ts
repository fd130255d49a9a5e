import { decodeInWorker, type ToAnswerWorker } from '$lib/api/http/answerWorker';
import { miningServerRoutes } from '$lib/api/mining-server/routes';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';

self.onmessage = ({ data }: MessageEvent<ToAnswerWorker>) =>
  void decodeInWorker([walletServerRoutes, miningServerRoutes], data, (message) => self.postMessage(message));

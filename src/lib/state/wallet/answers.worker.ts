import { decodeInWorker, type ToAnswerWorker } from '$lib/api/http/answerWorker';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';

self.onmessage = ({ data }: MessageEvent<ToAnswerWorker>) =>
  void decodeInWorker([walletServerRoutes], data, (message) => self.postMessage(message));

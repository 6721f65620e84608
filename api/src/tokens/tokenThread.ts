import { parentPort } from 'node:worker_threads';
import { countTokens } from '../../contract/tokens.ts';

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  void countTokens(text).then((count) => parentPort?.postMessage({ id, count }));
});

import type { LoggedRequest } from '../../../env/sandbox/models/requestLog.ts';
import type { TestApp } from './startApp.ts';

/** What the model server was asked for answers, oldest first; titles and follow-up questions are not streamed. */
export async function answerRequests(app: TestApp): Promise<LoggedRequest[]> {
  const requests = await app.recorded<LoggedRequest>('models');
  return requests.filter((request) => request.endpoint === 'chat' && request.params['stream'] === true);
}

/** All that was sent to the model with a request, as one text. */
export function promptOf(request: LoggedRequest | undefined): string {
  return JSON.stringify(request?.messages ?? null);
}

import type { LoggedRequest } from '#sandbox/models/requestLog.ts';
import type { TestApp } from './startApp.ts';

/** Returns the model server's requests for answers, oldest first. Requests for titles and follow-ups do not stream. */
export async function listAnswerRequests(app: TestApp): Promise<LoggedRequest[]> {
  const requests = await app.listRequests<LoggedRequest>('models');
  return requests.filter((request) => request.endpoint === 'chat' && request.params['stream'] === true);
}

/** Returns all messages of a request as one text. */
export function getPromptText(request: LoggedRequest | undefined): string {
  return JSON.stringify(request?.messages ?? null);
}

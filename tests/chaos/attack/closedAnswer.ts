import { randomUUID } from 'node:crypto';
import { appendMessage, cancelChatResponse, getChat, newChat } from '#contract/chats/chat.ts';
import { MAX_SEARCH_RESULTS } from '#contract/limits.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { MODEL } from '#tests/harness/client/answers.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { eventually } from '#tests/harness/eventually.ts';

/** An answer in a chat of Ben, who has lost access to the file that it is based on. */
export interface ClosedAnswer {
  convo_id: string;
  message_id: string;
  run_id: string;
}

/**
 * Words that Ben searches for to guess the closed answer. Only the first ones are in it; all of them are in so many of his
 * own messages that these fill a page of results.
 */
export const GUESSES = ['crowns', 'harbour', 'principal', 'zebra', 'violin', 'lantern'];
const FILE = 'finance/Documents/Payroll/Salary Bands 2027.docx';
const QUESTION = 'What does band C earn?';
const MESSAGES_PER_CHAT = 3;
/** Access that Graph has confirmed is remembered for 30 seconds. */
const FORGOTTEN_WITHIN_MS = 90_000;

/**
 * Lets Ben ask about a file, stop the answer and lose access to the file. Before that, he writes messages with all
 * guesses.
 */
export async function makeClosedAnswer(app: TestApp, siteId: string): Promise<ClosedAnswer> {
  const ben = app.as('ben');
  const createChat = async () => (await ben.call(newChat, { chat_type: 'search' })).ConversationId;
  for (let count = 0; count < MAX_SEARCH_RESULTS + MESSAGES_PER_CHAT; count += MESSAGES_PER_CHAT) {
    const convo_id = await createChat();
    for (let message = 0; message < MESSAGES_PER_CHAT; message += 1)
      await ben.call(appendMessage, { convo_id, message_type: 'user', text: GUESSES.join(' ') });
  }
  await app.control('graph', 'access', { person: 'ben', file: FILE, role: 'read' });
  const text = `Band C begins at 52,400 crowns [1], by the harbour and for the principal. ${'It rises. '.repeat(400)}`;
  // The script answers two requests, which find the intent and write the answer. Later questions get no script.
  await app.control('models', 'scenario', { name: 'script', text, ms: 20, count: 2, match: QUESTION });
  const convo_id = await createChat();
  const event_session_id = randomUUID();
  const question = { convo_id, event_session_id, model: MODEL, site_id: siteId, text: QUESTION };
  let length = 0;
  for await (const event of await ben.stream(searchResponse, question)) {
    if (event.type === 'chunk') length += event.chunk.length;
    if (length > 100) await ben.call(cancelChatResponse, { convo_id, event_session_id });
  }
  await app.control('graph', 'access', { person: 'ben', file: FILE, role: 'none' });
  const readAnswer = async () => (await ben.call(getChat, { convo_id })).Messages.at(-1);
  const answer = await eventually(
    async () => {
      const message = await readAnswer();
      if (!message || message.content.includes('52,400')) throw new Error('Ben can still read the answer');
      return message;
    },
    { withinMs: FORGOTTEN_WITHIN_MS, slowsDown: true },
  );
  return { convo_id, message_id: answer.message_id, run_id: answer.run_id ?? '' };
}

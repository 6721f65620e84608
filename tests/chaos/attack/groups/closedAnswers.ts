import { randomUUID } from 'node:crypto';
import { getAnswerMetadata, getChat } from '#contract/chats/chat.ts';
import { searchChats } from '#contract/chats/history.ts';
import { continueResponse, getMessage, regenerateResponse } from '#contract/chats/versions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportAnswer, exportChat } from '#contract/exports/exports.ts';
import { MAX_SEARCH_RESULTS } from '#contract/limits.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getSimilarityResults } from '#contract/sites/search.ts';
import { MODEL } from '#tests/harness/client/answers.ts';
import type { CallInput } from '#tests/harness/http/request.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { GUESSES } from '#tests/chaos/attack/closedAnswer.ts';

/** Words that only the closed answer and its file contain. */
const SECRET = /52,400|crowns \[1\]/;

/** Ben tries to read an answer of his own that is closed to him since he lost access to its file. */
export const closedAnswers: AttackGroup = {
  name: 'closed answers',
  attacks: [
    { name: 'the words of a closed answer are guessed', by: ['ben'], run: guessWord },
    { name: 'a closed answer is continued', by: ['ben'], run: continueAnswer },
    { name: 'a closed answer is asked for again', by: ['ben'], maxTimes: 20, run: regenerateAnswer },
    { name: 'a closed answer is opened', by: ['ben'], run: openAnswer },
  ],
};

/**
 * Searches for a guess. Ben's own messages have to fill the list: fewer results would reveal that a hidden one is left
 * out.
 */
async function guessWord(attacker: Attacker): Promise<void> {
  const text = GUESSES[Math.floor(Math.random() * GUESSES.length)] ?? '';
  const { results } = await attacker.client.call(searchChats, { text, chat_type: 'search' });
  const isComplete = results.length === MAX_SEARCH_RESULTS;
  if (!isComplete) attacker.reportBreach(`a search for “${text}” tells of a closed answer: ${results.length} results`);
  if (SECRET.test(JSON.stringify(results))) attacker.reportBreach('a search shows a closed answer');
}

async function continueAnswer(attacker: Attacker): Promise<void> {
  const reply = await callWithAnswer(attacker, continueResponse, toReference(attacker));
  if (reply && reply.status < 400) attacker.reportBreach('a closed answer was continued');
}

async function regenerateAnswer(attacker: Attacker): Promise<void> {
  await callWithAnswer(attacker, regenerateResponse, toReference(attacker));
}

function toReference({ target }: Attacker): CallInput {
  const { convo_id, message_id } = target.closedAnswer;
  return { convo_id, message_id, event_session_id: randomUUID(), model: MODEL };
}

async function openAnswer(attacker: Attacker): Promise<void> {
  const { convo_id, message_id, run_id } = attacker.target.closedAnswer;
  const document = { chat_id: convo_id, format: 'txt', name: 'Band C' };
  const calls: [Endpoint, CallInput][] = [
    [getChat, { convo_id }],
    [getMessage, { convo_id, message_id }],
    [getAnswerMetadata, { message_id }],
    [getSimilarityResults, { id: message_id }],
    [followAnswerRun, { run_id }],
    [followAnswerRun, { run_id, from: 3 }],
    [exportChat, document],
    [exportAnswer, { ...document, message_id }],
  ];
  for (const [endpoint, input] of calls) await callWithAnswer(attacker, endpoint, input);
}

async function callWithAnswer(attacker: Attacker, endpoint: Endpoint, input: CallInput) {
  const reply = await attacker.call(endpoint, input);
  if (SECRET.test(reply?.text ?? '')) attacker.reportBreach(`${endpoint.path} shows a closed answer`);
  return reply;
}

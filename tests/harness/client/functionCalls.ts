import { randomUUID } from 'node:crypto';
import type { RecordedCall } from '#sandbox/graph/graphControls.ts';
import { chatResponse } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { CallResult, FunctionCall } from '#contract/runs/functionCalls.ts';
import type { Answer } from '#contract/runs/answerEvents.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, makeChat, MODEL } from './answers.ts';

interface QuestionInput {
  convo_id?: string;
  event_session_id?: string;
  function_calling?: boolean;
  look_up?: boolean;
}

/** Sends a question with function calling and look-ups on, and opens the stream of its answer. */
export async function openWithFunctions(person: Client, text: string, input: QuestionInput = {}) {
  const convo_id = input.convo_id ?? (await makeChat(person));
  const ids = { event_session_id: randomUUID(), model: MODEL, function_calling: true, look_up: true };
  return { convo_id, stream: await person.stream(chatResponse, { ...ids, ...input, convo_id, text }) };
}

/** Asks with function calling on and waits for the end of the answer. */
export async function askWithFunctions(
  person: Client,
  text: string,
  input: QuestionInput = {},
): Promise<Answer & { convo_id: string }> {
  const { convo_id, stream } = await openWithFunctions(person, text, input);
  return { ...foldAnswer(await collect(stream)), convo_id };
}

/** Returns the names of the results of a call; throws if the call is not completed. */
export function getResultNames(call: FunctionCall | undefined): string[] {
  return getResults(call).map(({ filename }) => filename);
}

/** Returns the ids of the results of a call; throws if the call is not completed. */
export function getResultIds(call: FunctionCall | undefined): string[] {
  return getResults(call).map(({ fileid }) => fileid);
}

function getResults(call: FunctionCall | undefined): CallResult[] {
  if (call?.state.name !== 'done') throw new Error(`The call is ${JSON.stringify(call?.state)}.`);
  return call.state.results;
}

/** The latest calls that Graph's stand-in recorded. */
export async function listGraphCalls(app: TestApp): Promise<RecordedCall[]> {
  return ((await app.control('graph', 'requests/list')) as { requests: RecordedCall[] }).requests;
}

/** Returns a message that makes the sandbox's model call these functions, each after the result of the one before. */
export function useTools(...calls: [name: string, args: object][]): string {
  return calls.map(([name, args]) => `use the tool ${name} with ${JSON.stringify(args)}`).join(' then ');
}

export const SEARCH_MAIL = useTools(['search_mail', { words: 'showroom' }]);
export const READ_MAIL = useTools(['search_mail', { words: 'showroom' }], ['read_mail', { mail: 'm1' }]);
export const LIST_MEETINGS = useTools(['list_meetings', { past_days: 14, coming_days: 0 }]);

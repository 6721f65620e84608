import { appendMessage } from '../../../../../api/contract/chats/chat.ts';
import type { FileContextItem } from '../../../../../api/contract/files/files.ts';
import { AvaError, isAvaError } from '../../../../../api/contract/errors.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { hasToken, signIn } from '../../../state/session.actions.ts';
import { markSessionExpired } from '../../../state/sessionExpiry.ts';
import { session } from '../../../state/session.state.ts';
import { activeAnswers } from '../streaming/activeAnswers.state.ts';
import { cancelRun } from '../streaming/cancelRun.ts';
import { writeCachedChat } from '../opening/chat.cache.ts';
import { isAnswering, canRetry } from '../chat.rules.ts';
import { chats, type Entry, type OpenChat } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { loadEarlier } from '../opening/earlier.actions.ts';
import { createAnswerEntry, resetAnswer, ensureOpenChat, createPersonEntry } from './newEntries.ts';
import { toApology, isServerFault, isSessionError, type SendStep } from './failure.rules.ts';
import { followAnswer, createActiveAnswer } from '../streaming/follow.actions.ts';
import { navigateHome } from '../streaming/navigateHome.ts';
import { pickLoadingMessage } from '../streaming/loadingMessages.ts';
import { parseLeadingMention } from '../mentions/mention.rules.ts';
import { moveToTop, getChatType } from '../history/metadata.actions.ts';
import { refreshChat } from '../opening/open.actions.ts';
import { reloadAfterFailedCreate } from './reloadPage.ts';
import { appendOnce } from '../opening/reconcile.rules.ts';
import { createChat, openAnswer, getSendStep, type OutgoingMessage } from './request.ts';
import { SendCanceled, sendWhenOnline } from './sendWhenOnline.ts';
import { titleAfterExchange } from './title.actions.ts';

/** A draft from the composer. */
export interface OutgoingDraft {
  text: string;
  files: readonly FileContextItem[];
  /** Names of the mentioned groups. They distinguish a mention in brackets from other text in brackets. */
  mentions?: readonly string[];
}

/** A person's message and its answer, as proxies in the chat's state. */
interface QuestionAndAnswer {
  chat: OpenChat;
  person: Entry;
  answer: Entry;
}

/** Messages that did not reach the server, by id. The chat's entries do not contain the content of the files. */
const unsent = new Map<string, OutgoingMessage>();

/**
 * Sends a message. Resolves when the server has accepted it, while its answer is still streaming. Rejects otherwise;
 * the answer then shows the apology.
 */
export async function send(chatId: string, draft: OutgoingDraft): Promise<void> {
  const chat = ensureOpenChat(chatId);
  if (draft.text.trim() === '' || isAnswering(chat.entries)) return;
  const outgoing = { requestId: withdrawUnsent(chat, draft.text) ?? crypto.randomUUID(), ...draft };
  const pair = appendQuestionAndAnswer(chat, outgoing);
  if (getChatType(chatId) === 'chat' && hasInvalidMention(draft)) return answerInvalidMention(chatId, pair);
  await deliver(chatId, pair, outgoing, () => withdraw(chat, pair));
}

/** Requests a failed or interrupted answer again. The message keeps its id, so it is not duplicated. */
export async function retry(chatId: string, messageId: string): Promise<void> {
  const chat = ensureOpenChat(chatId);
  // The question can be on the page of messages before, which is not loaded.
  if (chat.entries[0]?.message_id === messageId) await loadEarlier(chatId);
  const index = chat.entries.findIndex((entry) => entry.message_id === messageId);
  const [person, answer] = [chat.entries[index - 1], chat.entries[index]];
  if (!person || !answer || person.source !== 'User' || !canRetry(answer) || isAnswering(chat.entries)) return;
  const { message_id: requestId, content: text, files } = person;
  const outgoing = unsent.get(requestId) ?? {
    requestId,
    text,
    files: JSON.parse(JSON.stringify(files)) as typeof files,
  };
  const before = JSON.parse(JSON.stringify(answer)) as Entry;
  resetAnswer(answer, pickLoadingMessage());
  chat.sendCount += 1;
  const keepFailure = () => void Object.assign(answer, before);
  await deliver(chatId, { chat, person, answer }, outgoing, keepFailure).catch((cause: unknown) =>
    logFailure(chatTexts.steps.send, cause),
  );
}

/** Stops the answer of a chat; its text stays. A message that waits for the network is not sent. */
export async function stop(chatId: string): Promise<void> {
  const answering = activeAnswers.get(chatId);
  const last = chats.open[chatId]?.entries.at(-1);
  const runId = last?.run_id;
  if (answering && last?.connection === 'offline' && last.delivery === 'sending')
    answering.controller.abort(new SendCanceled());
  else if (answering) await cancelRun(chatId, answering);
  else if (runId) await cancelRun(chatId, createActiveAnswer(runId));
}

function appendQuestionAndAnswer(chat: OpenChat, { requestId, text, files }: OutgoingMessage): QuestionAndAnswer {
  chat.loading = { name: 'ready' };
  appendOnce(chat.entries, createPersonEntry(requestId, text, files));
  const person = chat.entries.at(-1) as Entry;
  chat.entries.push(createAnswerEntry(pickLoadingMessage()));
  const answer = chat.entries.at(-1) as Entry;
  chat.isAutoscrolling = true;
  chat.sendCount += 1;
  return { chat, person, answer };
}

/** @param onCanceled called if the person cancels while the message waits for the network */
async function deliver(
  chatId: string,
  pair: QuestionAndAnswer,
  outgoing: OutgoingMessage,
  onCanceled: () => void,
): Promise<void> {
  const answering = createActiveAnswer(crypto.randomUUID());
  const sending = getSendStep(outgoing.files);
  let step: SendStep = sending;
  activeAnswers.set(chatId, answering);
  try {
    const { signal } = answering.controller;
    const stream = await sendWhenOnline(pair.answer, signal, async () => {
      await ensureSignedIn(pair.answer);
      step = 'create';
      await createChat(chatId);
      step = sending;
      return openAnswer(chatId, answering.eventSessionId, outgoing, signal);
    });
    markAccepted(pair, outgoing, stream.headers);
    const onSettled = () => {
      void writeCachedChat(chatId);
      void titleAfterExchange(chatId, pair.answer, outgoing.text);
    };
    const options = { step, onSettled };
    void followAnswer(chatId, pair.answer, stream, answering, options).then((end) => {
      if (end === 'gone') void refreshChat(chatId);
    });
  } catch (cause) {
    if (activeAnswers.get(chatId) === answering) activeAnswers.delete(chatId);
    if (cause instanceof SendCanceled) onCanceled();
    else markFailed(pair, outgoing, step, cause);
    throw cause;
  }
}

/** Removes a message that was not sent. The composer gets its text back, because `send` rejects. */
function withdraw(chat: OpenChat, { person, answer }: QuestionAndAnswer): void {
  chat.entries = chat.entries.filter(({ key }) => key !== person.key && key !== answer.key);
}

/** Signs the person in again if the session has expired or no token can be obtained. */
export async function ensureSignedIn(answer: Entry): Promise<void> {
  const isSignedIn = async () => session.status.name === 'signedIn' && (await hasToken());
  if (await isSignedIn()) return;
  answer.loadingMessage = chatTexts.loggingIn;
  await signIn();
  if (!(await isSignedIn())) throw new AvaError('not_signed_in');
  answer.loadingMessage = pickLoadingMessage();
}

function markAccepted(
  { chat, person, answer }: QuestionAndAnswer,
  { requestId }: OutgoingMessage,
  headers: Headers,
): void {
  unsent.delete(requestId);
  person.message_id = headers.get('User-Message-Id') ?? person.message_id;
  answer.run_id = headers.get('Run-Id') ?? answer.run_id;
  person.delivery = 'stored';
  chat.sendCount += 1;
}

function markFailed(
  { person, answer }: QuestionAndAnswer,
  outgoing: OutgoingMessage,
  step: SendStep,
  cause: unknown,
): void {
  if (isAvaError(cause) && cause.code === 'still_answering') person.delivery = 'stored';
  answer.failure = toApology(step, cause);
  answer.delivery = 'unsent';
  if (person.delivery === 'sending') {
    person.delivery = 'unsent';
    unsent.set(outgoing.requestId, outgoing);
  }
  if (isSessionError(cause)) {
    markSessionExpired();
    navigateHome();
  } else if (step === 'create' && isServerFault(cause)) {
    void reloadAfterFailedCreate(answer.failure);
  }
}

/** Removes an unsent message from the list when it is sent again, and returns its id for reuse. */
function withdrawUnsent(chat: OpenChat, text: string): string | null {
  const index = chat.entries.findLastIndex(
    (entry) => entry.source === 'User' && entry.delivery === 'unsent' && entry.content === text,
  );
  const person = chat.entries[index];
  if (!person) return null;
  const id = person.message_id;
  unsent.delete(id);
  chat.entries.splice(index, chat.entries[index + 1]?.source === 'AVA' ? 2 : 1);
  return id;
}

export function hasInvalidMention({ text, mentions = [] }: OutgoingDraft): boolean {
  const groups = chats.groups.map((group) => group.group_name);
  if (parseLeadingMention(text, groups).name === 'invalid') return true;
  const first = mentions[0];
  return first !== undefined && text.startsWith(`[${first}]`) && parseLeadingMention(text, groups).name !== 'valid';
}

/** Appends the question and a fixed answer without calling a model. */
async function answerInvalidMention(chatId: string, pair: QuestionAndAnswer): Promise<void> {
  const { person, answer } = pair;
  const outgoing = { requestId: person.message_id, text: person.content, files: [] };
  let step: SendStep = 'create';
  try {
    await createChat(chatId);
    step = 'append';
    const question = { convo_id: chatId, message_id: person.message_id, text: person.content };
    await api.call(appendMessage, { ...question, message_type: 'user' });
    person.delivery = 'stored';
    const reply = { convo_id: chatId, message_id: answer.message_id, code: 'invalid_mention' } as const;
    await api.call(appendMessage, { ...reply, message_type: 'system' });
  } catch (cause) {
    markFailed(pair, outgoing, step, cause);
    throw cause;
  }
  Object.assign(answer, { content: chatTexts.invalidMention, delivery: 'stored' });
  answer.state = { name: 'complete', finish: 'stop' };
  moveToTop(chatId);
}

import { appendMessage } from '../../../../../api/contract/chats/chat.ts';
import type { EventStream } from '../../../../../api/contract/client.ts';
import type { FileContextItem } from '../../../../../api/contract/files/files.ts';
import type { AnswerEvent } from '../../../../../api/contract/runs/runs.ts';
import { replacesFailure } from '../../../../../api/contract/chats/versions.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { markSessionExpired } from '../../../state/sessionExpiry.ts';
import { setAutoscroll } from '../chat.actions.ts';
import { isAnswering } from '../chat.rules.ts';
import { chats, type Entry, type OpenChat } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { getChatType, moveToTop } from '../history/metadata.actions.ts';
import { writeCachedChat } from '../opening/chat.cache.ts';
import { loadEarlier } from '../opening/earlier.actions.ts';
import { refreshChat, showVersion } from '../opening/open.actions.ts';
import { isSessionError, toApology, type SendStep } from '../sending/failure.rules.ts';
import { createAnswerEntry, createPersonEntry } from '../sending/newEntries.ts';
import { getSendStep, openAnswer, openContinuation, openRegeneration, type AnswerStyle } from '../sending/request.ts';
import { ensureSignedIn, hasInvalidMention } from '../sending/send.actions.ts';
import { titleAfterExchange } from '../sending/title.actions.ts';
import { activeAnswers } from '../streaming/activeAnswers.state.ts';
import { createActiveAnswer, followAnswer } from '../streaming/follow.actions.ts';
import { pickLoadingMessage } from '../streaming/loadingMessages.ts';
import { navigateHome } from '../streaming/navigateHome.ts';
import { addVersion, canContinueEntry, canRegenerate, findEditBlocker } from './versions.rules.ts';
import { edits } from './versions.state.ts';
import { versionTexts } from './versions.texts.ts';

/** Opens the editor of a question. */
export function startEdit(chatId: string, { message_id: messageId, content: text }: Entry): void {
  edits[chatId] = { messageId, text, requestId: crypto.randomUUID(), failure: null };
  // Autoscroll must not move the editor out of view.
  setAutoscroll(chatId, false);
}

/** Changes the text of the edit. Another text is another message, so it gets another id. */
export function changeEdit(chatId: string, text: string): void {
  const edit = edits[chatId];
  if (edit) edits[chatId] = { ...edit, text, requestId: crypto.randomUUID() };
}

export function cancelEdit(chatId: string): void {
  delete edits[chatId];
}

/**
 * Sends an edited question as a new version. The messages after the earlier version are shown again with it. If the
 * server does not accept it, everything is as before and the editor says why.
 */
export async function sendEdit(chatId: string): Promise<void> {
  const [chat, edit] = [chats.open[chatId], edits[chatId]];
  const index = chat?.entries.findIndex((entry) => entry.message_id === edit?.messageId) ?? -1;
  const edited = chat?.entries[index];
  if (!chat || !edit || !edited || findEditBlocker(edit.text, chat.entries) !== null) return;
  const { requestId } = edit;
  const text = edit.text.trim();
  const files = JSON.parse(JSON.stringify(edited.files)) as FileContextItem[];
  const person = { ...createPersonEntry(requestId, text, files), versions: addVersion(edited, requestId) };
  const restore = replaceFrom(chat, index, [person, createAnswerEntry(pickLoadingMessage())]);
  const [question, answer] = chat.entries.slice(-2) as [Entry, Entry];
  delete edits[chatId];
  const step = getSendStep(files);
  try {
    if (getChatType(chatId) === 'chat' && hasInvalidMention({ text, files })) {
      await appendInvalidMention(chatId, edit.messageId, question, answer);
      return;
    }
    await stream(chatId, chat, answer, step, text, (sessionId, signal) =>
      openAnswer(chatId, sessionId, { requestId, text, files, editOf: edit.messageId }, signal),
    );
    question.delivery = 'stored';
  } catch (cause) {
    restore();
    edits[chatId] = { ...edit, failure: toApology(step, cause) };
    void refreshChat(chatId);
  }
}

/** Stores an edited question whose mention is invalid, with the sentence that says so. */
async function appendInvalidMention(chatId: string, editOf: string, question: Entry, answer: Entry): Promise<void> {
  const fields = { convo_id: chatId, message_id: question.message_id, text: question.content, edit_of: editOf };
  await api.call(appendMessage, { ...fields, message_type: 'user' });
  question.delivery = 'stored';
  const reply = { convo_id: chatId, message_id: answer.message_id, code: 'invalid_mention' } as const;
  await api.call(appendMessage, { ...reply, message_type: 'system' });
  Object.assign(answer, { content: chatTexts.invalidMention, delivery: 'stored' });
  answer.state = { name: 'complete', finish: 'stop' };
  moveToTop(chatId);
}

/** Answers a question again, with the current settings or others. The answer before stays a version. */
export async function regenerate(chatId: string, messageId: string, style: AnswerStyle = {}): Promise<void> {
  const chat = chats.open[chatId];
  if (!chat) return;
  // The question can be on an earlier page of messages, which is not loaded.
  if (chat.entries[0]?.message_id === messageId) await loadEarlier(chatId);
  const index = chat.entries.findIndex((entry) => entry.message_id === messageId);
  const [question, earlier] = [chat.entries[index - 1], chat.entries[index]];
  if (!question || !earlier || !canRegenerate(earlier) || isAnswering(chat.entries)) return;
  const requestId = crypto.randomUUID();
  const entry = createAnswerEntry(pickLoadingMessage());
  if (replacesFailure(earlier)) Object.assign(entry, { message_id: messageId, versions: earlier.versions });
  else Object.assign(entry, { message_id: requestId, versions: addVersion(earlier, requestId) });
  const restore = replaceFrom(chat, index, [entry]);
  const answer = chat.entries.at(-1) as Entry;
  const step = getSendStep(question.files);
  const siteId = earlier.links.find(({ site }) => site !== null)?.site ?? null;
  const target = { messageId, requestId, text: question.content, siteId };
  await stream(chatId, chat, answer, step, question.content, (sessionId, signal) =>
    openRegeneration(chatId, sessionId, target, style, signal),
  ).catch((cause: unknown) => {
    restore();
    reportFailure(chatId, step, cause);
  });
}

/** Continues a stopped or cut answer in its place. */
export async function continueAnswer(chatId: string, messageId: string): Promise<void> {
  const chat = chats.open[chatId];
  const answer = chat?.entries.at(-1);
  if (!chat || answer?.message_id !== messageId || !canContinueEntry(chat.entries, answer)) return;
  // The follow-up questions of the run before can still be on their way.
  activeAnswers.get(chatId)?.controller.abort();
  const { seq, run_id, state, followUpQuestions } = answer;
  // The text stays in view: the first event of the new run replaces it with the same text.
  Object.assign(answer, { seq: 0, run_id: null, followUpQuestions: [], delivery: 'sending' });
  answer.state = { name: 'streaming', stage: 'waiting' };
  chat.isAutoscrolling = true;
  await stream(chatId, chat, answer, 'sendChat', '', (sessionId, signal) =>
    openContinuation(chatId, sessionId, messageId, signal),
  ).catch((cause: unknown) => {
    Object.assign(answer, { seq, run_id, followUpQuestions, delivery: 'stored' });
    answer.state = state;
    reportFailure(chatId, 'sendChat', cause);
  });
}

/** Shows another version of a message with everything that follows it, here and on the person's other devices. */
export async function chooseVersion(chatId: string, messageId: string): Promise<void> {
  const chat = chats.open[chatId];
  if (!chat || isAnswering(chat.entries)) return;
  try {
    await showVersion(chatId, messageId);
  } catch (cause) {
    logFailure(versionTexts.switchFailed, cause);
    showToast('error', versionTexts.switchFailed);
    void refreshChat(chatId);
  }
}

/** Replaces the entries from an index on. Returns a function that puts them back. */
function replaceFrom(chat: OpenChat, index: number, entries: readonly Entry[]): () => void {
  const replaced = chat.entries.slice(index);
  chat.entries = [...chat.entries.slice(0, index), ...entries];
  chat.isAutoscrolling = true;
  return () => {
    chat.entries = [...chat.entries.slice(0, index), ...replaced];
  };
}

/** Opens the stream of an answer and follows it. Rejects, without following, if the server does not accept the request. */
async function stream(
  chatId: string,
  chat: OpenChat,
  answer: Entry,
  step: SendStep,
  prompt: string,
  open: (sessionId: string, signal: AbortSignal) => Promise<EventStream<AnswerEvent>>,
): Promise<void> {
  const answering = createActiveAnswer(crypto.randomUUID());
  activeAnswers.set(chatId, answering);
  chat.sendCount += 1;
  try {
    await ensureSignedIn(answer);
    const events = await open(answering.eventSessionId, answering.controller.signal);
    answer.run_id = events.headers.get('Run-Id') ?? answer.run_id;
    chat.sendCount += 1;
    const onSettled = () => {
      void writeCachedChat(chatId);
      void titleAfterExchange(chatId, answer, prompt);
    };
    const options = { step, onSettled };
    void followAnswer(chatId, answer, events, answering, options).then((end) => {
      if (end === 'gone') void refreshChat(chatId);
    });
  } catch (cause) {
    if (activeAnswers.get(chatId) === answering) activeAnswers.delete(chatId);
    if (isSessionError(cause)) {
      markSessionExpired();
      navigateHome();
    }
    throw cause;
  }
}

function reportFailure(chatId: string, step: SendStep, cause: unknown): void {
  logFailure(chatTexts.steps[step], cause);
  showToast('error', toApology(step, cause));
  void refreshChat(chatId);
}

import { appendMessage, isDefaultTitle, generateTitle } from '../../../../api/contract/chat.ts';
import type { FileContextItem } from '../../../../api/contract/files.ts';
import { AvaError, isAvaError } from '../../../../api/contract/errors.ts';
import { api } from '../../api.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { sessionExpired, signIn } from '../../state/session.actions.ts';
import { session } from '../../state/session.state.ts';
import { answerings } from './answering.state.ts';
import { cancelRun } from './cancel.ts';
import { writeCachedChat } from './chat.cache.ts';
import { isAnswering, mayRetry } from './chat.rules.ts';
import { chats, type Entry, type OpenChat } from './chat.state.ts';
import { chatTexts } from './chat.texts.ts';
import { loadEarlier } from './earlier.actions.ts';
import { answerEntry, emptyAgain, openStateOf, personEntry } from './newEntries.ts';
import { apology, isServerFault, isSessionError, type SendStep } from './failure.rules.ts';
import { followAnswer, newAnswering } from './follow.actions.ts';
import { goHome } from './home.ts';
import { anyLoadingMessage } from './loadingMessages.ts';
import { leadingMention } from './mention.rules.ts';
import { metadataOf, moveUp, typeOf } from './metadata.actions.ts';
import { refreshChat } from './open.actions.ts';
import { reloadAfterFailedCreate } from './reload.ts';
import { appendOnce } from './reconcile.rules.ts';
import { createChat, openAnswer, sendingStep, type Outgoing } from './request.ts';

/** A draft as the composer hands it over. */
export interface OutgoingDraft {
  text: string;
  files: readonly FileContextItem[];
  /** Names of the mentioned groups; needed where a leading mention is already in brackets. */
  mentions?: readonly string[];
}

/** A person's message and the answer to it, both in the state of their chat. */
interface Pair {
  chat: OpenChat;
  person: Entry;
  answer: Entry;
}

/** Messages that never reached the server, by their id, for another try; their files are nowhere else. */
const unsent = new Map<string, Outgoing>();

/**
 * Sends a message. Resolves as soon as the server has it, while its answer is still streaming; the draft may be cleared
 * then. Rejects when the server does not have it; the apology then stands in place of the answer.
 */
export async function send(chatId: string, draft: OutgoingDraft): Promise<void> {
  const chat = openStateOf(chatId);
  if (draft.text.trim() === '' || isAnswering(chat.entries)) return;
  const outgoing = { requestId: withdrawUnsent(chat, draft.text) ?? crypto.randomUUID(), ...draft };
  const pair = appendPair(chat, outgoing);
  if (typeOf(chatId) === 'chat' && namesNoGroup(draft)) return answerInvalidMention(chatId, pair);
  await deliver(chatId, pair, outgoing);
}

/** Asks again for an answer that failed or was cut off; the message keeps its id, so it is not doubled. */
export async function retry(chatId: string, messageId: string): Promise<void> {
  const chat = openStateOf(chatId);
  // Its question may be the last message of the page before.
  if (chat.entries[0]?.message_id === messageId) await loadEarlier(chatId);
  const at = chat.entries.findIndex((entry) => entry.message_id === messageId);
  const [person, answer] = [chat.entries[at - 1], chat.entries[at]];
  if (!person || !answer || person.source !== 'User' || !mayRetry(answer) || isAnswering(chat.entries)) return;
  const { message_id: requestId, content: text, files } = person;
  const outgoing = unsent.get(requestId) ?? {
    requestId,
    text,
    files: JSON.parse(JSON.stringify(files)) as typeof files,
  };
  emptyAgain(answer, anyLoadingMessage());
  chat.sends += 1;
  await deliver(chatId, { chat, person, answer }, outgoing).catch((cause: unknown) =>
    logFailure(chatTexts.steps.send, cause),
  );
}

/** Stops the answer of a chat; its text so far is kept. */
export async function stop(chatId: string): Promise<void> {
  const answering = answerings.get(chatId);
  const runId = chats.open[chatId]?.entries.at(-1)?.run_id;
  if (answering) await cancelRun(chatId, answering);
  else if (runId) await cancelRun(chatId, newAnswering(runId));
}

function appendPair(chat: OpenChat, { requestId, text, files }: Outgoing): Pair {
  chat.loading = { name: 'ready' };
  appendOnce(chat.entries, personEntry(requestId, text, files));
  const person = chat.entries.at(-1) as Entry;
  chat.entries.push(answerEntry(anyLoadingMessage()));
  const answer = chat.entries.at(-1) as Entry;
  chat.follow = true;
  chat.sends += 1;
  return { chat, person, answer };
}

async function deliver(chatId: string, pair: Pair, outgoing: Outgoing): Promise<void> {
  const answering = newAnswering(crypto.randomUUID());
  const sending = sendingStep(outgoing.files);
  let step: SendStep = sending;
  answerings.set(chatId, answering);
  try {
    await beSignedIn(pair.answer);
    step = 'create';
    await createChat(chatId);
    step = sending;
    const stream = await openAnswer(chatId, answering.eventSessionId, outgoing, answering.controller.signal);
    accepted(pair, outgoing, stream.headers);
    const options = { step, onSettled: () => void settle(chatId, pair.answer, outgoing.text) };
    void followAnswer(chatId, pair.answer, stream, answering, options).then((end) => {
      if (end === 'gone') void refreshChat(chatId);
    });
  } catch (cause) {
    if (answerings.get(chatId) === answering) answerings.delete(chatId);
    fail(pair, outgoing, step, cause);
    throw cause;
  }
}

/** With an expired session the person is signed in first; the message goes on from there. */
async function beSignedIn(answer: Entry): Promise<void> {
  const isExpired = () => session.status.name === 'expired';
  if (!isExpired()) return;
  answer.loadingMessage = chatTexts.loggingIn;
  await signIn();
  if (isExpired()) throw new AvaError('not_signed_in');
  answer.loadingMessage = anyLoadingMessage();
}

function accepted({ chat, person, answer }: Pair, { requestId }: Outgoing, headers: Headers): void {
  unsent.delete(requestId);
  person.message_id = headers.get('User-Message-Id') ?? person.message_id;
  answer.run_id = headers.get('Run-Id') ?? answer.run_id;
  person.delivery = 'stored';
  chat.sends += 1;
}

function fail({ person, answer }: Pair, outgoing: Outgoing, step: SendStep, cause: unknown): void {
  if (isAvaError(cause) && cause.code === 'still_answering') person.delivery = 'stored';
  answer.failure = apology(step, cause);
  answer.delivery = 'unsent';
  if (person.delivery === 'sending') {
    person.delivery = 'unsent';
    unsent.set(outgoing.requestId, outgoing);
  }
  if (isSessionError(cause)) {
    sessionExpired();
    goHome();
  } else if (step === 'create' && isServerFault(cause)) {
    void reloadAfterFailedCreate(answer.failure);
  }
}

/** What follows an answer: a title where there is none yet, and the top of the history. */
async function settle(chatId: string, answer: Entry, prompt: string): Promise<void> {
  void writeCachedChat(chatId);
  const title = metadataOf(chatId)?.Title ?? '';
  if (answer.state.name === 'failed' || !isDefaultTitle(title)) return moveUp(chatId);
  try {
    moveUp(chatId, await api.call(generateTitle, { convo_id: chatId, text: prompt }));
  } catch (cause) {
    moveUp(chatId);
    // The answer stands; what failed happened beside it.
    showToast('error', apology('title', cause));
  }
}

/** Takes a message that never arrived out of the list when it is sent again, and gives its id for the new try. */
function withdrawUnsent(chat: OpenChat, text: string): string | null {
  const at = chat.entries.findLastIndex(
    (entry) => entry.source === 'User' && entry.delivery === 'unsent' && entry.content === text,
  );
  const person = chat.entries[at];
  if (!person) return null;
  const id = person.message_id;
  unsent.delete(id);
  chat.entries.splice(at, chat.entries[at + 1]?.source === 'AVA' ? 2 : 1);
  return id;
}

function namesNoGroup({ text, mentions = [] }: OutgoingDraft): boolean {
  const groups = chats.groups.map((group) => group.group_name);
  if (leadingMention(text, groups).name === 'invalid') return true;
  const first = mentions[0];
  return first !== undefined && text.startsWith(`[${first}]`) && leadingMention(text, groups).name !== 'valid';
}

/** No model is asked; question and answer are appended to the conversation as they are. */
async function answerInvalidMention(chatId: string, pair: Pair): Promise<void> {
  const { person, answer } = pair;
  const outgoing = { requestId: person.message_id, text: person.content, files: [] };
  let step: SendStep = 'create';
  try {
    await createChat(chatId);
    step = 'append';
    const said = { convo_id: chatId, message_id: person.message_id, text: person.content };
    await api.call(appendMessage, { ...said, message_type: 'user' });
    person.delivery = 'stored';
    const answered = { convo_id: chatId, message_id: answer.message_id, code: 'invalid_mention' } as const;
    await api.call(appendMessage, { ...answered, message_type: 'system' });
  } catch (cause) {
    fail(pair, outgoing, step, cause);
    throw cause;
  }
  Object.assign(answer, { content: chatTexts.invalidMention, delivery: 'stored' });
  answer.state = { name: 'complete', finish: 'stop' };
  moveUp(chatId);
}

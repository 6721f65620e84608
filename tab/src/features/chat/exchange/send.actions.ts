import type { FileContextItem } from '#contract/files/files.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { hasToken, signIn } from '#tab/state/session.actions.ts';
import { session } from '#tab/state/session.state.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import type { Entry, OpenChat } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { appendOnce } from '#tab/features/chat/opening/reconcile.rules.ts';
import { toApology, isServerFault, type SendStep } from './failure.rules.ts';
import { answerInvalidMention, hasInvalidMention } from './invalidMention.ts';
import { pickLoadingMessage } from './loadingMessages.ts';
import { createAnswerEntry, createPersonEntry, ensureOpenChat } from './newEntries.ts';
import { reloadAfterFailedCreate } from './reloadPage.ts';
import { createChat, getSendStep, openAnswer, type OutgoingMessage } from './request.ts';
import { requestAnswer } from './requestAnswer.ts';
import { SendCanceled, sendWhenOnline } from './sendWhenOnline.ts';

/** A draft from the composer. */
export interface OutgoingDraft {
  text: string;
  files: readonly FileContextItem[];
  /** Names of the mentioned groups. They distinguish a mention in brackets from other text in brackets. */
  mentions?: readonly string[];
}

/** A person's message and its answer, as proxies in the chat's state. */
interface QuestionAndAnswer {
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
  if (hasInvalidMention(chatId, draft)) return refuseMention(chatId, pair, outgoing);
  await deliver(chatId, pair, outgoing, () => withdraw(chat, pair));
}

/** The message of an entry as it was sent, or is to be sent. */
export function toOutgoing({ message_id: requestId, content: text, files }: Entry): OutgoingMessage {
  const copied = JSON.parse(JSON.stringify(files)) as OutgoingMessage['files'];
  return unsent.get(requestId) ?? { requestId, text, files: copied };
}

/**
 * Delivers a message whose entries are shown already. While there is no network, it waits.
 * @param onCanceled called if the person cancels while the message waits for the network
 */
export async function deliver(
  chatId: string,
  pair: QuestionAndAnswer,
  outgoing: OutgoingMessage,
  onCanceled: () => void,
): Promise<void> {
  const { person, answer } = pair;
  const sending = getSendStep(outgoing.files);
  let step: SendStep = sending;
  const open = (eventSessionId: string, signal: AbortSignal) =>
    sendWhenOnline(answer, signal, async () => {
      await ensureSignedIn(answer);
      step = 'create';
      await createChat(chatId);
      step = sending;
      return openAnswer(chatId, eventSessionId, outgoing, signal);
    });
  try {
    const headers = await requestAnswer(chatId, answer, { step, prompt: outgoing.text, open });
    unsent.delete(outgoing.requestId);
    person.message_id = headers.get('User-Message-Id') ?? person.message_id;
    person.delivery = 'stored';
  } catch (cause) {
    if (cause instanceof SendCanceled) onCanceled();
    else markFailed(pair, outgoing, step, cause);
    throw cause;
  }
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

function appendQuestionAndAnswer(chat: OpenChat, { requestId, text, files }: OutgoingMessage): QuestionAndAnswer {
  chat.loading = { name: 'ready' };
  appendOnce(chat.entries, createPersonEntry(requestId, text, files));
  const person = chat.entries.at(-1) as Entry;
  chat.entries.push(createAnswerEntry(pickLoadingMessage()));
  const answer = chat.entries.at(-1) as Entry;
  chat.isAutoscrolling = true;
  chat.sendCount += 1;
  return { person, answer };
}

/** Removes a message that was not sent from the chat. `send` then rejects, so the composer shows the text again. */
function withdraw(chat: OpenChat, { person, answer }: QuestionAndAnswer): void {
  chat.entries = chat.entries.filter(({ key }) => key !== person.key && key !== answer.key);
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

async function refuseMention(chatId: string, pair: QuestionAndAnswer, outgoing: OutgoingMessage): Promise<void> {
  let step: SendStep = 'create';
  try {
    await createChat(chatId);
    step = 'append';
    await answerInvalidMention(chatId, pair.person, pair.answer);
  } catch (cause) {
    markFailed(pair, outgoing, step, cause);
    throw cause;
  }
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
  if (step === 'create' && isServerFault(cause)) void reloadAfterFailedCreate(answer.failure);
}

import { AvaError } from '#contract/errors.ts';
import type { FileContextItem, MessageFile } from '#contract/files/files.ts';
import { DEFAULT_TEMPERATURE } from '#contract/limits.ts';
import type { Model } from '#contract/models.ts';
import type { Settings } from '#contract/settings.ts';
import { attachFiles, computeFingerprint } from '#api/files/attachFiles.ts';
import type { Person } from '#api/identity/person.ts';
import { getRunAllowance, toAllowanceError } from '#api/policies/personLimits.ts';
import { authorize } from '#api/policies/policies.ts';
import type { RunAllowance } from '#api/storage/tables/runs/runAllowance.ts';
import { readSettings } from '#api/settings/settings.ts';
import type { AcceptResult, Exchange, StoredMessage } from '#api/storage/tables/chats/messages.ts';
import type { AppContext } from '#api/context.ts';
import { checkContextUsage } from './prompt/contextWindow.ts';
import { readHistory } from './prompt/history.ts';
import { findHiddenMessages } from './hiddenMessages.ts';

/** How a question should be answered. */
export interface AnswerOptions {
  chatId: string;
  /** Id that the client chose for the run. */
  sessionId: string;
  model: string;
  /** Temperature of the style that the person has chosen. */
  temperature: number | undefined;
  /** Temperature to use if the person has chosen no style and the model is described without a temperature. */
  defaultTemperature?: number;
  concise: boolean;
  functionCalling: boolean;
  /** Whether a chat can look things up in sites that the person has not chosen. */
  lookUp: boolean;
  /** The time zone as the client sent it, unchecked. */
  timeZone: string | undefined;
}

/** Text that a person wrote, with its files and how it should be answered. */
export interface Question extends AnswerOptions {
  /** Id that the client chose for the message. */
  messageId: string | undefined;
  /** Id of the question that this one is a new version of. */
  editOf: string | undefined;
  text: string;
  files: readonly FileContextItem[];
}

/** A file that the answer can cite. */
export interface Source {
  fileid: string;
  filename: string;
}

/** A question that is stored, together with an empty answer and the run that writes it. */
export interface AcceptedQuestion {
  chatId: string;
  messageId: string;
  answerId: string;
  runId: string;
  sessionId: string;
  /** False if the same question was stored before: its run exists and must not be started again. */
  isNew: boolean;
  text: string;
  files: readonly MessageFile[];
  /** Ids of the files of the conversation that are looked up, because they are too long to be sent whole. */
  lookedUp: readonly string[];
  sources: readonly Source[];
  /** Messages before the question. */
  history: readonly StoredMessage[];
  model: Model;
  temperature: number;
  concise: boolean;
  functionCalling: boolean;
  lookUp: boolean;
  timeZone: string | undefined;
  settings: Settings;
}

/**
 * Stores a question, its empty answer and the run in one transaction. The caller starts the run of a new question at
 * once: a run that is stored but not started looks like one whose process died.
 */
export async function acceptQuestion(ctx: AppContext, person: Person, question: Question): Promise<AcceptedQuestion> {
  const { store } = ctx;
  const chat = authorize(person, 'write', 'chat', await store.chats.find(question.chatId));
  const { text, editOf } = question;
  const files = await attachFiles(ctx, person, question.files);
  const id = question.messageId ?? crypto.randomUUID();
  const target = { id, text, files, answerId: crypto.randomUUID(), before: editOf ?? id };
  return acceptExchange(ctx, person, { ...question, chatId: chat.id }, target, (exchange, allowance) =>
    store.messages.accept({ ...exchange, ...(editOf !== undefined && { editOf }) }, allowance),
  );
}

/** A question to answer, with the message that gets the answer. */
export interface ExchangeTarget {
  id: string;
  text: string;
  files: readonly MessageFile[];
  answerId: string;
  /** Id of the message before which the history of the question ends. */
  before: string;
}

/** Checks the size of the prompt, then calls `accept` to store a run and its messages. */
export async function acceptExchange(
  ctx: AppContext,
  person: Person,
  options: AnswerOptions,
  { id, text, files, answerId, before }: ExchangeTarget,
  accept: (exchange: Exchange, allowance: RunAllowance) => Promise<AcceptResult>,
): Promise<AcceptedQuestion> {
  const { store, models, clock, organizations, runs } = ctx;
  const { chatId, sessionId, concise, lookUp, timeZone, defaultTemperature = DEFAULT_TEMPERATURE } = options;
  const [model, settings] = await Promise.all([models.find(options.model), readSettings(ctx, person)]);
  const functionCalling = options.functionCalling && organizations.get(person.tenantId).features.functionCalling;
  const hidden = await findHiddenMessages(ctx, person, [chatId]);
  const history = await readHistory(store, hidden, { chatId, before, model });
  const { tokens, lookedUp } = await checkContextUsage({ history, text, files, model, settings, functionCalling });

  const runId = crypto.randomUUID();
  const now = clock.now();
  const exchange = {
    owner: { tenantId: person.tenantId, id: person.id },
    chatId,
    question: { id, content: text, files: [...files], fingerprint: computeFingerprint(text, files) },
    answerId,
    run: { id: runId, sessionId, processId: runs.processId, tokens },
    now,
  };
  const result = await accept(exchange, getRunAllowance(ctx, person, now));
  if (result.name !== 'accepted' && result.name !== 'duplicate') throw toError(result, now);
  return {
    chatId,
    messageId: id,
    answerId: result.answerId,
    runId: result.name === 'duplicate' ? result.runId : runId,
    sessionId,
    isNew: result.name === 'accepted',
    text,
    files,
    lookedUp,
    sources: files.map(({ scrapedFileId, fileName }) => ({ fileid: scrapedFileId, filename: fileName })),
    history: history.messages,
    model,
    temperature: options.temperature ?? models.getTemperature(model) ?? defaultTemperature,
    concise,
    functionCalling,
    lookUp,
    timeZone,
    settings,
  };
}

function toError(rejection: Exclude<AcceptResult, { name: 'accepted' | 'duplicate' }>, now: Date): AvaError {
  switch (rejection.name) {
    case 'conflict':
      return new AvaError('different_message');
    case 'answering':
      return new AvaError('still_answering');
    case 'full':
      return new AvaError('too_many_versions');
    case 'notContinuable':
      return new AvaError('not_continuable');
    case 'missing':
    case 'gone':
      return new AvaError('not_found');
    case 'refused':
      return new AvaError(rejection.refusal);
    default:
      return toAllowanceError(rejection.name, now);
  }
}

import { AvaError } from '../../contract/errors.ts';
import type { FileContextItem } from '../../contract/files.ts';
import { DEFAULT_TEMPERATURE, TOKENS_PER_PERSON_MS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import type { AnswerEvent } from '../../contract/runs.ts';
import { attachFiles, fingerprint } from '../files/attach.ts';
import type { Person } from '../identity/person.ts';
import { readProfile } from '../people/profile.ts';
import { authorize } from '../policies/policies.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { readSettings } from '../settings/settings.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { RunRow, StoredEvent } from '../storage/tables/runs/runs.ts';
import type { AppContext } from '../context.ts';
import { answerKind } from './answerRun.ts';
import { checkMemory, type Draft } from './buildPrompt.ts';
import { readHistory } from './history.ts';
import { systemPrompt } from './systemPrompt.ts';

/** An answer takes about as long. */
const BUSY_RETRY_S = 5;

export interface Ask {
  chatId: string;
  /** The client's name for the run. */
  sessionId: string;
  /** The client's own id of the message. */
  messageId: string | undefined;
  model: string;
  temperature: number | undefined;
  concise: boolean;
  functionCalling: boolean;
  text: string;
  files: readonly FileContextItem[];
}

/** A file that the answer may quote. */
export interface Source {
  fileid: string;
  filename: string;
}

export interface Sent {
  runId: string;
  messageId: string;
  sources: Source[];
  /** False where this very question was there already; its answer goes on. */
  begun: boolean;
}

/** A question that was taken in, with all that its answer is made from. */
export interface Taken {
  chatId: string;
  answerId: string;
  model: Model;
  temperature: number;
  /** What was said before. */
  history: readonly MessageRow[];
  draft: Draft;
  system: string;
  /** Keeps how the answer came about. */
  record: (metadata: object) => Promise<void>;
}

export type Answering = (taken: Taken, signal: AbortSignal) => AsyncGenerator<Unnumbered<AnswerEvent>>;

/**
 * Takes a question in and begins its answer. The question is stored when this resolves; the answer is a run that goes on
 * whether or not anybody reads it.
 */
export async function takeQuestion(ctx: AppContext, person: Person, ask: Ask, answering: Answering): Promise<Sent> {
  const { store, models, clock, organization, runs } = ctx;
  const chat = authorize(person, 'write', 'chat', await store.chats.find(ask.chatId));
  const [model, settings, files] = await Promise.all([
    models.find(ask.model),
    readSettings(ctx, person),
    attachFiles(ctx, person, ask.files),
  ]);
  const functionCalling = ask.functionCalling && organization.features.functionCalling;
  const messageId = ask.messageId ?? crypto.randomUUID();
  const history = await readHistory(store, chat.id, messageId, model);
  const draft = { text: ask.text, files };
  const tokens = await checkMemory(history, draft, model, settings.customInstructions, functionCalling);

  const owner = { tenantId: person.tenantId, id: person.id };
  const runId = crypto.randomUUID();
  const exchange = {
    owner,
    chatId: chat.id,
    question: { id: messageId, content: ask.text, files, fingerprint: fingerprint(ask.text, files) },
    answerId: crypto.randomUUID(),
    run: { id: runId, sessionId: ask.sessionId, processId: runs.processId, tokens },
    now: clock.now(),
  };
  const accepted = await store.messages.accept(exchange, {
    runs: ctx.runsPerPerson,
    tokens: ctx.tokensPerPerson,
    since: new Date(clock.now().getTime() - TOKENS_PER_PERSON_MS),
  });
  const sources = files.map(({ scrapedFileId: fileid, fileName: filename }) => ({ fileid, filename }));
  if (accepted.name === 'different') throw new AvaError('different_message');
  if (accepted.name === 'busy') throw new AvaError('too_many_requests', { retryAfter: BUSY_RETRY_S });
  if (accepted.name === 'spent') throw new AvaError('too_many_requests', { retryAfter: TOKENS_PER_PERSON_MS / 1_000 });
  if (accepted.name === 'gone') throw new AvaError('not_found');
  if (accepted.name === 'refused') throw new AvaError(accepted.refusal);
  if (accepted.name === 'already') return { runId: accepted.runId, messageId, sources, begun: false };

  const { answerId } = accepted;
  const run: RunRow = {
    id: runId,
    kind: 'answer',
    owner,
    subjectId: chat.id,
    messageId: answerId,
    sessionId: ask.sessionId,
    processId: runs.processId,
    state: 'running',
  };
  const started = { type: 'started', seq: 1, run_id: runId, message_id: answerId, user_message_id: messageId };
  runs.start(
    run,
    answerKind,
    async function* (signal) {
      // Asked for here, because nothing may come between the row of a run and its start.
      const profile = settings.microsoftUserProfileData ? await readProfile(ctx, person) : null;
      const { customInstructions } = settings;
      const system = systemPrompt({ functionCalling, concise: ask.concise, customInstructions, profile });
      const temperature = ask.temperature ?? DEFAULT_TEMPERATURE;
      const record = (metadata: object) => store.messages.saveMetadata(chat.id, answerId, metadata);
      const { messages } = history;
      const taken = { chatId: chat.id, answerId, model, temperature, history: messages, draft, system, record };
      yield* answering(taken, signal);
    },
    [started satisfies StoredEvent],
  );
  return { runId, messageId, sources, begun: true };
}

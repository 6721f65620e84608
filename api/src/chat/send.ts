import { AvaError } from '../../contract/errors.ts';
import type { FileContextItem } from '../../contract/files.ts';
import { DEFAULT_TEMPERATURE } from '../../contract/limits.ts';
import { writeAnswer } from '../answers/answer.ts';
import { answerKind } from '../answers/answerKind.ts';
import { systemPrompt } from '../answers/systemPrompt.ts';
import { attachFiles, fingerprint } from '../files/attach.ts';
import type { Person } from '../identity/person.ts';
import { readProfile } from '../people/profile.ts';
import { authorise } from '../policies/policies.ts';
import { readSettings } from '../settings/settings.ts';
import type { MessageRow } from '../storage/tables/messages.ts';
import type { RunRow, StoredEvent } from '../storage/tables/runs.ts';
import type { World } from '../world.ts';
import { checkMemory, readConversation } from './conversation.ts';

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

export interface Sent {
  runId: string;
  messageId: string;
  /** Files that the answer may quote. */
  sources: { fileid: string; filename: string }[];
}

/**
 * Takes a message in and begins its answer. The question is stored when this resolves; the answer is a run that goes on
 * whether or not anybody reads it.
 */
export async function sendMessage(world: World, person: Person, ask: Ask): Promise<Sent> {
  const { store, models, clock, organisation, runs } = world;
  const chat = authorise(person, 'write', 'chat', await store.chats.find(ask.chatId));
  const model = await models.find(ask.model);
  const settings = await readSettings(world, person);
  const functionCalling = ask.functionCalling && organisation.features.functionCalling;
  const files = await attachFiles(world, person, ask.files);
  const messageId = ask.messageId ?? crypto.randomUUID();
  const history = before(messageId, await store.messages.list(chat.id));
  const draft = { text: ask.text, files };
  await checkMemory(history, draft, model, settings.customInstructions, functionCalling);

  const runId = crypto.randomUUID();
  const exchange = {
    owner: { tenantId: person.tenantId, id: person.id },
    chatId: chat.id,
    question: { id: messageId, content: ask.text, files, fingerprint: fingerprint(ask.text, files) },
    answerId: crypto.randomUUID(),
    run: { id: runId, sessionId: ask.sessionId, processId: runs.processId },
    now: clock.now(),
  };
  const accepted = await store.messages.accept(exchange, world.runsPerPerson);
  const sources = files.map(({ scrapedFileId: fileid, fileName: filename }) => ({ fileid, filename }));
  if (accepted.name === 'different') throw new AvaError('different_message');
  if (accepted.name === 'busy') throw new AvaError('too_many_requests', { retryAfter: BUSY_RETRY_S });
  if (accepted.name === 'gone') throw new AvaError('not_found');
  if (accepted.name === 'already') return { runId: accepted.runId, messageId, sources };

  const run: RunRow = {
    id: runId,
    kind: 'answer',
    owner: { tenantId: person.tenantId, id: person.id },
    subjectId: chat.id,
    messageId: accepted.answerId,
    sessionId: ask.sessionId,
    processId: runs.processId,
    state: 'running',
  };
  const record = (metadata: object) => store.messages.saveMetadata(chat.id, accepted.answerId, metadata);
  const started = { type: 'started', seq: 1, run_id: runId, message_id: accepted.answerId, user_message_id: messageId };
  runs.start(
    run,
    answerKind,
    async function* (signal) {
      // Asked for here, because nothing may come between the row of a run and its start.
      const profile = settings.microsoftUserProfileData ? await readProfile(world, person) : null;
      const { concise } = ask;
      const system = systemPrompt({
        functionCalling,
        concise,
        customInstructions: settings.customInstructions,
        profile,
      });
      const conversation = await readConversation(world, history, draft, system);
      const temperature = ask.temperature ?? DEFAULT_TEMPERATURE;
      yield* writeAnswer({ ...world, record }, { model, temperature, ...conversation }, signal);
    },
    [started satisfies StoredEvent],
  );
  return { runId, messageId, sources };
}

/** What was said before this message; when it is sent again, neither it nor its answer are part of that. */
function before(messageId: string, messages: readonly MessageRow[]): MessageRow[] {
  const at = messages.findIndex((message) => message.id === messageId);
  return at < 0 ? [...messages] : messages.slice(0, at);
}

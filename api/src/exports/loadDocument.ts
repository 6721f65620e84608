import { AvaError } from '../../contract/errors.ts';
import { isSettled } from '../../contract/runs/runs.ts';
import { getReadableHistory, HIDDEN_ANSWER, HIDDEN_QUESTION } from '../answers/readableHistory.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import { HIDDEN_OUTPUT } from '../tasks/readableOutputs.ts';
import { readTaskOutputs } from '../tasks/taskOutputs.ts';
import type { DocumentPart, ExportDocument } from './document.ts';
import { exportTexts } from './exports.texts.ts';

/** What a person wants to export. */
export type ExportSource =
  | { kind: 'answer'; chatId: string; messageId: string }
  | { kind: 'chat'; chatId: string }
  | { kind: 'task'; taskId: string };

export interface LoadedDocument extends ExportDocument {
  /** Sentences about what the document does not contain. */
  notes: string[];
}

/** A question of one line of this length is a heading as it is. */
const MAX_HEADING_CHARACTERS = 100;

/**
 * Loads what is exported, with the person's rights at this moment.
 * @throws AvaError `not_found`, `still_answering`, `nothing_to_export`
 */
export async function loadDocument(
  ctx: AppContext,
  person: Person,
  source: ExportSource,
  title: string,
): Promise<LoadedDocument> {
  switch (source.kind) {
    case 'answer':
      return { title, ...(await loadAnswer(ctx, person, source.chatId, source.messageId)) };
    case 'chat':
      return { title, ...(await loadChat(ctx, person, source.chatId)) };
    case 'task':
      return { title, ...(await loadTask(ctx, person, source.taskId)) };
    default:
      return source satisfies never;
  }
}

type Content = Omit<LoadedDocument, 'title'>;

async function loadAnswer(ctx: AppContext, person: Person, chatId: string, id: string): Promise<Content> {
  const chat = authorize(person, 'read', 'chat', await ctx.store.chats.find(chatId));
  const message = await ctx.store.messages.findInChat(chat.id, id);
  if (!message) throw new AvaError('not_found');
  if (!isSettled(message)) throw new AvaError('still_answering');
  const { messages } = await getReadableHistory(ctx, person, chat.id, [message], true);
  const [readable = message] = messages;
  if (isHidden(readable)) throw new AvaError('nothing_to_export', { detail: readable.content });
  return { parts: [toPart(readable, '')], notes: [] };
}

async function loadChat(ctx: AppContext, person: Person, chatId: string): Promise<Content> {
  const chat = authorize(person, 'read', 'chat', await ctx.store.chats.find(chatId));
  const { messages } = await getReadableHistory(ctx, person, chat.id, await listMessages(ctx, chat.id));
  const shown = messages.filter((message) => isSettled(message) && message.content.trim() !== '');
  const hidden = shown.filter(({ content }) => content === HIDDEN_ANSWER).length;
  const notes = [
    ...(hidden > 0 ? [exportTexts.hiddenAnswers(hidden)] : []),
    ...(messages.some((message) => !isSettled(message)) ? [exportTexts.unfinished] : []),
  ];
  return { parts: shown.map((message) => toChatPart(message)), notes };
}

async function loadTask(ctx: AppContext, person: Person, taskId: string): Promise<Content> {
  const { outputs } = await readTaskOutputs(ctx, person, taskId);
  const hidden = outputs.filter(({ markdown }) => markdown === HIDDEN_OUTPUT).length;
  return {
    parts: outputs.map(({ title, markdown, citations }) => ({
      heading: title,
      text: markdown,
      syntax: 'markdown' as const,
      citations,
    })),
    notes: hidden > 0 ? [exportTexts.hiddenAnswers(hidden)] : [],
  };
}

async function listMessages({ store }: AppContext, chatId: string): Promise<MessageRow[]> {
  const pages: MessageRow[][] = [];
  for (let before: string | undefined; ;) {
    const page = await store.messages.list(chatId, before === undefined ? {} : { before });
    const [oldest] = page;
    if (!oldest) return pages.toReversed().flat();
    pages.push(page);
    before = oldest.id;
  }
}

const isHidden = ({ content }: MessageRow) => content === HIDDEN_ANSWER || content === HIDDEN_QUESTION;

const toPart = ({ source, content, links }: MessageRow, heading: string): DocumentPart => ({
  heading,
  text: content,
  syntax: source === 'User' ? 'plain' : 'markdown',
  citations: links,
});

/** A question is the heading of its answer. */
function toChatPart(message: MessageRow): DocumentPart {
  if (message.source !== 'User') return toPart(message, '');
  const text = message.content.trim();
  if (text.length <= MAX_HEADING_CHARACTERS && !text.includes('\n')) return { ...toPart(message, text), text: '' };
  return toPart(message, message.author ? `${exportTexts.question} · ${message.author}` : exportTexts.question);
}

import { AvaError } from '#contract/errors.ts';
import { isSettled, type Citation } from '#contract/runs/answerEvents.ts';
import { readMessage, readMessages, type ReadableMessage } from '#api/answers/readableHistory.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { StoredMessage } from '#api/storage/tables/chats/messages.ts';
import { HIDDEN_OUTPUT } from '#api/tasks/readableOutputs.ts';
import { readTaskOutputs } from '#api/tasks/taskOutputs.ts';
import { listImages, loadAttachments } from './attachments.ts';
import type { AttachedImage, DocumentPart, ExportDocument } from './document.ts';
import { exportTexts } from './exports.texts.ts';
import { findReferences, toImageMarkdown } from './imageReferences.ts';

/** What a person wants to export. */
export type ExportSource =
  | { kind: 'answer'; chatId: string; messageId: string }
  | { kind: 'chat'; chatId: string }
  | { kind: 'task'; taskId: string };

export interface LoadedDocument extends ExportDocument {
  /** Sentences about what the document does not contain. */
  notes: string[];
  /** Images in the chat, whether the texts refer to them or not. */
  attachments: readonly AttachedImage[];
}

type LoadedParts = Pick<LoadedDocument, 'parts' | 'notes' | 'attachments'>;

/** A question of one line, up to this length, is used as a heading without changes. */
const MAX_HEADING_CHARACTERS = 100;

/**
 * Loads what is exported and its images, with the person's rights at this moment.
 * @throws AvaError `not_found`, `still_answering`, `nothing_to_export`
 */
export async function loadDocument(
  ctx: AppContext,
  person: Person,
  source: ExportSource,
  title: string,
): Promise<LoadedDocument> {
  const { parts, attachments, notes } = await loadParts(ctx, person, source);
  const texts = parts.flatMap(({ text, syntax }) => (syntax === 'markdown' ? [text] : []));
  const images = await loadAttachments(ctx, person, findReferences(texts, attachments));
  return { title, parts, images, notes, attachments };
}

/**
 * The texts of what is exported. They refer to attached images, which are loaded when the texts are exported as a file.
 */
export async function loadParts(ctx: AppContext, person: Person, source: ExportSource): Promise<LoadedParts> {
  const loaded = await loadSource(ctx, person, source);
  return { ...loaded, parts: await nameSites(ctx, person, loaded.parts) };
}

/**
 * Adds the name of its site to each source of a document whose sources are from several sites. A source that the person
 * can't read doesn't count: the names of the others would reveal that there is another site.
 */
async function nameSites(
  { store }: AppContext,
  person: Person,
  parts: readonly DocumentPart[],
): Promise<readonly DocumentPart[]> {
  const readable = parts.flatMap(({ citations }) => citations.filter(({ standing }) => standing !== 'denied'));
  const ids = [...new Set(readable.flatMap(({ site }) => site ?? []))];
  if (ids.length < 2) return parts;
  const found = await Promise.all(ids.map((id) => store.sites.find(person.tenantId, id)));
  const names = new Map(found.flatMap((site) => (site ? [[site.id, site.name]] : [])));
  const addName = (citation: Citation): Citation => {
    const name = citation.standing === 'denied' ? undefined : names.get(citation.site ?? '');
    const page = citation.pagenumber === null ? '' : `page ${citation.pagenumber}`;
    return name === undefined ? citation : { ...citation, location: `${citation.location || page} (${name})`.trim() };
  };
  return parts.map((part) => ({ ...part, citations: part.citations.map(addName) }));
}

async function loadSource(ctx: AppContext, person: Person, source: ExportSource): Promise<LoadedParts> {
  switch (source.kind) {
    case 'answer':
      return loadAnswer(ctx, person, source.chatId, source.messageId);
    case 'chat':
      return loadChat(ctx, person, source.chatId);
    case 'task':
      return loadTask(ctx, person, source.taskId);
    default:
      return source satisfies never;
  }
}

async function loadAnswer(ctx: AppContext, person: Person, chatId: string, id: string): Promise<LoadedParts> {
  const chat = authorize(person, 'read', 'chat', await ctx.store.chats.find(chatId));
  const message = await ctx.store.messages.findInChat(chat.id, id);
  if (!message) throw new AvaError('not_found');
  if (!isSettled(message)) throw new AvaError('still_answering');
  const readable = await readMessage(ctx, person, message);
  if (readable.isHidden) throw new AvaError('nothing_to_export', { detail: readable.content });
  // Most answers have no images, and the chat is not needed for them.
  const attachments = readable.content.includes('![') ? listAttachments(await readChat(ctx, person, chat.id)) : [];
  return { parts: [toPart(readable, '')], attachments, notes: [] };
}

async function loadChat(ctx: AppContext, person: Person, chatId: string): Promise<LoadedParts> {
  const chat = authorize(person, 'read', 'chat', await ctx.store.chats.find(chatId));
  const messages = await readChat(ctx, person, chat.id);
  const attachments = listAttachments(messages);
  const shown = messages.filter(
    (message) => isSettled(message) && (message.content.trim() !== '' || listImages(message.files).length > 0),
  );
  const hidden = shown.filter(({ source, isHidden }) => source === 'AVA' && isHidden).length;
  const notes = [
    ...(hidden > 0 ? [exportTexts.hiddenAnswers(hidden)] : []),
    ...(messages.some((message) => !isSettled(message)) ? [exportTexts.unfinished] : []),
  ];
  return { parts: shown.flatMap(toChatParts), attachments, notes };
}

async function loadTask(ctx: AppContext, person: Person, taskId: string): Promise<LoadedParts> {
  const { outputs } = await readTaskOutputs(ctx, person, taskId);
  const hidden = outputs.filter(({ markdown }) => markdown === HIDDEN_OUTPUT).length;
  return {
    parts: outputs.map(({ title, markdown, citations }) => ({
      heading: title,
      text: markdown,
      syntax: 'markdown' as const,
      citations,
    })),
    attachments: [],
    notes: hidden > 0 ? [exportTexts.hiddenAnswers(hidden)] : [],
  };
}

async function readChat(ctx: AppContext, person: Person, chatId: string): Promise<ReadableMessage[]> {
  const pages: StoredMessage[][] = [];
  for (let before: string | undefined; ;) {
    const page = await ctx.store.messages.list(chatId, before === undefined ? {} : { before });
    const [oldest] = page;
    if (!oldest) return readMessages(ctx, person, chatId, pages.toReversed().flat());
    pages.push(page);
    before = oldest.id;
  }
}

const listAttachments = (messages: readonly ReadableMessage[]): AttachedImage[] =>
  messages.flatMap((message) =>
    message.isHidden
      ? []
      : listImages(message.files).map(({ scrapedFileId, fileName }) => ({ scrapedFileId, fileName })),
  );

function toPart({ source, content, links }: ReadableMessage, heading: string): DocumentPart {
  return { heading, text: content, syntax: source === 'User' ? 'plain' : 'markdown', citations: links };
}

/** A question is the heading of its answer. Its images follow it. */
function toChatParts(message: ReadableMessage): DocumentPart[] {
  if (message.source !== 'User') return [toPart(message, '')];
  const own = message.isHidden ? [] : listImages(message.files);
  const images: DocumentPart = { heading: '', text: toImageMarkdown(own), syntax: 'markdown', citations: [] };
  return [toQuestion(message), ...(own.length > 0 ? [images] : [])];
}

function toQuestion(message: ReadableMessage): DocumentPart {
  const text = message.content.trim();
  const isHeading = text !== '' && text.length <= MAX_HEADING_CHARACTERS && !text.includes('\n');
  if (isHeading) return { ...toPart(message, text), text: '' };
  return toPart(message, message.author ? `${exportTexts.question} · ${message.author}` : exportTexts.question);
}

import { buffer } from 'node:stream/consumers';
import { AvaError } from '../../contract/errors.ts';
import { isImage } from '../../contract/fileTypes.ts';
import type { MessageFile } from '../../contract/files.ts';
import type { Model } from '../../contract/models.ts';
import { estimate, memoryFullness } from '../../contract/tokens.ts';
import type { ModelMessage } from '../models/models.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import { countTokens } from '../tokens/countTokens.ts';
import type { AppContext } from '../context.ts';
import type { History } from './history.ts';
import { passagesOf, quotePassages, type Passage } from './passages.ts';

export interface Draft {
  text: string;
  files: readonly MessageFile[];
}

export interface Conversation {
  messages: ModelMessage[];
  passages: Passage[];
}

type Parts = Extract<ModelMessage, { role: 'user' }>['content'];

/**
 * What a model reads of a chat: what was said, the files attached so far as numbered passages, the question last.
 * @param found passages of a search, which come before those of the files
 */
export async function readConversation(
  ctx: AppContext,
  history: readonly MessageRow[],
  draft: Draft,
  system: string,
  found: readonly Passage[] = [],
): Promise<Conversation> {
  const files = [...history.flatMap((message) => message.files), ...draft.files];
  const attached = await readPassages(ctx, files);
  const passages = [...found, ...attached].map((passage, index) => ({ ...passage, number: index + 1 }));
  const messages: ModelMessage[] = [{ role: 'system', content: system }];
  for (const message of history) {
    if (message.source === 'User') messages.push({ role: 'user', content: await withImages(ctx, message) });
    else if (message.content.trim() !== '') messages.push({ role: 'assistant', content: withoutNumbers(message) });
  }
  if (passages.length > 0) {
    const from = found.length > 0 ? 'What was found for the question' : 'The files of this conversation';
    messages.push({ role: 'user', content: `${from}:\n${quotePassages(passages)}` });
  }
  messages.push({ role: 'user', content: await withImages(ctx, { content: draft.text, files: draft.files }) });
  return { messages, passages };
}

async function readPassages({ store }: AppContext, files: readonly MessageFile[]): Promise<Passage[]> {
  const unique = [...new Map(files.map((file) => [file.scrapedFileId, file])).values()];
  const texts = await store.files.findTexts(unique.map((file) => file.scrapedFileId));
  return passagesOf(
    unique.flatMap((file) => {
      const text = texts.get(file.scrapedFileId);
      if (!text) return [];
      const { scrapedFileId: fileId, fileName, fileType } = file;
      return [{ fileId, fileName, fileType, extraction: text.extraction }];
    }),
  );
}

/** Numbers of an earlier answer would be read as numbers of the present passages. */
function withoutNumbers(message: MessageRow): string {
  return message.links.length === 0 ? message.content : message.content.replace(/\s?\[\d+\]/g, '');
}

async function withImages(
  { store, blobs }: AppContext,
  message: { content: string; files: readonly MessageFile[] },
): Promise<Parts> {
  const images = message.files.filter((file) => isImage(file.fileType));
  if (images.length === 0) return message.content;
  const parts: Exclude<Parts, string> = [{ type: 'text', text: message.content }];
  for (const image of images) {
    const file = await store.files.find(image.scrapedFileId);
    if (!file) continue;
    const bytes = await buffer(await blobs.open(file.sha256));
    const type = image.fileType === 'PNG' ? 'png' : image.fileType === 'GIF' ? 'gif' : 'jpeg';
    parts.push({ type: 'image_url', image_url: { url: `data:image/${type};base64,${bytes.toString('base64')}` } });
  }
  return parts;
}

/**
 * Refuses what the model cannot look at, and what does not fit into its memory: the rules that disable Send. Gives the
 * tokens that the model is to read.
 */
export async function checkMemory(
  history: History,
  draft: Draft,
  model: Model,
  customInstructions: string,
  functionCalling: boolean,
): Promise<number> {
  const files = [...history.messages.flatMap((message) => message.files), ...draft.files];
  const images = files.filter((file) => isImage(file.fileType));
  if (images.length > 0 && !model.modalities.includes('image_input')) throw new AvaError('images_not_supported');
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const tokens = estimate(
    {
      customInstructions: await countTokens(customInstructions),
      draft: await countTokens(draft.text),
      files: sum(files.filter((file) => !isImage(file.fileType)).map((file) => file.tokens)),
      conversation: history.tokens,
      images: sum(images.map((image) => image.tokens)),
    },
    functionCalling,
  );
  if (memoryFullness(tokens, model) > 100) throw new AvaError('too_large');
  return tokens;
}

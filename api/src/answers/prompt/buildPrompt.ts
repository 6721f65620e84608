import { buffer } from 'node:stream/consumers';
import { isImage } from '#contract/files/fileTypes.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { ModelMessage, ModelTool, Prompt } from '#api/models/models.ts';
import type { AppContext } from '#api/context.ts';
import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import { countFitting, countImageTokens } from './contextWindow.ts';
import { createContinuationMessages, removeCitations, renumberCitations, type PriorText } from './priorText.ts';
import type { ReadableMessage } from '#api/answers/readableHistory.ts';
import { formatPassages, toPassages, type Passage } from './passages.ts';

export interface AnswerPrompt extends Prompt {
  /** Passages that the model can cite. */
  passages: readonly Passage[];
  /** Tokens of the images in its messages. */
  imageTokens?: number;
}

/** Tokens that are kept free for function calls and their failures. Results use what passages leave. */
const CALLS_TOKENS = 2_000;

/** Replaces an answer without text, because a model would read two questions in a row as one. */
const NO_ANSWER = '(no answer)';

type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

/** A question, with the files that are not sent because they are looked up. */
type PromptQuestion = Pick<AcceptedQuestion, 'model' | 'temperature' | 'text' | 'files'> &
  Partial<Pick<AcceptedQuestion, 'lookedUp'>>;

interface PromptParts {
  /** The text that an earlier step of a task has written, with its sources. It comes before the found passages. */
  earlier?: readonly Passage[] | undefined;
  /** Passages of a search, which come before those of attached files. */
  found?: readonly Passage[] | undefined;
  /** The answer so far, if the model is to continue it. */
  prior?: PriorText | undefined;
  /** Functions that the model can call. */
  tools?: readonly ModelTool[] | undefined;
}

/**
 * Builds the prompt of an answer: rules, attached files, conversation, found passages, question. The files come first and
 * have the lowest numbers, so that the beginning is the same for each question and a provider can cache it. If the prompt does
 * not fit into the model's context window, leaves out found passages, last ones first, then attached ones. Throws `too_large`
 * if that is not enough.
 */
export async function buildPrompt(
  ctx: AppContext,
  { model, temperature, text, files, lookedUp = [] }: PromptQuestion,
  system: string,
  history: readonly ReadableMessage[],
  { earlier = [], found = [], prior, tools = [] }: PromptParts = {},
): Promise<AnswerPrompt> {
  const allFiles = [...history.flatMap((message) => message.files), ...files];
  const attached = await readFilePassages(
    ctx,
    allFiles.filter(({ scrapedFileId }) => !lookedUp.includes(scrapedFileId)),
  );
  const conversation = await toModelMessages(ctx, history);
  const question = await toUserContent(ctx, { content: text, files });

  // Attached files take precedence over search results, because the person chose them.
  const all = [...attached, ...earlier, ...found].map((passage, index) => ({ ...passage, number: index + 1 }));
  const foundFrom = attached.length + earlier.length;

  function compose(passages: readonly Passage[]): ModelMessage[] {
    const readable = passages.map((passage) => withNumbers(passage, passages));
    return [
      { role: 'system', content: system },
      ...toPassagesMessage(
        `The files of this conversation${describeLeftOut(attached.length - passages.length)}`,
        readable.slice(0, attached.length),
      ),
      ...conversation,
      ...toPassagesMessage(
        'The output of an earlier step, with its sources',
        readable.slice(attached.length, foundFrom),
      ),
      ...toPassagesMessage('What was found for the question', readable.slice(foundFrom)),
      { role: 'user', content: question },
      ...(prior ? createContinuationMessages(prior, passages) : []),
    ];
  }

  const imageTokens = countImageTokens(allFiles);
  const count = await countFitting(
    all.length,
    (first) => [...compose(all.slice(0, first)).map(getText), ...tools.map((tool) => JSON.stringify(tool))].join('\n'),
    imageTokens + (tools.length > 0 ? CALLS_TOKENS : 0),
    model,
  );
  const passages = all.slice(0, count);
  return { model, temperature, messages: compose(passages), passages, imageTokens, ...(tools.length > 0 && { tools }) };
}

function describeLeftOut(count: number): string {
  if (count <= 0) return '';
  return `, without the last ${count === 1 ? 'passage' : `${count} passages`} for lack of space`;
}

function withNumbers(passage: Passage, all: readonly Passage[]): Passage {
  return passage.cited ? { ...passage, text: renumberCitations(passage.cited, all) } : passage;
}

function toPassagesMessage(heading: string, passages: readonly Passage[]): ModelMessage[] {
  return passages.length > 0 ? [{ role: 'user', content: `${heading}:\n${formatPassages(passages)}` }] : [];
}

async function readFilePassages({ store }: AppContext, files: readonly MessageFile[]): Promise<Passage[]> {
  const unique = [...new Map(files.map((file) => [file.scrapedFileId, file])).values()];
  const texts = await store.files.findTexts(unique.map((file) => file.scrapedFileId));
  return toPassages(
    unique.flatMap((file) => {
      const text = texts.get(file.scrapedFileId);
      if (!text) return [];
      const { scrapedFileId: fileId, fileName, fileType, fileDate: lastModified } = file;
      return [{ fileId, fileName, fileType, lastModified, extraction: text.extraction }];
    }),
  );
}

async function toModelMessages(ctx: AppContext, history: readonly ReadableMessage[]): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const message of history) {
    if (message.source === 'User') messages.push({ role: 'user', content: await toUserContent(ctx, message) });
    else messages.push({ role: 'assistant', content: removeCitations(message).trim() || NO_ANSWER });
  }
  return messages;
}

async function toUserContent(
  { store, blobs }: AppContext,
  message: { content: string; files: readonly MessageFile[] },
): Promise<UserContent> {
  const images = message.files.filter((file) => isImage(file.fileType));
  if (images.length === 0) return message.content;
  const parts: Exclude<UserContent, string> = [{ type: 'text', text: message.content }];
  for (const image of images) {
    const file = await store.files.find(image.scrapedFileId);
    if (!file) continue;
    const bytes = await buffer(await blobs.open(file.sha256));
    const type = image.fileType === 'PNG' ? 'png' : image.fileType === 'GIF' ? 'gif' : 'jpeg';
    parts.push({ type: 'image_url', image_url: { url: `data:image/${type};base64,${bytes.toString('base64')}` } });
  }
  return parts;
}

/** The text of a message and, as JSON, the calls that a model made in it. */
export function getText(message: ModelMessage): string {
  const { content } = message;
  if (message.role === 'assistant' && message.tool_calls)
    return [content ?? '', JSON.stringify(message.tool_calls)].join('\n');
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

import { AvaError } from '#contract/errors.ts';
import type { SlideSource } from '#contract/exports/presentations.ts';
import type { AttachedImage, DocumentPart } from '#api/exports/document.ts';
import { loadParts, type ExportSource } from '#api/exports/loadDocument.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';

/** The source of slides: a text, or the answer, chat or task from which it is loaded. */
export interface SectionsRequest {
  content?: string | undefined;
  chat_id?: string | undefined;
  message_id?: string | undefined;
  task_id?: string | undefined;
}

export interface SlideText {
  /** Markdown. */
  content: string;
  sources: SlideSource[];
  /** Images that the text can refer to by their names. */
  attachments: readonly AttachedImage[];
}

const MAX_SOURCES = 300;

/** Loads the text for slides as the person can read it now, with the sources of all its parts. */
export async function readSource(ctx: AppContext, person: Person, request: SectionsRequest): Promise<SlideText> {
  if (request.content !== undefined) return { content: request.content, sources: [], attachments: [] };
  const { parts, attachments } = await loadParts(ctx, person, toSource(request));
  const sources: SlideSource[] = [];
  const texts = parts.map((part) => toText(part, sources));
  return { content: texts.join('\n\n'), sources: sources.slice(0, MAX_SOURCES), attachments };
}

function toSource({ chat_id: chatId, message_id: messageId, task_id: taskId }: SectionsRequest): ExportSource {
  if (taskId) return { kind: 'task', taskId };
  if (chatId) return messageId ? { kind: 'answer', chatId, messageId } : { kind: 'chat', chatId };
  throw new AvaError('bad_request', { detail: "The request isn't valid: content is missing." });
}

/** A part with its heading. Its sources get numbers that no earlier part uses. */
function toText({ heading, text, citations }: DocumentPart, sources: SlideSource[]): string {
  const offset = Math.max(0, ...sources.map(({ number }) => number));
  const own = new Set(citations.map(({ number }) => number));
  for (const { number, filename, location, link } of citations)
    sources.push({ number: number + offset, filename, location, link });
  const renumbered =
    offset === 0
      ? text
      : text.replace(/\[(\d{1,5})\]/g, (marker, number: string) =>
          own.has(Number(number)) ? `[${Number(number) + offset}]` : marker,
        );
  return heading ? `# ${heading.replaceAll('\n', ' ')}\n\n${renumbered}` : renumbered;
}

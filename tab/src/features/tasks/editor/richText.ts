import type { Descendant } from 'slate';
import { z } from 'zod';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { emptyDocument, toDocument } from '#tab/features/chat/composer/editor/document.ts';

const Text = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
});
const Mention = z.object({ type: z.literal('mention'), name: z.string(), children: z.array(Text).min(1) });
const Inline = z.union([Mention, Text]);
const Paragraph = z.object({ type: z.literal('paragraph'), children: z.array(Inline).min(1) });
const ListItem = z.object({ type: z.literal('list-item'), children: z.array(Inline).min(1) });
const List = z.object({ type: z.enum(['bulleted-list', 'numbered-list']), children: z.array(ListItem).min(1) });
const RichDocument = z.array(z.union([Paragraph, List])).min(1);

/** Reads a rich text for the editor. What the editor does not know becomes plain text. */
export function toEditorDocument(richText: string): Descendant[] {
  if (richText === '') return emptyDocument();
  try {
    const parsed = RichDocument.safeParse(JSON.parse(richText));
    if (parsed.success) return parsed.data as Descendant[];
  } catch {
    // Plain text.
  }
  return toDocument(toPromptText(richText).text);
}

/** Writes the editor's document as a rich text; an empty one is the empty string. */
export function fromEditorDocument(document: readonly Descendant[]): string {
  const text = JSON.stringify(document);
  return toPromptText(text).text === '' && !text.includes('list') ? '' : text;
}

/** Puts one rich text below another. */
export function appendRichText(first: string, second: string): string {
  if (first === '') return second;
  if (second === '') return first;
  return JSON.stringify([...toEditorDocument(first), ...toEditorDocument(second)]);
}

import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadKind } from '#contract/files/unread.ts';
import type { FormatContext, Summary } from './format.ts';
import { decodeHtml } from './mail/charsets.ts';
import { readHtml } from './mail/html.ts';
import { decodeText } from './plainText.ts';
import { tidyText } from './tidyText.ts';

/**
 * Reads a web page as a browser shows it, with its title in front. A file without visible text, such as a part of a program, is
 * read as plain text.
 */
export async function* readPage(bytes: Buffer, { limits, unread }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const source = decodeText(bytes, limits);
  const left: UnreadKind[] = [];
  let title = '';
  const body = tidyText(
    readHtml(
      decodeHtml(bytes),
      (kind) => left.push(kind),
      (text) => void (title ||= text),
    ),
  );
  const shown = body === '' || body.startsWith(title) ? body : tidyText([title, body].filter(Boolean).join('\n\n'));
  if (shown !== '') for (const kind of left) unread.add(kind);
  const text = shown === '' ? tidyText(source) : shown;
  if (text !== '') yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

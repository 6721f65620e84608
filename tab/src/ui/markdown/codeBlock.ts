import { closesFence, parseFence, getLineHead } from './lineSyntax.ts';

/** Returns the lines between the fences of a code block, without the fence's indentation. */
export function getCodeContent(text: string): string {
  const normalized = text.replace(/\r\n?/g, '\n').trimEnd();
  const start = normalized.indexOf('\n') + 1;
  if (start === 0) return '';
  const fence = parseFence(getLineHead(normalized.slice(0, start)));
  const last = normalized.lastIndexOf('\n') + 1;
  const closed = fence !== null && closesFence(getLineHead(normalized.slice(last)), fence.run);
  const body = closed ? normalized.slice(start, Math.max(start, last - 1)) : normalized.slice(start);
  if (!fence || fence.indent === 0) return body;
  return body.replace(new RegExp(`^ {1,${fence.indent}}`, 'gm'), '');
}

import { closesFence, parseFence, getLineHead } from './lineSyntax.ts';

/** Returns the lines between the fences of a code block, without the fence's indentation. */
export function getCodeContent(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n').trimEnd();
  const start = whole.indexOf('\n') + 1;
  if (start === 0) return '';
  const fence = parseFence(getLineHead(whole.slice(0, start)));
  const last = whole.lastIndexOf('\n') + 1;
  const closed = fence !== null && closesFence(getLineHead(whole.slice(last)), fence.run);
  const body = closed ? whole.slice(start, Math.max(start, last - 1)) : whole.slice(start);
  if (!fence || fence.indent === 0) return body;
  return body.replace(new RegExp(`^ {1,${fence.indent}}`, 'gm'), '');
}

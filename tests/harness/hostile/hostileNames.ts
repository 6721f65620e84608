import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { Token } from 'marked';

/** Jest reads no ES modules of packages, and takes marked's other build for one. */
function loadMarked(): typeof import('marked') {
  const build = fileURLToPath(new URL('../../../node_modules/marked/lib/marked.umd.js', import.meta.url));
  const loaded = { exports: {} };
  compileFunction(readFileSync(build, 'utf8'), ['module', 'exports'])(loaded, loaded.exports);
  return loaded.exports as typeof import('marked');
}
const { marked } = loadMarked();

/** Names that people give to chats, sites, files and themselves, each made to be drawn as something else. */
export const hostileNames: readonly string[] = [
  'Plan ![x](https://evil.example/x.png) [Your session has expired: sign in](https://evil.example)',
  '[a][b]\n\n[b]: https://evil.example',
  '<img src=x onerror=alert(1)><image src=x><p style=background:url(//evil.example)><details open ontoggle=x>',
  '&lt;img src=x&gt; &#60;img src=x&#62;',
  '# Heading\n- list\n> quote\n```\ncode\n```',
  '- item',
  '1. item',
  'a\n===',
  '**bold** _em_ ~~gone~~ `code` | a | b |',
  '\\[a\\](https://evil.example) \\',
  'https://evil.example/sign-in www.evil.example mailto:ada@evil.example <https://evil.example>',
  '<at>everyone</at> @everyone @channel',
  '\u202egnp.exe\u202c \u2066x\u2069 \u200b\u00ad',
  'two\r\nlines\u2028and\u0000\u0007\u001b[31mmore\u0085',
  '{{DATE(2026-11-20T08:00:00Z, SHORT)}}',
  '😀\ud800',
];

/** What a name must never be drawn as. */
const DRAWN = [
  'link',
  'image',
  'html',
  'heading',
  'list',
  'code',
  'codespan',
  'del',
  'blockquote',
  'table',
  'hr',
  'def',
];

/** What Markdown is drawn as besides text and emphasis: the kinds of tokens, and where links lead. */
export function drawnAs(markdown: string): string[] {
  const drawn: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (DRAWN.includes(token.type)) drawn.push(token.type === 'link' ? `link to ${String(token['href'])}` : token.type);
  });
  return drawn;
}

/** Characters that nobody sees, that reorder text or end a line; the blank of no width is what the bot itself inserts. */
export const UNSEEN = /[\p{Cc}\p{Cs}\u00ad\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

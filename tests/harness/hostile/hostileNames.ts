import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { Token } from 'marked';

/**
 * Loads marked's UMD build with Node instead of jest: jest mistakes this build for an ES module, and cannot load ES
 * modules of packages.
 */
function loadMarked(): typeof import('marked') {
  const build = fileURLToPath(new URL('../../../node_modules/marked/lib/marked.umd.js', import.meta.url));
  const module = { exports: {} };
  compileFunction(readFileSync(build, 'utf8'), ['module', 'exports'])(module, module.exports);
  return module.exports as typeof import('marked');
}
const { marked } = loadMarked();

/** Names of chats, sites, files and people that try to render as markup. */
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

/** Tokens that a name must never render as. */
const MARKUP_TOKENS = [
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

/** Returns the types of the MARKUP_TOKENS in a text, with the targets of links. */
export function listRenderedMarkup(markdown: string): string[] {
  const rendered: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (!MARKUP_TOKENS.includes(token.type)) return;
    rendered.push(token.type === 'link' ? `link to ${String(token['href'])}` : token.type);
  });
  return rendered;
}

/** Invisible characters, and those that reorder text or end a line. Without U+200B, which the bot inserts itself. */
export const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cs}\u00ad\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

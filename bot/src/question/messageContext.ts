import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';
import { z } from 'zod';

/**
 * A text that came with a person's message and that they did not write in it: a quoted or forwarded message, a link behind
 * words, the preview of a link. It is attached like a file, so that a model reads it as data.
 */
export interface MessageContext {
  name: string;
  text: string;
}

type Parent = ReturnType<typeof fromHtml>;
type Node = Parent['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** Teams sends at most 28 KB. The limits keep the time to parse hostile HTML short. */
const MAX_HTML_CHARACTERS = 60_000;
const MAX_TAGS = 4_000;
const MAX_CONTEXTS = 10;
const MAX_CONTEXT_CHARACTERS = 20_000;
const MAX_NAME = 100;
const MAX_LINKS = 50;
/** Teams sends one HTML part for each message; a forged activity can have more. */
const MAX_HTML_PARTS = 2;

const Html = z.object({ contentType: z.literal('text/html'), content: z.string() });

/** The preview of a link, which Teams or another app makes. */
const Preview = z.object({
  contentType: z.string().regex(/^application\/vnd\.microsoft\.card\.(thumbnail|hero)$/),
  content: z.object({
    title: z.string().default(''),
    subtitle: z.string().default(''),
    text: z.string().default(''),
    tap: z.object({ value: z.string() }).optional(),
  }),
});

/** Graph's form of quoted and forwarded messages, whose content is JSON in a string. */
const Reference = z.object({
  contentType: z.enum(['messageReference', 'forwardedMessageReference']),
  content: z.string().max(MAX_HTML_CHARACTERS),
});
const Sender = z.object({ user: z.object({ displayName: z.string().default('') }).nullish() }).nullish();
const ReferenceContent = z.object({
  messagePreview: z.string().default(''),
  messageSender: Sender,
  originalMessageContent: z.string().default(''),
  originalMessageSender: Sender,
});

/** A message that the person quotes in a reply: https://github.com/microsoft/teams.ts/pull/482 */
const QuotedReply = z.object({
  type: z.literal('quotedReply'),
  quotedReply: z.object({
    senderName: z.string().nullish(),
    preview: z.string().nullish(),
    isReplyDeleted: z.boolean().nullish(),
  }),
});

interface ContextActivity {
  text: string;
  attachments: readonly unknown[];
  entities: readonly unknown[];
}

/** Returns what came with a message, and the text without the forwarded messages that Teams appends to it. */
export function separateContext({ text, attachments, entities }: ContextActivity): {
  text: string;
  context: MessageContext[];
} {
  const isHtml = (attachment: unknown) => Html.safeParse(attachment).success;
  const html = attachments.filter(isHtml).slice(0, MAX_HTML_PARTS);
  const parts = [...html, ...attachments.filter((attachment) => !isHtml(attachment))];
  const fromAttachments = parts.flatMap((attachment) => readAttachment(attachment, text));
  const quoted = entities.flatMap(readEntity);
  const forwarded = fromAttachments.filter(({ name }) => name === FORWARDED);
  const ownText = forwarded.reduceRight((rest, { text: end }) => removeEnd(rest, end), text);
  const context = [...quoted, ...fromAttachments].filter(
    (item, index, all) => item.text !== '' && all.findIndex(({ text: other }) => other === item.text) === index,
  );
  return { text: ownText.replace(QUOTE_PLACEHOLDER, '').trim(), context: context.slice(0, MAX_CONTEXTS) };
}

const QUOTE_PLACEHOLDER = /<quoted\s[^<>]{0,200}\/?>/g;
const FORWARDED = 'Forwarded message';
const DELETED = 'This message was deleted.';

const toQuoteName = (author: string) =>
  author.trim() === ''
    ? 'Quoted message'
    : `Message from ${toContextText(author).replace(/\s+/g, ' ').slice(0, MAX_NAME)}`;

const toContextText = (text: string) =>
  text.toWellFormed().replaceAll('\u00a0', ' ').trim().slice(0, MAX_CONTEXT_CHARACTERS);

function readEntity(entity: unknown): MessageContext[] {
  const { data } = QuotedReply.safeParse(entity);
  if (!data) return [];
  const { senderName, preview, isReplyDeleted } = data.quotedReply;
  return [{ name: toQuoteName(senderName ?? ''), text: isReplyDeleted ? DELETED : toContextText(preview ?? '') }];
}

function readAttachment(attachment: unknown, text: string): MessageContext[] {
  const { data: html } = Html.safeParse(attachment);
  if (html) return readHtml(html.content, text);
  const { data: preview } = Preview.safeParse(attachment);
  if (preview) {
    const { title, subtitle, text: summary, tap } = preview.content;
    const lines = [title, subtitle, summary, tap?.value ?? ''].filter((line) => line.trim() !== '');
    return [{ name: 'Link preview', text: toContextText(lines.join('\n')) }];
  }
  const { data: reference } = Reference.safeParse(attachment);
  return reference ? readReference(reference) : [];
}

function readReference({ contentType, content }: z.infer<typeof Reference>): MessageContext[] {
  const { data } = ReferenceContent.safeParse(parseJson(content));
  if (!data) return [];
  if (contentType === 'messageReference')
    return [
      { name: toQuoteName(data.messageSender?.user?.displayName ?? ''), text: toContextText(data.messagePreview) },
    ];
  const tree = parseHtml(data.originalMessageContent);
  return tree ? [{ name: FORWARDED, text: describe(tree) }] : [];
}

/** Quoted and forwarded messages, and addresses of links that the text does not show. */
function readHtml(html: string, text: string): MessageContext[] {
  const tree = parseHtml(html);
  if (!tree) return [];
  const parts = find(tree, (node) => isQuote(node) || node.tagName === 'a');
  const quotes = parts.filter(isQuote);
  const links = parts.filter((node) => !isQuote(node));
  const linkLines = describeLinks(links, text);
  return [
    ...quotes.map(readQuote),
    ...(linkLines.length > 0 ? [{ name: 'Links in the message', text: toContextText(linkLines.join('\n')) }] : []),
  ];
}

function readQuote(quote: Element): MessageContext {
  if (/\/Forward$/i.test(getProperty(quote, 'itemType'))) return { name: FORWARDED, text: describe(quote) };
  const [author] = find(quote, (node) => getProperty(node, 'itemProp') === 'mri');
  const [preview] = ['copy', 'preview'].flatMap((name) =>
    find(quote, (node) => getProperty(node, 'itemProp') === name),
  );
  return { name: toQuoteName(author ? toText(author) : ''), text: describe(preview ?? quote) };
}

/** The text of a part with the addresses of its links. */
function describe(part: Parent | Element): string {
  const text = toText(part);
  const links = find(part, (node) => node.tagName === 'a');
  return toContextText([text, ...describeLinks(links, text)].join('\n'));
}

function describeLinks(links: readonly Element[], shown: string): string[] {
  return links.slice(0, MAX_LINKS).flatMap((link) => {
    const address = getProperty(link, 'href');
    return /^https?:/i.test(address) && !shown.includes(address) ? [`${toText(link).trim()}: ${address}`] : [];
  });
}

function parseHtml(html: string): Parent | null {
  if (html.length > MAX_HTML_CHARACTERS || html.split('<').length > MAX_TAGS) return null;
  try {
    return fromHtml(html, { fragment: true });
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isQuote = (node: Element) =>
  node.tagName === 'blockquote' &&
  /^https?:\/\/schema\.skype\.com\/(Reply|Forward)$/i.test(getProperty(node, 'itemType'));

/** The outermost elements that match, in reading order. A loop, because HTML can be nested deeply. */
function find(root: Parent | Element, matches: (node: Element) => boolean): Element[] {
  const found: Element[] = [];
  const pending: Node[] = [...root.children].toReversed() as Node[];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type !== 'element') continue;
    if (matches(node)) found.push(node);
    else pending.push(...([...node.children].toReversed() as Node[]));
  }
  return found;
}

function getProperty(node: Element, name: string): string {
  const value = node.properties[name];
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** Removes `end` from the end of a text, whatever its white space is; returns the text as it was if it ends otherwise. */
function removeEnd(text: string, end: string): string {
  let at = text.length;
  for (const letter of end.replace(/\s+/g, '').split('').toReversed()) {
    while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1;
    if (text[at - 1] !== letter) return text;
    at -= 1;
  }
  return at === 0 || /\s/.test(text[at - 1] ?? '') ? text.slice(0, at).trim() : text;
}

import type { FootnoteDefinition, PhrasingContent, Root, RootContent } from 'mdast';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { cleanText } from '#contract/text/text.ts';
import type { AttachedImage, DocumentPart, ExportDocument, ParsedDocument } from '#api/exports/document.ts';
import { listMissing, readImages } from './images.ts';
import { parseHtml } from './parseHtml.ts';
import { parseMarkdown, parsePlainText } from './parseMarkdown.ts';
import { referToAttachments } from './referToAttachments.ts';
import { resolveNodes, toCitationId, wrapPhrasing } from './resolveNodes.ts';

const parsers = {
  markdown: (text: string, attachments?: readonly AttachedImage[]) =>
    parseMarkdown(referToAttachments(text, attachments)),
  html: parseHtml,
  plain: parsePlainText,
};

/** Parses all parts once, into one tree for all formats. */
export function parseDocument(document: ExportDocument): ParsedDocument {
  const footnotes = new Map<string, FootnoteDefinition>();
  const children = document.parts.flatMap((part, index) =>
    parsePart(part, `${index}-`, footnotes, document.attachments),
  );
  const root: Root = { type: 'root', children };
  const nodes = [root, ...footnotes.values()];
  return {
    title: cleanText(document.title).replaceAll('\n', ' '),
    root,
    footnotes,
    images: readImages(nodes, document.images ?? {}),
    template: document.template === undefined ? null : Buffer.from(document.template, 'base64'),
    missing: listMissing(nodes, document.images ?? {}),
  };
}

function parsePart(
  part: DocumentPart,
  prefix: string,
  footnotes: Map<string, FootnoteDefinition>,
  attachments?: readonly AttachedImage[],
): RootContent[] {
  const root = parsers[part.syntax](cleanText(part.text), attachments);
  for (const citation of part.citations)
    footnotes.set(toCitationId(prefix, citation.number), toFootnote(prefix, citation));
  resolveNodes(root, { prefix, footnotes, numbers: new Set(part.citations.map(({ number }) => number)) });
  wrapPhrasing(root);
  for (const note of footnotes.values()) wrapPhrasing(note);
  if (part.heading === '') return root.children;
  const heading = cleanText(part.heading).replaceAll('\n', ' ');
  return [{ type: 'heading', depth: 1, children: [{ type: 'text', value: heading }] }, ...lowerHeadings(root.children)];
}

/** Lowers headings by one level, because they stand below the heading of their part. */
function lowerHeadings(nodes: RootContent[]): RootContent[] {
  return nodes.map((node) =>
    node.type === 'heading' ? { ...node, depth: Math.min(6, node.depth + 1) as typeof node.depth } : node,
  );
}

/** The name of the file with its link, and the page or section. */
function toFootnote(prefix: string, citation: Citation): FootnoteDefinition {
  const name: PhrasingContent = { type: 'text', value: cleanText(citation.filename) };
  const isLinked = citation.link !== null && citation.standing !== 'denied';
  const children: PhrasingContent[] = [
    isLinked ? { type: 'link', url: citation.link ?? '', children: [name] } : name,
    ...(getLocation(citation) === '' ? [] : [{ type: 'text', value: `, ${getLocation(citation)}` } as const]),
  ];
  return {
    type: 'footnoteDefinition',
    identifier: toCitationId(prefix, citation.number),
    children: [{ type: 'paragraph', children }],
  };
}

function getLocation({ location, pagenumber, pagelabel }: Citation): string {
  if (location !== '') return cleanText(location);
  return pagenumber === null ? '' : `page ${cleanText(pagelabel ?? `${pagenumber}`)}`;
}

import type { Definition, FootnoteDefinition, Nodes } from 'mdast';

/** The definitions that links, images and footnotes refer to by an identifier. */
export type AnyDefinition = Definition | FootnoteDefinition;

/** All definitions in a text, also those in lists and quotes, in their order. */
export function listDefinitions(node: Nodes): AnyDefinition[] {
  const inner = 'children' in node ? node.children.flatMap(listDefinitions) : [];
  return node.type === 'definition' || node.type === 'footnoteDefinition' ? [node, ...inner] : inner;
}

/**
 * The definitions outside of a section that it refers to, directly or through a footnote. Answers of a chat can use the
 * same identifiers, so the next definition after the section is used, or otherwise the last one before it.
 */
export function findDefinitions(
  section: readonly Nodes[],
  definitions: readonly AnyDefinition[],
  span: { start: number; end: number },
): AnyDefinition[] {
  const keys = new Set(section.flatMap(listReferences));
  const found: AnyDefinition[] = [];
  // The set grows while it is read.
  for (const key of keys) {
    const named = definitions.filter((node) => toKey(node) === key);
    const isInside = named.find((node) => startOf(node) >= span.start && startOf(node) < span.end);
    const outside = named.find((node) => startOf(node) >= span.end) ?? named.at(-1);
    const definition = isInside ?? outside;
    if (!definition) continue;
    if (!isInside) found.push(definition);
    for (const reference of listReferences(definition)) keys.add(reference);
  }
  return found;
}

const toKey = ({ type, identifier }: AnyDefinition) => `${type}:${identifier}`;
const startOf = ({ position }: AnyDefinition) => position?.start.offset ?? 0;

function listReferences(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [`footnoteDefinition:${node.identifier}`];
  const inner = 'children' in node ? node.children.flatMap(listReferences) : [];
  const isReference = node.type === 'linkReference' || node.type === 'imageReference';
  return isReference ? [`definition:${node.identifier}`, ...inner] : inner;
}

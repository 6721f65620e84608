import type { CallToolResult } from '@modelcontextprotocol/client';

/** What a tool returned: its texts, and the other parts in words. */
export interface McpResult {
  texts: string[];
  /** What AVA left out, such as `2 images, 1 link`; empty if nothing. */
  omitted: string;
}

const names: Readonly<Record<string, string>> = {
  image: 'image',
  audio: 'recording',
  resource: 'file',
  resource_link: 'link',
};

/** Keeps the texts of a result. Data without a text becomes a text in JSON. */
export function readResult({ content, structuredContent }: CallToolResult): McpResult {
  const texts = content.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []));
  const counts = new Map<string, number>();
  for (const { type } of content) {
    const name = names[type];
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const omitted = [...counts].map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(', ');
  return {
    texts: texts.length === 0 && structuredContent !== undefined ? [JSON.stringify(structuredContent)] : texts,
    omitted,
  };
}

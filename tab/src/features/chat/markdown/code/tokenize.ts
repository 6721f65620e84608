import { common, createLowlight } from 'lowlight';

/** A piece of code with its role; an empty role is ordinary text. */
export interface CodeToken {
  role: string;
  text: string;
}

interface HighlightNode {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly HighlightNode[];
}

const lowlight = createLowlight(common);
const PREFIX = 'hljs-';

/** Splits code into tokens; `null` for a language that is not known. The texts joined are the code. */
export function tokenize(language: string, code: string): CodeToken[] | null {
  if (!lowlight.registered(language)) return null;
  const tokens: CodeToken[] = [];
  collectTokens(lowlight.highlight(language, code), '', tokens);
  return tokens;
}

function collectTokens(node: HighlightNode, role: string, tokens: CodeToken[]): void {
  if (node.value !== undefined) {
    const last = tokens.at(-1);
    if (last?.role === role) last.text += node.value;
    else tokens.push({ role, text: node.value });
  }
  for (const child of node.children ?? []) collectTokens(child, getRole(child) ?? role, tokens);
}

/** Returns the role of a token, for example `title` for the class names `hljs-title function_`. */
function getRole({ properties }: HighlightNode): string | undefined {
  const names: unknown[] = Array.isArray(properties?.className) ? properties.className : [];
  return names
    .map(String)
    .find((name) => name.startsWith(PREFIX))
    ?.slice(PREFIX.length);
}

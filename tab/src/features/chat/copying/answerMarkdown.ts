import type { Citation } from '#contract/runs/answerEvents.ts';
import { copyingTexts } from './copying.texts.ts';
import { listSources, type NamedSource } from './sources.rules.ts';

/** The answer as Markdown, with its sources named at the end. */
export function toAnswerMarkdown(content: string, links: readonly Citation[]): string {
  const sources = listSources(links);
  if (sources.length === 0) return content;
  return `${content.trimEnd()}\n\n**${copyingTexts.sources}**\n\n${sources.map(toLine).join('\n')}\n`;
}

function toLine({ number, fileName, location, address }: NamedSource): string {
  const name = escapeMarkdown(fileName);
  const file = address === null ? name : `[${name}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  return `- [${number}] ${[file, escapeMarkdown(location)].filter(Boolean).join(', ')}`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>~|]/g, '\\$&');
}

import type { Entry } from '#tab/features/chat/chat.state.ts';
import { toAnswerMarkdown } from './answerMarkdown.ts';
import { copyRichText } from './clipboard.ts';
import { toCsv } from '#contract/text/csv.ts';

/** Loaded when it is needed: it contains the Markdown parser. */
const loadRichText = () => import('./richText.ts');

/** Copies an answer with its sources, as rich text and as Markdown. */
export async function copyAnswer({ content, links }: Pick<Entry, 'content' | 'links'>): Promise<void> {
  await copyRichText(loadRichText().then(({ toRichText }) => toRichText(content, links)));
}

export async function copyAnswerAsMarkdown({ content, links }: Pick<Entry, 'content' | 'links'>): Promise<void> {
  await navigator.clipboard.writeText(toAnswerMarkdown(content, links));
}

export async function copyTable(rows: readonly string[][]): Promise<void> {
  await copyRichText(loadRichText().then(({ tableToRichText }) => tableToRichText(rows)));
}

export async function copyTableAsCsv(rows: readonly string[][]): Promise<void> {
  await navigator.clipboard.writeText(toCsv(rows));
}

import type { AnswerMetadata } from '#contract/chats/chat.ts';
import { DATE_LOCALE } from '#contract/limits.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

export interface InsightRow {
  label: string;
  value: string;
}

/** The known insights of an answer as table rows. */
export function insightRows(insights: AnswerMetadata): InsightRow[] {
  const { rows } = chatTexts.insight;
  const intent = insights.detected_intent;
  const lines: [string, string | null][] = [
    [rows.model, insights.used_model || null],
    [rows.temperature, String(insights.temperature)],
    [rows.cutoff, insights.training_data_cutoff || null],
    [rows.promptTokens, count(insights.prompt_tokens)],
    [rows.answerTokens, count(insights.answer_tokens)],
    [rows.firstWords, seconds(insights.first_token_ms)],
    [rows.whole, seconds(insights.total_ms)],
    [rows.embedding, insights.EMBEDDING_MODEL],
    [rows.search, seconds(insights.similarity_search_time)],
    [rows.intent, intent && [intent.category, intent.reason].filter(Boolean).join(': ')],
  ];
  return lines.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

function count(value: number | null): string | null {
  return value === null ? null : value.toLocaleString(DATE_LOCALE);
}

function seconds(ms: number | null): string | null {
  return ms === null ? null : chatTexts.insight.seconds((ms / 1_000).toFixed(1));
}

import type { ModelMessage, ModelUsage } from '../models/models.ts';

const CHARACTERS_PER_TOKEN = 4;

/** Tokens of a reply for which the model server has reported none, for example because it was stopped. */
export function estimateUsage(messages: readonly ModelMessage[], answer: string): ModelUsage {
  const characters = messages.reduce((total, { content }) => total + JSON.stringify(content ?? '').length, 0);
  return { prompt: toTokens(characters), answer: toTokens(answer.length) };
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

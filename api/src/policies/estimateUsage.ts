import { IMAGE_BASE_TOKENS, IMAGE_TILE_TOKENS } from '../../contract/limits.ts';
import type { ModelUsage, Prompt } from '../models/models.ts';

const CHARACTERS_PER_TOKEN = 4;
/** Tokens of an image of the largest size: four tiles. */
const IMAGE_TOKENS = IMAGE_BASE_TOKENS + 4 * IMAGE_TILE_TOKENS;

/** Tokens of a reply for which the model server has reported none, for example because it was stopped. */
export function estimateUsage(
  { messages, tools = [] }: Pick<Prompt, 'messages' | 'tools'>,
  answer: string,
): ModelUsage {
  let images = 0;
  const characters = JSON.stringify([messages, tools], (name, value: unknown) => {
    if (name !== 'image_url') return value;
    images += 1;
    return '';
  }).length;
  return { prompt: toTokens(characters) + images * IMAGE_TOKENS, answer: toTokens(answer.length) };
}

export function estimateTokens(texts: readonly string[]): number {
  return toTokens(texts.reduce((characters, text) => characters + text.length, 0));
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

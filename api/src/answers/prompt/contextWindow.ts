import { AvaError } from '#contract/errors.ts';
import { isImage } from '#contract/files/fileTypes.ts';
import { chooseLookedUp } from '#contract/files/lookedUp.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { Model } from '#contract/models.ts';
import type { Settings } from '#contract/settings.ts';
import { estimate, memoryFullness } from '#contract/text/tokens.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { History } from './history.ts';

interface ContextParts {
  history: History;
  text: string;
  files: readonly MessageFile[];
  model: Model;
  settings: Pick<Settings, 'customInstructions'>;
  functionCalling: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Tokens of all images among these files. */
export function countImageTokens(files: readonly MessageFile[]): number {
  return sum(files.filter((file) => isImage(file.fileType)).map((file) => file.tokens));
}

/** What a prompt takes of the context window. */
export interface CheckedUsage {
  tokens: number;
  /** Ids of the files that are looked up, because they are too long to be sent whole. */
  lookedUp: readonly string[];
}

/**
 * Estimates the tokens of a question with its conversation, as the tab does to decide whether to disable Send. A
 * conversation that is too long is refused, never cut; a long file is looked up. Throws
 * `images_not_supported` or `too_large` if the model can't read them.
 */
export async function checkContextUsage({
  history,
  text,
  files: attached,
  model,
  settings,
  functionCalling,
}: ContextParts): Promise<CheckedUsage> {
  const files = [...history.messages.flatMap((message) => message.files), ...attached];
  const hasImages = files.some((file) => isImage(file.fileType));
  if (hasImages && !model.modalities.includes('image_input')) throw new AvaError('images_not_supported');
  const texts = files.flatMap(({ scrapedFileId, fileType, tokens }) =>
    isImage(fileType) ? [] : [{ id: scrapedFileId, tokens }],
  );
  const sent = chooseLookedUp(texts, model);
  const tokens = estimate(
    {
      customInstructions: await countTokens(settings.customInstructions),
      draft: await countTokens(text),
      files: sent.tokens,
      conversation: history.tokens,
      images: countImageTokens(files),
    },
    functionCalling,
  );
  if (memoryFullness(tokens, model) > 100) throw new AvaError('too_large');
  return { tokens, lookedUp: sent.lookedUp };
}

/**
 * Returns how many of the passages fit into the model's context window together with the rest of the prompt. Throws
 * `too_large` if the prompt does not fit even without passages.
 * @param format returns the text of the whole prompt with the first `count` passages
 */
export async function countFitting(
  passages: number,
  format: (count: number) => string,
  imageTokens: number,
  model: Model,
): Promise<number> {
  async function fits(count: number): Promise<boolean> {
    const text = format(count);
    // A token has at least one byte, so short prompts need no counting.
    if (memoryFullness(Buffer.byteLength(text) + imageTokens, model) <= 100) return true;
    return memoryFullness((await countTokens(text)) + imageTokens, model) <= 100;
  }

  if (await fits(passages)) return passages;
  if (passages === 0 || !(await fits(0))) throw new AvaError('too_large');
  let [fitting, overflowing] = [0, passages];
  while (overflowing - fitting > 1) {
    const middle = Math.floor((fitting + overflowing) / 2);
    if (await fits(middle)) fitting = middle;
    else overflowing = middle;
  }
  return fitting;
}

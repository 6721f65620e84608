import { truncate } from '#contract/text/text.ts';
import type { FoundData } from './avaFunction.ts';

/** Text of one result: about 12,000 tokens. */
export const MAX_RESULT_BYTES = 49_152;
const MAX_PASSAGES = 40;
const MAX_PASSAGE_CHARACTERS = 6_000;
const MAX_NAME_CHARACTERS = 200;
const LEFT_OUT = 'The result is too long; its end is left out.';

/** Keeps the first passages of a result, up to its largest size. Longer passages and names are cut. */
export function limitResult(data: FoundData): FoundData {
  let bytes = 0;
  const passages = data.passages
    .slice(0, MAX_PASSAGES)
    .map((passage) => ({
      ...passage,
      fileName: truncate(passage.fileName, MAX_NAME_CHARACTERS),
      text: truncate(passage.text, MAX_PASSAGE_CHARACTERS),
      ...(passage.place !== undefined && { place: truncate(passage.place, MAX_NAME_CHARACTERS) }),
    }))
    .filter(({ text }) => (bytes += Buffer.byteLength(text)) <= MAX_RESULT_BYTES);
  const isCut = passages.length < data.passages.length;
  return { ...data, passages, summary: isCut ? `${data.summary} ${LEFT_OUT}` : data.summary };
}

/**
 * Characters per slice. Counting a slice takes a few milliseconds, and other texts are counted between two slices, so
 * that short texts do not wait for long ones.
 */
export const SLICE_LENGTH = 65_536;
/**
 * Maximum number of slices of a text that are counted. The count of a text above 2 MB is estimated from this many,
 * spread evenly. No model reads 2 MB, so it does not matter by how much such a text exceeds the window.
 */
export const MAX_COUNTED_SLICES = 32;

/** Maximum number of characters to go back for a space between two words. The encoding never joins characters there. */
const SEARCH_LENGTH = 1_000;

/** Cuts a text where the encoding splits it anyway, if possible, so that the counts of the slices add up. */
export function sliceText(text: string): string[] {
  const slices: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = findCut(text, start + SLICE_LENGTH);
    slices.push(text.slice(start, end));
    start = end;
  }
  return slices;
}

function findCut(text: string, maxEnd: number): number {
  if (maxEnd >= text.length) return text.length;
  for (let end = maxEnd; end > maxEnd - SEARCH_LENGTH; end -= 1)
    if (/^[a-z] [a-z]$/.test(text.slice(end - 1, end + 2))) return end;
  const isInsidePair = /[\uD800-\uDBFF]/.test(text.charAt(maxEnd - 1));
  return isInsidePair ? maxEnd + 1 : maxEnd;
}

/** Chooses the slices to count: all of them, or evenly spread ones. */
export function chooseSlices(slices: readonly string[]): readonly string[] {
  if (slices.length <= MAX_COUNTED_SLICES) return slices;
  const step = slices.length / MAX_COUNTED_SLICES;
  return Array.from({ length: MAX_COUNTED_SLICES }, (_, index) => slices[Math.floor(index * step)] ?? '');
}

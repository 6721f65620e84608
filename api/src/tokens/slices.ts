/**
 * A text is counted in slices of this many characters, so that short texts do not wait for long ones: a few
 * milliseconds each.
 */
export const SLICE_LENGTH = 65_536;
/**
 * Of a longer text, this many evenly spread slices are counted and the rest is estimated from them. No model takes
 * 2 MB, so it does not matter by how much such a text exceeds the window.
 */
export const MAX_COUNTED_SLICES = 32;

/** How far back a slice looks for a space between two words, where the encoding never joins characters. */
const SEARCH_LENGTH = 1_000;

/** Cuts a text where the encoding splits it anyway, if there is such a place: the counts of the slices add up. */
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

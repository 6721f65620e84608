import { createRandom } from '#sandbox/random.ts';

/** A fact that is on one page of a long report only. */
export interface PageFact {
  page: number;
  sentence: string;
}

const STATIONS = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Juniper', 'Linden', 'Maple', 'Rowan', 'Willow'];
const SENTENCES_PER_PAGE = 27;

/**
 * The pages of a report about invented weighing stations, each a list of paragraphs. Its many numbers make a page about 700
 * tokens long, so that 500 pages are more than AVA sends to any model.
 */
export function makeLongReport(pages: number, facts: readonly PageFact[]): string[][] {
  const random = createRandom('weighing stations');
  const number = (below: number) => random.below(below);
  return Array.from({ length: pages }, (_, index) => {
    const sentences = Array.from({ length: SENTENCES_PER_PAGE }, () => {
      const station = STATIONS[number(STATIONS.length)];
      return `Station ${station} ${number(9_000)} weighed ${number(900)}.${number(90)} kg at ${number(24)}:${number(60)} on day ${number(365)}.`;
    });
    const own = facts.filter(({ page }) => page === index + 1).map(({ sentence }) => sentence);
    return [`Daily readings ${index + 1}`, ...own, sentences.join(' ')];
  });
}

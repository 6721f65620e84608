import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeDefaultTemplate } from '../../../api/src/presentations/defaultTemplate/makeDefaultTemplate.ts';
import { openParts, zipParts, type Parts } from '../../../api/src/presentations/package/parts.ts';
import { parseXml, serializeXml } from '../../../api/src/presentations/package/xml.ts';
import { writePresentation } from '../../../api/src/presentations/writePresentation.ts';
import { makeEnglish } from '../data/randomText.ts';
import { measureBestMs } from '../data/readFile.ts';
import type { Figure, Measure } from '../figures.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CHARACTERS_PER_BULLET = 50;
const BULLETS = 4;

/** Making a presentation of 40 slides, against parsing, serializing and packing the parts of the same presentation. */
export const slides: Measure = async ({ quick }) => {
  const count = quick ? 8 : 40;
  const template = zipParts(makeDefaultTemplate());
  const text = Array.from({ length: count - 1 }, (_, slide) => makeSection(slide)).join('\n\n');
  const write = () => writePresentation(text, template, { name: 'Bench' });
  const deck = write();
  const rewrite = () => rewriteParts(openParts(deck.bytes));
  const times = await measureBestMs({ own: async () => void write(), library: async () => void rewrite() });
  const name = `pptx of ${deck.slides} slides`;
  const peer = { name: 'parsing and packing its XML' };
  const figures: Figure[] = [
    { name: `${name}: time`, value: times.own, unit: 'ms', peer: { ...peer, value: times.library } },
    { name: `${name}: memory`, value: measureMb(write), unit: 'MB', peer: { ...peer, value: measureMb(rewrite) } },
  ];
  return figures;
};

function rewriteParts(parts: Parts): Uint8Array {
  for (const [name, bytes] of parts) if (/\.(xml|rels)$/.test(name)) parts.set(name, serializeXml(parseXml(bytes)));
  return zipParts(parts);
}

/** What one call adds to heap and buffers, without what was collected meanwhile. Nothing can measure during it. */
function measureMb(run: () => unknown): number {
  collectGarbage();
  const before = readUsedBytes();
  const result = run();
  const used = readUsedBytes() - before;
  return result ? used / 1_048_576 : 0;
}

function readUsedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** One slide. Every fourth has a table instead of bullets. */
function makeSection(slide: number): string {
  const lines = Array.from({ length: BULLETS }, (_, at) => makeEnglish(CHARACTERS_PER_BULLET, slide * BULLETS + at));
  const body =
    slide % 4 === 3
      ? ['| Drink | Note |', '|---|---|', ...lines.map((line) => `| Tea | ${line} |`)]
      : lines.map((line) => `- ${line}`);
  return [`## Slide ${slide + 1}`, '', ...body].join('\n');
}

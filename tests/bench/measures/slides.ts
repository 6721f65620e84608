import { Session, type HeapProfiler } from 'node:inspector/promises';
import { makeDefaultTemplate } from '#api/presentations/defaultTemplate/makeDefaultTemplate.ts';
import { openParts, zipParts, type Parts } from '#api/ooxml/parts.ts';
import { parseXml, serializeXml } from '#api/ooxml/xml.ts';
import { writePresentation } from '#api/presentations/writePresentation.ts';
import { makeEnglish } from '#tests/bench/data/randomText.ts';
import { measureBestMs } from '#tests/bench/data/readFile.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';

const CHARACTERS_PER_BULLET = 50;
const BULLETS = 4;

/**
 * The time to make a presentation of 40 slides, compared with parsing, serializing and packing the parts of the same
 * presentation.
 */
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
    {
      name: `${name}: objects`,
      value: await measureMb(write),
      unit: 'MB',
      peer: { ...peer, value: await measureMb(rewrite) },
    },
  ];
  return figures;
};

function rewriteParts(parts: Parts): Uint8Array {
  for (const [name, bytes] of parts) if (/\.(xml|rels)$/.test(name)) parts.set(name, serializeXml(parseXml(bytes)));
  return zipParts(parts);
}

/** What one call allocates on the heap, whether it is collected meanwhile or not. Nothing can measure during the call. */
async function measureMb(run: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as HeapProfiler.StartSamplingParameterType);
  run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sumBytes(profile.head) / 1_048_576;
}

function sumBytes({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sumBytes(child), selfSize);
}

const SAMPLED_BYTES = 4_096;

/** One slide. Every fourth has a table instead of bullets. */
function makeSection(slide: number): string {
  const lines = Array.from({ length: BULLETS }, (_, at) => makeEnglish(CHARACTERS_PER_BULLET, slide * BULLETS + at));
  const body =
    slide % 4 === 3
      ? ['| Drink | Note |', '|---|---|', ...lines.map((line) => `| Tea | ${line} |`)]
      : lines.map((line) => `- ${line}`);
  return [`## Slide ${slide + 1}`, '', ...body].join('\n');
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';
import { allSamples } from '#tests/bench/fidelity/allSamples.ts';
import { isInstalled, peers } from '#tests/bench/fidelity/peers.ts';
import { judge, type Fidelity, type Sample } from '#tests/bench/fidelity/sample.ts';

const QUICK_SAMPLES = 3;
const MIN_WORDS = 99;
const MIN_ROWS = 90;

type Reading = Record<keyof Fidelity, number | null>;

/**
 * How much of what a person reads in a file AVA reads, by format: words, their order, and rows of tables, beside other
 * readers where they are installed. Then how fast it reads these files, one after the other, and the memory that it needs.
 */
export const fidelity: Measure = async ({ quick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ava-fidelity-'));
  try {
    const groups = Map.groupBy(allSamples, ({ name }) => extname(name).slice(1));
    const figures: Figure[] = [];
    const speed = { parts: 0, ms: 0 };
    for (const [format, all] of groups) {
      const samples = quick ? all.slice(0, QUICK_SAMPLES) : all;
      const paths = await writeSamples(samples, join(folder, format));
      const own = summarize(await readOwn(samples, paths, speed));
      figures.push(...(await compareWithPeers(format, samples, paths, own, join(folder, format))));
    }
    return [
      ...figures,
      { name: 'all formats: parts', value: speed.parts / (speed.ms / 1_000), unit: 'pages/s' },
      { name: 'all formats: memory', value: process.resourceUsage().maxRSS / 1_024, unit: 'MB' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function writeSamples(samples: readonly Sample[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const [index, { name, make }] of samples.entries()) {
    // Numbered, because two names can differ only in their ending.
    const path = join(folder, `${index}${extname(name)}`);
    await writeFile(path, await make());
    paths.push(path);
  }
  return paths;
}

async function readOwn(
  samples: readonly Sample[],
  paths: readonly string[],
  speed: { parts: number; ms: number },
): Promise<Fidelity[]> {
  const results: Fidelity[] = [];
  for (const [index, sample] of samples.entries()) {
    const startedAt = performance.now();
    const { parts } = await readInProcess({ path: paths[index]!, name: sample.name });
    speed.ms += performance.now() - startedAt;
    speed.parts += parts.length;
    results.push(judge(sample, parts.map(({ text }) => text).join('\n')));
  }
  return results;
}

/** Means in percent. */
function summarize(results: readonly Fidelity[]): Reading {
  const mean = (key: keyof Fidelity) => {
    const values = results.flatMap((result) => result[key] ?? []);
    return values.length === 0 ? null : (100 * values.reduce((sum, value) => sum + value, 0)) / values.length;
  };
  return { words: mean('words'), order: mean('order'), rows: mean('rows') };
}

async function compareWithPeers(
  format: string,
  samples: readonly Sample[],
  paths: readonly string[],
  own: Reading,
  folder: string,
): Promise<Figure[]> {
  const able = peers.filter(({ formats }) => formats.includes(format));
  const readings: { name: string; reading: Reading | null }[] = [];
  for (const peer of able) {
    const texts = (await isInstalled(peer)) ? await peer.read(paths, folder) : null;
    const results = texts?.map(({ text, rows }, index) => ({
      ...judge(samples[index]!, text),
      rows: rows === null ? null : judge(samples[index]!, rows).rows,
    }));
    // A program that lacks its component for a format, such as Calc of LibreOffice, reads nothing.
    const isRead = texts?.some(({ text }) => text !== '') ?? false;
    readings.push({ name: peer.name, reading: results && isRead ? summarize(results) : null });
  }
  return (['words', 'order', 'rows'] as const).flatMap((key): Figure[] => {
    const value = own[key];
    if (value === null) return [];
    const aim = { atLeast: key === 'rows' ? MIN_ROWS : MIN_WORDS };
    const figure: Figure = { name: `${format}, ${samples.length} files: ${key}`, value, unit: '%', aim };
    if (readings.length === 0) return [figure];
    return readings.map(({ name, reading }) => {
      const peerValue = reading?.[key] ?? null;
      return peerValue === null
        ? { ...figure, note: `${name}: ${reading ? 'has none' : 'not run'}` }
        : { ...figure, peer: { name, value: peerValue } };
    });
  });
}

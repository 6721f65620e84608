import { imageSamples } from './imageSamples.ts';
import { mailRepairSamples } from './mailRepairSamples.ts';
import { mailSamples } from './mailSamples.ts';
import type { Sample } from './sample.ts';
import { openSamples } from './openSamples.ts';
import { pdfSamples } from './pdfSamples.ts';
import { sheetSamples } from './sheetSamples.ts';
import { slideSamples } from './slideSamples.ts';
import { textSamples } from './textSamples.ts';
import { writtenSamples } from './writtenSamples.ts';
import { wordSamples } from './wordSamples.ts';

export const allSamples: readonly Sample[] = [
  ...textSamples,
  ...mailSamples,
  ...mailRepairSamples,
  ...sheetSamples,
  ...wordSamples,
  ...openSamples,
  ...writtenSamples,
  ...slideSamples,
  ...pdfSamples,
  ...imageSamples,
];

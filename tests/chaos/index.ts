import { parseArgs } from 'node:util';
import { answerKill } from './answerKill.ts';
import { runAttack } from './attack/index.ts';
import { damagedFiles } from './damagedFiles.ts';
import { embedKill } from './embedKill.ts';
import { reloadRace } from './reloadRace.ts';
import { sendRace } from './sendRace.ts';
import { storeKillStory } from './storeKill.ts';
import { onApp, type ChaosStory, type Stage } from './story.ts';

/**
 * `npm run chaos -- --times N [--only name]`: repeats what must hold every time, prints a line for each story, and exits
 * with 1 if any round of any did not hold. `npm run chaos -- attack --minutes 60` runs for a time instead, only when it is
 * named: members attack while others work, and what was measured is a table.
 */
const stories: readonly ChaosStory[] = [
  storeKillStory,
  damagedFiles,
  onApp(answerKill),
  onApp(reloadRace),
  onApp(sendRace),
  embedKill,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    'quiet-minutes': { type: 'string', default: '3' },
    out: { type: 'string' },
  },
});
const only = values.only ?? positionals[0];
if (only === 'attack') {
  const options = { minutes: Number(values.minutes), quietMinutes: Number(values['quiet-minutes']), out: values.out };
  if (!(options.minutes > 0 && options.quietMinutes > 0)) usage();
  process.exit((await runAttack(options)) ? 0 : 1);
}
const times = Number(values.times);
const chosen = stories.filter(({ name }) => only === undefined || name === only);
if (!Number.isInteger(times) || times < 1 || chosen.length === 0) usage();

let allHeld = true;
for (const story of chosen) {
  const began = performance.now();
  const held = await repeat(story);
  allHeld &&= held === times;
  console.log(`${story.name}: ${held} of ${times} held in ${Math.round((performance.now() - began) / 1_000)} s`);
}
process.exit(allHeld ? 0 : 1);

function usage(): never {
  console.error(`Usage: npm run chaos -- --times N [--only ${stories.map(({ name }) => name).join('|')}]`);
  console.error('       npm run chaos -- attack [--minutes N] [--quiet-minutes N] [--out FILE]');
  process.exit(2);
}

/** How many rounds held. After one that did not, the next begins on a new stage. */
async function repeat(story: ChaosStory): Promise<number> {
  let held = 0;
  let stage: Stage | null = null;
  for (let round = 1; round <= times; round += 1) {
    try {
      stage ??= await story.begin();
      await within(story.withinMs, stage.round());
      held += 1;
    } catch (error) {
      console.error(`${story.name}, round ${round}:`, error);
      await stage?.end().catch((cause: unknown) => console.error(`${story.name} did not end:`, cause));
      stage = null;
    }
  }
  await stage?.end();
  return held;
}

async function within(ms: number, round: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing happened within ${ms / 1_000} s`)), ms);
  });
  try {
    await Promise.race([round, late]);
  } finally {
    clearTimeout(timer);
  }
}

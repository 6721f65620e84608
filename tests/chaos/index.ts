import { parseArgs } from 'node:util';
import { answerKill } from './answerKill.ts';
import { runAttack } from './attack/index.ts';
import { damagedFiles } from './readDamagedFiles.ts';
import { embedKill } from './embedKill.ts';
import { readInflatingFiles } from './readInflatingFiles.ts';
import { reloadRace } from './reloadRace.ts';
import { sendRace } from './sendRace.ts';
import { storeKillStory } from './storeKill.ts';
import { taskKill } from './taskKill.ts';
import { toChaosStory, type ChaosStory, type StorySession } from './chaosStory.ts';

/**
 * `npm run chaos -- --times N [--only name]` repeats each story, prints how many rounds passed, and exits with 1 if one
 * failed. `npm run chaos -- attack --minutes 60` lets members attack AVA while others use it and prints figures.
 */
const stories: readonly ChaosStory[] = [
  storeKillStory,
  damagedFiles,
  toChaosStory(readInflatingFiles),
  toChaosStory(answerKill),
  toChaosStory(reloadRace),
  toChaosStory(sendRace),
  embedKill,
  taskKill,
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
const selected = stories.filter(({ name }) => only === undefined || name === only);
if (!Number.isInteger(times) || times < 1 || selected.length === 0) usage();

let allPassed = true;
for (const story of selected) {
  const startedAt = performance.now();
  const passed = await repeat(story);
  allPassed &&= passed === times;
  console.log(
    `${story.name}: ${passed} of ${times} passed in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
}
process.exit(allPassed ? 0 : 1);

function usage(): never {
  console.error(`Usage: npm run chaos -- --times N [--only ${stories.map(({ name }) => name).join('|')}]`);
  console.error('       npm run chaos -- attack [--minutes N] [--quiet-minutes N] [--out FILE]');
  process.exit(2);
}

/** Returns how many rounds passed. After a failed round, the next one starts in a new session. */
async function repeat(story: ChaosStory): Promise<number> {
  let passed = 0;
  let session: StorySession | null = null;
  for (let round = 1; round <= times; round += 1) {
    try {
      session ??= await story.start();
      await withTimeout(story.withinMs, session.round());
      passed += 1;
    } catch (error) {
      console.error(`${story.name}, round ${round}:`, error);
      await session?.stop().catch((cause: unknown) => console.error(`${story.name} did not stop:`, cause));
      session = null;
    }
  }
  await session?.stop();
  return passed;
}

async function withTimeout(ms: number, round: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the round did not finish within ${ms / 1_000} s`)), ms);
  });
  try {
    await Promise.race([round, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

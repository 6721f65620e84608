import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EvaluationRun } from '#contract/admin/evaluation.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorizeAdministrator } from './settings.ts';

/** A file instead of a table, because the store can be open in the API's process while `npm run evaluate` runs. */
const FILE = 'evaluation.json';

/** Saves the figures of a run in the data folder, in one step, so that the file is never incomplete. */
export async function writeLastEvaluation(dataDir: string, run: EvaluationRun): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.part`);
  await writeFile(draft, JSON.stringify(EvaluationRun.parse(run), null, 1));
  await rename(draft, join(dataDir, FILE));
}

/** The figures of the last run; null if there is none, or a file that is no run. */
export async function readLastEvaluation(dataDir: string): Promise<EvaluationRun | null> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => '');
  try {
    return EvaluationRun.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The figures of the last run, for an administrator. */
export async function getEvaluation(
  { readLastEvaluation: read }: Pick<AppContext, 'readLastEvaluation'>,
  person: Person,
): Promise<{ run: EvaluationRun | null }> {
  authorizeAdministrator(person);
  return { run: await read() };
}

import { writeFile } from 'node:fs/promises';
import { reached } from '../../bench/figures.ts';
import { machine, table } from '../../bench/table.ts';
import { findErrorLines } from '../../harness/http/responseChecks.ts';
import type { AttackReport } from './attackers.ts';
import type { ProbeResult } from './healthProbe.ts';
import type { NormalReport } from './normalUse.ts';
import { sampleProcesses, type ProcessSampler, type Wanted } from './processSampler.ts';
import { startSetup, type Setup } from './setup.ts';
import { figuresOf, type Period, type RunResult } from './verdict.ts';
import { startWorker, type WorkerProcess } from './workerProcess.ts';

export interface AttackOptions {
  minutes: number;
  quietMinutes: number;
  /** A file for the figures: JSON where its name ends so, the printed text otherwise. */
  out?: string | undefined;
}

const MINUTE_MS = 60_000;

interface Workers {
  attackers: WorkerProcess;
  normal: WorkerProcess;
  probe: WorkerProcess;
}

/**
 * Ten members attack one process for so long while two others work with it. Prints what was measured; false when a bound
 * does not hold.
 */
export async function runAttack(options: AttackOptions): Promise<boolean> {
  const setup = await startSetup(options.minutes + options.quietMinutes);
  const workers = {
    attackers: startWorker('attackers.ts'),
    normal: startWorker('normalUse.ts'),
    probe: startWorker('healthProbe.ts'),
  };
  try {
    const result = await measure(setup, workers, options);
    const figures = figuresOf(result);
    const text = [machine(), table(figures), '', attackTable(result.attacks), failureText(result.attacks)].join('\n');
    console.log(text);
    if (options.out?.endsWith('.json'))
      await writeFile(options.out, JSON.stringify({ machine: machine(), options, figures, ...result }, null, 1));
    else if (options.out !== undefined) await writeFile(options.out, `${text}\n`);
    return figures.every((figure) => reached(figure) !== false);
  } finally {
    for (const worker of Object.values(workers)) worker.end();
    await setup.close();
  }
}

async function measure(setup: Setup, workers: Workers, { minutes, quietMinutes }: AttackOptions): Promise<RunResult> {
  const { attackers, normal } = workers;
  await Promise.all([attackers.run('prepare'), normal.run('start', setup.normalTarget)]);
  const sampler = sampleProcesses(processesOf(setup, workers));
  try {
    await sampler.lap();
    const quiet = await period(setup, workers, sampler, quietMinutes * MINUTE_MS);
    void sampler.gone.then(() => Object.values(workers).forEach((worker) => worker.stop()));
    const ms = minutes * MINUTE_MS;
    const attacking = attackers.run<AttackReport>('attack', {
      target: setup.attackTarget,
      people: setup.attackers,
      ms,
    });
    const attacked = await period(setup, workers, sampler, ms);
    const attacks = await attacking;
    const kept = await normal
      .run<RunResult['kept']>('verify')
      .catch((error: unknown) => ({ messages: 0, problems: [String(error).slice(0, 500)] }));
    const errors = findErrorLines(setup.readLog());
    return {
      quiet,
      attacked,
      attacks,
      kept,
      errors,
      unhandled: errors.filter((line) => /unhandled|uncaught/i.test(line)),
    };
  } finally {
    sampler.close();
  }
}

function processesOf(setup: Setup, { attackers, normal, probe }: Workers): Wanted {
  const once = (pid: number) => ({ lasts: true, is: (line: { pid: number }) => line.pid === pid });
  const started = (file: string) => ({
    lasts: true,
    is: ({ parent, command }: { parent: number; command: string }) => parent === process.pid && command.includes(file),
  });
  return {
    api: once(setup.apiPid()),
    bot: started('bot/src/index.ts'),
    'file readers': { lasts: false, is: ({ parent }) => parent === setup.apiPid() },
    'stand-ins': started('harness/app/standInsProcess.ts'),
    attackers: once(attackers.pid),
    'normal use': once(normal.pid),
    probe: once(probe.pid),
  };
}

async function period(setup: Setup, { probe, normal }: Workers, sampler: ProcessSampler, ms: number): Promise<Period> {
  const [health, used] = await Promise.all([
    probe.run<Record<string, ProbeResult>>('probe', { urls: setup.healthUrls, ms }),
    normal.run<NormalReport>('work', { ms }),
  ]);
  return { health, normal: used, processes: await sampler.lap() };
}

function attackTable({ tallies }: AttackReport): string {
  const rows = Object.entries(tallies).map(([name, { times, statuses, breaches }]) => {
    const answers = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
    return `${String(times).padStart(5)}  ${name}: ${answers.join(', ') || 'no answers counted'}${breaches.length > 0 ? `; ${breaches[0]}` : ''}`;
  });
  return rows.join('\n');
}

function failureText({ failures, tallies }: AttackReport): string {
  const failed = Object.entries(failures).map(([what, count]) => `attack not carried out × ${count}: ${what}`);
  const errors = Object.values(tallies).flatMap(({ serverErrors }) => serverErrors.slice(0, 3));
  return [...failed, ...errors].join('\n');
}

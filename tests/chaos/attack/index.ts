import { writeFile } from 'node:fs/promises';
import { isReached } from '#tests/bench/figures.ts';
import { describeMachine, formatTable } from '#tests/bench/table.ts';
import { findErrorLines } from '#tests/harness/http/responseChecks.ts';
import type { AttackReport } from './attackersProcess.ts';
import type { ProbeResult } from './healthProbeProcess.ts';
import type { NormalReport } from './normalUseProcess.ts';
import { sampleProcesses, type ProcessSampler, type SampledProcesses } from './processSampler.ts';
import { startAttackSetup, type AttackSetup } from './setup.ts';
import { toFigures, type PeriodResult, type RunResult } from './attackFigures.ts';
import { startWorker, type WorkerProcess } from './workerProcess.ts';

export interface AttackOptions {
  minutes: number;
  quietMinutes: number;
  /** A file for the figures: JSON if its name ends in .json, otherwise the printed text. */
  out?: string | undefined;
}

const MINUTE_MS = 60_000;

interface Workers {
  attackers: WorkerProcess;
  normal: WorkerProcess;
  probe: WorkerProcess;
}

/** Ten members attack AVA while two others use it. Prints figures and returns false if a target is missed. */
export async function runAttack(options: AttackOptions): Promise<boolean> {
  const setup = await startAttackSetup(options.minutes + options.quietMinutes);
  const workers = {
    attackers: startWorker('attackersProcess.ts'),
    normal: startWorker('normalUseProcess.ts'),
    probe: startWorker('healthProbeProcess.ts'),
  };
  try {
    const result = await measure(setup, workers, options);
    const figures = toFigures(result);
    const text = [
      describeMachine(),
      formatTable(figures),
      '',
      formatAttacks(result.attacks),
      formatFailures(result.attacks),
    ].join('\n');
    console.log(text);
    if (options.out?.endsWith('.json'))
      await writeFile(
        options.out,
        JSON.stringify({ machine: describeMachine(), options, figures, ...result }, null, 1),
      );
    else if (options.out !== undefined) await writeFile(options.out, `${text}\n`);
    return figures.every((figure) => isReached(figure) !== false);
  } finally {
    for (const worker of Object.values(workers)) worker.disconnect();
    await setup.close();
  }
}

async function measure(
  setup: AttackSetup,
  workers: Workers,
  { minutes, quietMinutes }: AttackOptions,
): Promise<RunResult> {
  const { attackers, normal } = workers;
  await Promise.all([attackers.run('prepare'), normal.run('start', setup.normalTarget)]);
  const sampler = sampleProcesses(describeProcesses(setup, workers));
  try {
    await sampler.endPeriod();
    const quiet = await measurePeriod(setup, workers, sampler, quietMinutes * MINUTE_MS);
    void sampler.exited.then(() => Object.values(workers).forEach((worker) => worker.stop()));
    const ms = minutes * MINUTE_MS;
    const attacking = attackers.run<AttackReport>('attack', {
      target: setup.attackTarget,
      people: setup.attackers,
      ms,
    });
    const attacked = await measurePeriod(setup, workers, sampler, ms);
    const attacks = await attacking;
    const stored = await normal
      .run<RunResult['stored']>('verify')
      .catch((error: unknown) => ({ messages: 0, problems: [String(error).slice(0, 500)] }));
    const errors = findErrorLines(setup.readLog());
    return {
      quiet,
      attacked,
      attacks,
      stored,
      errors,
      unhandled: errors.filter((line) => /unhandled|uncaught/i.test(line)),
    };
  } finally {
    sampler.close();
  }
}

function describeProcesses(setup: AttackSetup, { attackers, normal, probe }: Workers): SampledProcesses {
  const withId = (pid: number) => ({ mustSurvive: true, matches: (line: { pid: number }) => line.pid === pid });
  const withFile = (file: string) => ({
    mustSurvive: true,
    matches: ({ parent, command }: { parent: number; command: string }) =>
      parent === process.pid && command.includes(file),
  });
  return {
    api: withId(setup.apiPid()),
    bot: withFile('bot/src/index.ts'),
    'readers and writers': { mustSurvive: false, matches: ({ parent }) => parent === setup.apiPid() },
    'stand-ins and this test': withId(process.pid),
    attackers: withId(attackers.pid),
    'normal use': withId(normal.pid),
    probe: withId(probe.pid),
  };
}

async function measurePeriod(
  setup: AttackSetup,
  { probe, normal }: Workers,
  sampler: ProcessSampler,
  ms: number,
): Promise<PeriodResult> {
  const [health, normalReport] = await Promise.all([
    probe.run<Record<string, ProbeResult>>('probe', { urls: setup.healthUrls, ms }),
    normal.run<NormalReport>('work', { ms }),
  ]);
  return { health, normal: normalReport, processes: await sampler.endPeriod() };
}

function formatAttacks({ tallies }: AttackReport): string {
  const rows = Object.entries(tallies).map(([name, { times, statuses, breaches }]) => {
    const answers = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
    return `${String(times).padStart(5)}  ${name}: ${answers.join(', ') || 'no responses counted'}${breaches.length > 0 ? `; ${breaches[0]}` : ''}`;
  });
  return rows.join('\n');
}

function formatFailures({ failures, tallies }: AttackReport): string {
  const failed = Object.entries(failures).map(([reason, count]) => `attack not carried out × ${count}: ${reason}`);
  const errors = Object.values(tallies).flatMap(({ serverErrors }) => serverErrors.slice(0, 3));
  return [...failed, ...errors].join('\n');
}

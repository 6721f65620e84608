import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSlowDocx, makePdfBomb } from '#tests/harness/hostile/hostileFiles.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { extract } from './extract.ts';
import { readCpuMs } from '#platform/childProcess/childUsage.ts';

const MB = 1024 * 1024;

let files: TempFiles;
let busy: string;
let small: string;
beforeAll(async () => {
  files = await makeTempFiles();
  // Blocks its child process for several seconds.
  busy = await files.write(await makeSlowDocx(200_000));
  small = await files.write(Buffer.from('Small.'));
});
afterAll(() => files.remove());

/** Whether a process is running; a zombie is not. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'no /proc here');
  return !/\) Z /.test(stat);
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (!(await isRunning(pid))) return true;
    await wait(20);
  }
  return false;
}

/** @proves threat:extraction-limits */
describe('an extraction at its limits', () => {
  /** @proves threat:extraction-limits */
  it('kills a child process that takes too long, and reads the next file', async () => {
    await expect(extract({ path: busy, name: 'a.docx' }, { limits: { timeMs: 1_000 } })).rejects.toMatchObject({
      code: 'too_slow',
      reason: 'Reading the file took too long.',
    });
    expect((await extract({ path: small, name: 'a.txt' })).parts).toHaveLength(1);
  });

  it.each([
    ['objects on the heap', () => busy, 'a.docx', 130],
    ['bytes in buffers, which a heap limit does not see', async () => files.write(makePdfBomb(400 * MB)), 'a.pdf', 250],
  ])('kills a child process that fills its memory with %s', async (_, path, name, megabytes) => {
    const limits = { memoryBytes: megabytes * MB, timeMs: 50_000 };
    await expect(extract({ path: await path(), name }, { limits })).rejects.toMatchObject({ code: 'too_much_memory' });
  });

  it('refuses more text than the output limit', async () => {
    await expect(extract({ path: small, name: 'a.txt' }, { limits: { outputBytes: 5 } })).rejects.toMatchObject({
      code: 'too_big_inside',
    });
  });

  it('stops when it is canceled, whether running or waiting', async () => {
    const stop = new AbortController();
    let opened = 0;
    const onProgress = ({ stage }: { stage: string }) => {
      if (stage === 'opening') opened += 1;
      // Two files of a person are read at a time, so the third one waits.
      if (opened === 2) setImmediate(() => stop.abort());
    };
    const all = [1, 2, 3].map(() => extract({ path: busy, name: 'a.docx' }, { signal: stop.signal, onProgress }));
    const outcomes = await Promise.allSettled(all);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'canceled' } });
  });

  it('reads at most two files of a person at a time', async () => {
    let [concurrent, maxConcurrent] = [0, 0];
    const count = ({ stage }: { stage: string }) => {
      if (stage === 'opening') maxConcurrent = Math.max(maxConcurrent, (concurrent += 1));
    };
    const reads = Array.from({ length: 3 }, () =>
      extract({ path: small, name: 'a.txt' }, { onProgress: count }).finally(() => (concurrent -= 1)),
    );
    expect((await Promise.all(reads)).map((extraction) => extraction.parts[0]!.text)).toEqual(Array(3).fill('Small.'));
    expect(maxConcurrent).toBe(2);
  });
});

/** Starts a process that extracts `path`. Returns it, the id of its child process, and its output. */
async function startReader(path: string) {
  const program = `
    import processes from 'node:child_process';
    import { syncBuiltinESMExports } from 'node:module';
    const spawn = processes.spawn;
    processes.spawn = (...all) => {
      const child = spawn(...all);
      console.log(child.pid);
      return child;
    };
    syncBuiltinESMExports();
    const { extract } = await import(${JSON.stringify(new URL('./extract.ts', import.meta.url).href)});
    await extract({ path: ${JSON.stringify(path)}, name: 'a.docx' }).catch((error) => console.log(error.code, error.retryable));`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const firstOutput = new Promise<void>((resolve) =>
    reader.stdout.on('data', (data) => {
      output += String(data);
      resolve();
    }),
  );
  await firstOutput;
  const child = Number(output.split('\n')[0]);
  // Loading the program takes less, so the child process is busy with parsing.
  for (let ms = 0; ms < 1_500 && (await readCpuMs(child)) < 700; ms += 20) await wait(20);
  return { reader, child, getOutput: () => output };
}

describe('an extraction whose process is killed', () => {
  /** @proves threat:extraction-killed */
  it('leaves no busy child process after kill -9 of its parent', async () => {
    const { reader, child } = await startReader(busy);
    expect(await isRunning(child)).toBe(true);
    reader.kill('SIGKILL');
    expect(await isGoneWithin(child, PATIENCE_MS)).toBe(true);
  });

  it('returns a retryable error after kill -9 of the child process', async () => {
    const { reader, child, getOutput } = await startReader(busy);
    process.kill(child, 'SIGKILL');
    await once(reader, 'close');
    expect(getOutput()).toContain('broken true');
    expect(reader.exitCode).toBe(0);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSlowDocx, makePdfBomb } from '../../../tests/harness/hostile/hostileFiles.ts';
import { makeTempFiles, type TempFiles } from '../../../tests/harness/tempFiles.ts';
import { extract } from './extract.ts';
import { makePdf } from '../../../env/sandbox/documents/pdf.ts';

const MB = 1024 * 1024;

let files: TempFiles;
let busy: string;
let small: string;
beforeAll(async () => {
  files = await makeTempFiles();
  // Its reader is busy without a pause for several seconds.
  busy = await files.write(await makeSlowDocx(200_000));
  small = await files.write(await makePdf([['Small.']]));
});
afterAll(() => files.remove());

/** Whether a process runs; one that ended and waits to be collected does not. */
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

describe('limits on one file', () => {
  it('ends a reader that takes too long, and the next file is read', async () => {
    const started = performance.now();
    await expect(extract({ path: busy, name: 'a.docx' }, { limits: { timeMs: 1_000 } })).rejects.toMatchObject({
      code: 'too_slow',
      reason: 'Reading the file took too long.',
    });
    expect(performance.now() - started).toBeLessThan(2_500);
    expect((await extract({ path: small, name: 'a.pdf' })).parts).toHaveLength(1);
  });

  it.each([
    ['objects on the heap', () => busy, 'a.docx', 200],
    ['bytes in buffers, which a heap limit does not see', async () => files.write(makePdfBomb(800 * MB)), 'a.pdf', 300],
  ])('ends a reader that fills its memory with %s', async (_, path, name, megabytes) => {
    const limits = { memoryBytes: megabytes * MB, timeMs: 20_000 };
    await expect(extract({ path: await path(), name }, { limits })).rejects.toMatchObject({ code: 'too_much_memory' });
  });

  it('refuses more text than may come out', async () => {
    const path = await files.write(await makePdf([['One page.'], ['And another one.']]));
    await expect(extract({ path, name: 'a.pdf' }, { limits: { outputBytes: 20 } })).rejects.toMatchObject({
      code: 'too_big_inside',
    });
  });

  it('ends at once when it is cancelled, at work and in line', async () => {
    const stop = new AbortController();
    const all = [1, 2, 3].map(() => extract({ path: busy, name: 'a.docx' }, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 700);
    const started = performance.now();
    const outcomes = await Promise.allSettled(all);
    expect(performance.now() - started).toBeLessThan(1_500);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
  });

  it('reads many files, never more than two at a time', async () => {
    let [now, most] = [0, 0];
    const count = ({ stage }: { stage: string }) => {
      if (stage === 'opening') most = Math.max(most, (now += 1));
    };
    const reads = Array.from({ length: 5 }, () =>
      extract({ path: small, name: 'a.pdf' }, { onProgress: count }).finally(() => (now -= 1)),
    );
    expect((await Promise.all(reads)).map((found) => found.parts[0]!.text)).toEqual(Array(5).fill('Small.'));
    expect(most).toBe(2);
  });
});

/** Starts a process that reads `path`; gives it, the id of its child, and what it says at the end. */
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
  let said = '';
  const spoke = new Promise<void>((resolve) =>
    reader.stdout.on('data', (data) => {
      said += String(data);
      resolve();
    }),
  );
  await spoke;
  // Long enough for the child to be in the middle of parsing, where it hears nothing.
  await wait(1_500);
  return { reader, child: Number(said.split('\n')[0]), said: () => said };
}

describe('processes', () => {
  it('kill -9 of the reading process leaves no child behind, even one that is busy', async () => {
    const { reader, child } = await startReader(busy);
    expect(await isRunning(child)).toBe(true);
    reader.kill('SIGKILL');
    expect(await isGoneWithin(child, 1_500)).toBe(true);
  });

  it('kill -9 of the child gives an error that invites a second try', async () => {
    const { reader, child, said } = await startReader(busy);
    process.kill(child, 'SIGKILL');
    await once(reader, 'close');
    expect(said()).toContain('broken true');
    expect(reader.exitCode).toBe(0);
  });
});

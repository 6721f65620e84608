import { countTokens } from '#contract/text/tokens.ts';
import { createWorkerCounter, countInPage, createTokenCounter, type CountRequest } from './tokenCounter.ts';

/** A worker whose replies the test controls. */
class ScriptedWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly asked: CountRequest[] = [];
  terminated = false;

  postMessage(ask: CountRequest): void {
    this.asked.push(ask);
  }

  terminate(): void {
    this.terminated = true;
  }
}

function scripted(): { worker: ScriptedWorker; count: ReturnType<typeof createWorkerCounter> } {
  const worker = new ScriptedWorker();
  return { worker, count: createWorkerCounter(worker as unknown as Worker) };
}

describe('counting tokens', () => {
  it('accepts replies of the worker in any order', async () => {
    const { worker, count } = scripted();
    const [first, second] = [count(['a']), count(['b', 'c'])];
    worker.onmessage?.({ data: { id: worker.asked[1]!.id, counts: [2, 3] } });
    worker.onmessage?.({ data: { id: worker.asked[0]!.id, counts: [1] } });
    expect(await first).toEqual([1]);
    expect(await second).toEqual([2, 3]);
  });

  it('counts on the main thread after the worker fails', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { worker, count } = scripted();
    const counter = createTokenCounter(() => count);
    const counted = counter(['Good morning, Ada']);
    worker.onerror?.({ message: 'blocked' });
    expect(await counted).toEqual([await countTokens('Good morning, Ada')]);
    expect(worker.terminated).toBe(true);
    await counter(['again']);
    expect(worker.asked).toHaveLength(1);
  });

  it('gives the same total for a text that it counts in slices', async () => {
    const long = 'The board met on Tuesday and agreed to spend less.\n\n'.repeat(1_000);
    expect(await countInPage([long, ''])).toEqual([await countTokens(long), 0]);
  });

  it('starts no worker for empty texts, and returns counts in the order of the texts', async () => {
    const { worker, count } = scripted();
    const start = jest.fn(() => count);
    const counter = createTokenCounter(start);
    expect(await counter(['', ''])).toEqual([0, 0]);
    expect(start).not.toHaveBeenCalled();
    const counted = counter(['', 'a', '', 'b']);
    await Promise.resolve();
    worker.onmessage?.({ data: { id: worker.asked[0]!.id, counts: [1, 2] } });
    expect(worker.asked[0]!.texts).toEqual(['a', 'b']);
    expect(await counted).toEqual([0, 1, 0, 2]);
  });

  it('needs no worker', async () => {
    expect(await createTokenCounter()(['hello'])).toEqual([await countTokens('hello')]);
  });
});

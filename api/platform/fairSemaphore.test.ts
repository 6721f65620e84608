import { createFairSemaphore } from './fairSemaphore.ts';

describe('a fair semaphore', () => {
  it('lets the third person wait until one of two slots is released, and releases a slot only once', async () => {
    const slots = createFairSemaphore(2);
    const [release] = [await slots.acquire('ada'), await slots.acquire('ben')];
    const entered: string[] = [];
    const third = slots.acquire('cleo').then(() => entered.push('third'));
    void slots.acquire('dev').then(() => entered.push('fourth'));
    await Promise.resolve();
    expect(entered).toEqual([]);
    release();
    release();
    await third;
    await Promise.resolve();
    expect(entered).toEqual(['third']);
  });

  it('keeps the last slot for a person who has none', async () => {
    const slots = createFairSemaphore(3);
    const entered: string[] = [];
    const releases = new Map<string, () => void>();
    const acquire = (name: string) =>
      void slots.acquire(name.split(' ')[0] ?? '').then((release) => {
        entered.push(name);
        releases.set(name, release);
      });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'ada 4']) acquire(name);
    await settle();
    expect(entered).toEqual(['ada 1', 'ada 2']);
    acquire('ben 1');
    await settle();
    expect(entered).toEqual(['ada 1', 'ada 2', 'ben 1']);
    for (const name of ['ben 2', 'cleo 1']) acquire(name);
    releases.get('ada 1')?.();
    await settle();
    expect(entered.at(-1)).toBe('cleo 1');
    releases.get('ben 1')?.();
    await settle();
    expect(entered.slice(4)).toEqual(['ben 2']);
    // Ada gets the next slot, because only she is still waiting.
    releases.get('cleo 1')?.();
    releases.get('ben 2')?.();
    await settle();
    expect(entered.slice(5)).toEqual(['ada 3']);
  });

  it('stops waiting when the signal is aborted', async () => {
    const slots = createFairSemaphore(1);
    const release = await slots.acquire('ada');
    const stop = new AbortController();
    const waiting = slots.acquire('ben', stop.signal);
    const next = slots.acquire('cleo');
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    release();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('rejects at once if the signal is already aborted', async () => {
    await expect(createFairSemaphore(1).acquire('ada', AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

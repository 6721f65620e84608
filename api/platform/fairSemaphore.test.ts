import { createFairSemaphore } from './fairSemaphore.ts';

describe('places for children', () => {
  it('lets the third wait until one of two leaves, and gives a place back only once', async () => {
    const slots = createFairSemaphore(2);
    const [leave] = [await slots.acquire('ada'), await slots.acquire('ben')];
    const entered: string[] = [];
    const third = slots.acquire('cleo').then(() => entered.push('third'));
    void slots.acquire('dev').then(() => entered.push('fourth'));
    await Promise.resolve();
    expect(entered).toEqual([]);
    leave();
    leave();
    await third;
    await Promise.resolve();
    expect(entered).toEqual(['third']);
  });

  it('keeps the last place for somebody who has none', async () => {
    const slots = createFairSemaphore(3);
    const entered: string[] = [];
    const leaves = new Map<string, () => void>();
    const come = (name: string) =>
      void slots.acquire(name.split(' ')[0] ?? '').then((leave) => {
        entered.push(name);
        leaves.set(name, leave);
      });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'ada 4']) come(name);
    await settle();
    expect(entered).toEqual(['ada 1', 'ada 2']);
    come('ben 1');
    await settle();
    expect(entered).toEqual(['ada 1', 'ada 2', 'ben 1']);
    for (const name of ['ben 2', 'cleo 1']) come(name);
    leaves.get('ada 1')?.();
    await settle();
    expect(entered.at(-1)).toBe('cleo 1');
    leaves.get('ben 1')?.();
    await settle();
    expect(entered.slice(4)).toEqual(['ben 2']);
    // Two turns of Ada's and two of Ben's have passed; nobody else is left in line.
    leaves.get('cleo 1')?.();
    leaves.get('ben 2')?.();
    await settle();
    expect(entered.slice(5)).toEqual(['ada 3']);
  });

  it('lets somebody leave the line', async () => {
    const slots = createFairSemaphore(1);
    const leave = await slots.acquire('ada');
    const stop = new AbortController();
    const waiting = slots.acquire('ben', stop.signal);
    const next = slots.acquire('cleo');
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('takes nobody in who was cancelled before', async () => {
    await expect(createFairSemaphore(1).acquire('ada', AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

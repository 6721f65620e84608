import { createSlots } from './slots.ts';

describe('places for children', () => {
  it('lets the third wait until one of two leaves, and gives a place back only once', async () => {
    const slots = createSlots(2);
    const [leave] = [await slots.take(), await slots.take()];
    const entered: string[] = [];
    const third = slots.take().then(() => entered.push('third'));
    void slots.take().then(() => entered.push('fourth'));
    await Promise.resolve();
    expect(entered).toEqual([]);
    leave();
    leave();
    await third;
    await Promise.resolve();
    expect(entered).toEqual(['third']);
  });

  it('lets somebody leave the line', async () => {
    const slots = createSlots(1);
    const leave = await slots.take();
    const stop = new AbortController();
    const waiting = slots.take(stop.signal);
    const next = slots.take();
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('takes nobody in who was cancelled before', async () => {
    await expect(createSlots(1).take(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});

import { createUploadQueue } from './uploadQueue.ts';

function job() {
  let end: () => void = () => undefined;
  const state = { started: false };
  const run = () => {
    state.started = true;
    return new Promise<void>((resolve) => (end = resolve));
  };
  return { state, run, end: () => end() };
}

const never = new AbortController().signal;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('an upload queue', () => {
  it('with two slots starts the third job when one of the first two has ended', async () => {
    const queue = createUploadQueue(2);
    const [a, b, c] = [job(), job(), job()];
    for (const job of [a, b, c]) queue.run(job.run, never);
    expect([a, b, c].map((job) => job.state.started)).toEqual([true, true, false]);
    a.end();
    await settle();
    expect(c.state.started).toBe(true);
  });

  it('never starts a job that was canceled while it waited', async () => {
    const queue = createUploadQueue(1);
    const [a, b, c] = [job(), job(), job()];
    const canceled = new AbortController();
    queue.run(a.run, never);
    queue.run(b.run, canceled.signal);
    queue.run(c.run, never);
    canceled.abort();
    a.end();
    await settle();
    expect(b.state.started).toBe(false);
    expect(c.state.started).toBe(true);
  });
});

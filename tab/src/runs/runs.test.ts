import { AvaError } from '#contract/errors.ts';
import { createActiveRun, stopRun } from './activeRuns.ts';
import { receiveRun } from './receiveRun.ts';

jest.mock('#tab/state/log.ts');

interface Numbered {
  seq: number;
  type: string;
}

/** A run of three events that the server sends when it is told to. */
function makeRun(call: (id: string) => Promise<unknown> = async () => undefined) {
  const onFailed = jest.fn();
  const active = createActiveRun('session', false, { call, logged: 'not stopped', onFailed });
  const sent: Numbered[] = [];
  const gate = { open: Promise.withResolvers<void>() };
  const stream = (async function* () {
    for (let seq = 1; seq <= 3; seq += 1) {
      await gate.open.promise;
      yield { seq, type: seq === 3 ? 'end' : 'middle' };
    }
  })();
  const source = {
    stream,
    from: 0,
    open: () => Promise.reject(new AvaError('not_found')),
    isEnd: ({ type }: Numbered) => type === 'end',
  };
  const received = receiveRun(active, source, {
    apply: (events) => sent.push(...events),
    onReconnecting: () => undefined,
  });
  return { active, onFailed, sent, received, start: () => gate.open.resolve() };
}

it('all events of a run have been applied when it has been received', async () => {
  const { sent, received, start } = makeRun();
  start();
  await received;
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('nothing is applied after the person has left the run', async () => {
  const { active, sent, received, start } = makeRun();
  active.controller.abort(new Error('left'));
  start();
  await received.catch(() => undefined);
  expect(sent).toEqual([]);
});

it('a stop that was sent before the server knew the run is sent again when the run starts', async () => {
  const ids: string[] = [];
  const { active, onFailed, received, start } = makeRun(async (id) => {
    ids.push(id);
    if (ids.length === 1) throw new AvaError('not_found');
  });
  await stopRun(active);
  expect(active.isStopping).toBe(true);
  expect(onFailed).not.toHaveBeenCalled();
  start();
  await received;
  expect(ids).toEqual(['session', 'session']);
});

it('a run that cannot be stopped when it starts continues, and the person can try again', async () => {
  const { active, onFailed, received, start } = makeRun(() => Promise.reject(new AvaError('unexpected')));
  await stopRun(active);
  start();
  await received;
  expect(active.isStopping).toBe(false);
  expect(onFailed).toHaveBeenCalledTimes(1);
});

it('a run that cannot be stopped continues, and the person can try again', async () => {
  const { active, onFailed, received, start } = makeRun(() => Promise.reject(new AvaError('unexpected')));
  start();
  await received;
  await stopRun(active);
  expect(active.isStopping).toBe(false);
  expect(onFailed).toHaveBeenCalledTimes(1);
});

import { AvaError } from '../../../api/contract/errors.ts';
import { toasts } from '../shell/toasts/toasts.ts';
import { createActiveRun, stopRun } from './activeRuns.ts';
import { receiveRun } from './receiveRun.ts';

jest.mock('../state/log.ts');

interface Numbered {
  seq: number;
  type: string;
}

beforeEach(() => {
  toasts.entries = [];
});

/** A run of three events that the server sends when it is told to. */
function makeRun(call: (id: string) => Promise<unknown> = async () => undefined) {
  const active = createActiveRun('session', { call, logged: 'not stopped', shown: 'The run was not stopped.' });
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
  return { active, sent, received, start: () => gate.open.resolve() };
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

it('a run that was stopped before the server knew it is stopped again when it starts', async () => {
  const ids: string[] = [];
  const { active, received, start } = makeRun(async (id) => {
    ids.push(id);
    if (ids.length === 1) throw new AvaError('not_found');
  });
  expect(await stopRun(active)).toBe(true);
  expect(toasts.entries).toEqual([]);
  start();
  await received;
  expect(ids).toEqual(['session', 'session']);
});

it('a run that cannot be stopped goes on, and the person reads so', async () => {
  const { active, received, start } = makeRun(() => Promise.reject(new AvaError('unexpected')));
  start();
  await received;
  expect(await stopRun(active)).toBe(false);
  expect(toasts.entries.map(({ text }) => text)).toEqual(['The run was not stopped.']);
});

import { getPerson } from '#sandbox/people.ts';
import type { Person } from '#api/identity/person.ts';
import { DOCUMENTS_PER_PERSON, createDocumentLimit } from './personLimits.ts';

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name, mail: email } = getPerson(key);
  return { id, tenantId, name, email, isAdministrator: false, bearer: '' };
}
const [ada, ben] = [as('ada'), as('ben')];
const settle = () => new Promise((resolve) => setImmediate(resolve));
const stays = new AbortController().signal;

/** Starts calls that make documents; `started` has those that have read their data. */
function createCalls() {
  const limit = createDocumentLimit();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const make = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    call: (person: Person, name: string, signal = stays, send = async () => undefined as void) =>
      limit(person, signal, make(name), send),
  };
}

describe('requests for documents', () => {
  /** @proves threat:waiting-work */
  it('of Ada are not read while they wait, and Ben is not affected', async () => {
    const { started, call, end } = createCalls();
    for (const name of ['ada 1', 'ada 2', 'ada 3']) void call(ada, name);
    await settle();
    expect(started).toEqual(['ada 1', 'ada 2']);
    void call(ben, 'ben 1');
    await settle();
    end('ada 1');
    await settle();
    expect(started).toEqual(['ada 1', 'ada 2', 'ben 1', 'ada 3']);
  });

  it('are refused above the maximum for one person, which includes waiting requests', async () => {
    const { started, call } = createCalls();
    for (let count = 0; count < DOCUMENTS_PER_PERSON; count += 1) void call(ada, `ada ${count}`);
    const refusal = { code: 'too_many_requests', retryAfter: expect.any(Number) };
    await expect(call(ada, 'one more')).rejects.toMatchObject(refusal);
    void call(ben, 'ben');
    await settle();
    expect(started).toEqual(['ada 0', 'ada 1', 'ben']);
  });

  /** @proves threat:abandoned-work */
  it('do not start when their client leaves while they wait', async () => {
    const { started, call, end } = createCalls();
    const leaving = new AbortController();
    for (const name of ['ada 1', 'ada 2']) void call(ada, name);
    const waiting = call(ada, 'ada 3', leaving.signal);
    const next = call(ada, 'ada 4');
    await settle();
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    end('ada 1');
    await settle();
    end('ada 4');
    await next;
    expect(started).toEqual(['ada 1', 'ada 2', 'ada 4']);
  });

  /** @proves threat:abandoned-work */
  it('count until their reader has received the document', async () => {
    const { call, end } = createCalls();
    let finish = () => undefined as void;
    const send = () => new Promise<void>((resolve) => (finish = resolve));
    const calls = Array.from({ length: DOCUMENTS_PER_PERSON }, (_, count) => call(ada, `ada ${count}`, stays, send));
    await settle();
    end('ada 0');
    await settle();
    await expect(call(ada, 'one more')).rejects.toMatchObject({ code: 'too_many_requests' });
    finish();
    await calls[0];
    void call(ada, 'one more');
  });
});

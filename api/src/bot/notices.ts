import type { FinishedWork } from '../../contract/bot.ts';
import type { Person } from '../identity/person.ts';
import type { FinishedFile } from '../storage/tables/finishedWork.ts';
import type { World } from '../world.ts';

/** As many as a card names. */
const MOST_FILES = 10;

/** Keeps where a person is told that long work of theirs is done; `null` for nowhere. */
export async function setNotices({ store }: World, person: Person, reference: string | null): Promise<{ on: boolean }> {
  if (reference === null) await store.bot.noticeNobody(person);
  else await store.bot.noticeIn(person, reference);
  return { on: reference !== null };
}

/** What the person is to be told of, given once in all processes; `done` only when nothing is under way any more. */
export async function takeNotice({ store }: World, person: Person) {
  const { reference, underWay, done } = await store.bot.takeNotice(person);
  return { reference, under_way: underWay, done: done.length > 0 ? summaryOf(done) : null };
}

function summaryOf(done: readonly FinishedFile[]): FinishedWork {
  const failed = done.filter(({ state }) => state === 'failed');
  const ready = done.filter(({ state }) => state === 'ready');
  const files = [...failed, ...ready].slice(0, MOST_FILES);
  return {
    ready: ready.length,
    failed: failed.length,
    files: files.map(({ name, siteId, state }) => ({ name, site_id: siteId, state })),
  };
}

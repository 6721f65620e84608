import type { Person } from '#api/identity/person.ts';
import type { Clock } from '#platform/clock.ts';
import { createContentClient } from './contentClient.ts';
import { createDrives } from './drives.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';

const ben: Person = { tenantId: 't', id: 'ben', name: 'Ben Okafor', email: '', isAdministrator: false, bearer: 'b' };
const clock: Clock = { now: () => new Date(), monotonic: () => 0, sleep: async () => undefined };

/** A Graph in which Ben can read some paths and all items have the same id. */
function createTestDrives(readablePaths: readonly string[]) {
  const requested: string[] = [];
  const getBody = (path: string) => ({ id: '01SAME', name: `${path}.pdf`, file: {} });
  const getPath = (url: string) => url.split('?')[0] ?? '';
  const client: Partial<GraphClient> = {
    clock,
    get: async <T>(_person: Person, url: string) => (requested.push(getPath(url)), getBody(getPath(url))) as T,
    post: async <T>(_person: Person, _path: string, body: object) => {
      const { requests } = body as { requests: { id: string; url: string }[] };
      const responses = requests.map(({ id, url }) => {
        requested.push(getPath(url));
        return readablePaths.includes(getPath(url))
          ? { id, status: 200, body: getBody(getPath(url)) }
          : { id, status: 404 };
      });
      return { responses } as T;
    },
  };
  return { drives: createDrives(client as GraphClient, createContentClient('https://graph.example')), requested };
}

describe('an item that Ben can read', () => {
  const [policies, salaries] = [
    { driveId: 'b!policies', itemId: '01SAME' },
    { driveId: 'b!salaries', itemId: '01SAME' },
  ];

  it.each([
    ['first', [policies, salaries]],
    ['last', [salaries, policies]],
  ])('does not open an item with the same id in another library if requested %s', async (_, items) => {
    const { drives } = createTestDrives(['/drives/b!policies/items/01SAME']);
    const readable = await drives.getReadableItems(ben, items);
    expect([readable.has(policies), readable.has(salaries), readable.size]).toEqual([true, false, 1]);
  });

  it('keeps its own name if he can also read an item with the same id in another library', async () => {
    const { drives } = createTestDrives(['/drives/b!policies/items/01SAME', '/drives/b!salaries/items/01SAME']);
    const readable = await drives.getReadableItems(ben, [policies, salaries]);
    expect(readable.get(policies)?.name).toContain('b!policies');
    expect(readable.get(salaries)?.name).toContain('b!salaries');
  });
});

describe('an id that would change the path', () => {
  /** @proves threat:graph-ids */
  it.each(['', '.', '..', '...'])('finds nothing for “%s” without asking Graph', async (itemId) => {
    const { drives, requested } = createTestDrives([]);
    const valid = { driveId: 'b!policies', itemId: '01SAME' };
    const refs = [
      { ...valid, itemId },
      { ...valid, driveId: itemId },
    ];
    expect((await drives.getReadableItems(ben, refs)).size).toBe(0);
    for (const ref of refs) await expect(drives.findItem(ben, ref.driveId, ref.itemId)).resolves.toBeNull();
    expect(requested).toEqual([]);
  });

  it.each(['../../me', '%2e%2e', 'a/../../b', 'x?$expand=y', 'x#y', '\ud800'])(
    '“%s” stays one path segment',
    async (itemId) => {
      const { drives, requested } = createTestDrives([]);
      await drives.findItem(ben, 'b!policies', itemId);
      await drives.getReadableItems(ben, [{ driveId: 'b!policies', itemId }]);
      expect(requested).toHaveLength(2);
      for (const path of requested) expect(new URL(path, 'https://graph.example').pathname.split('/')).toHaveLength(5);
    },
  );

  it('finds nothing for “root”, which Graph answers with another item', async () => {
    const { drives } = createTestDrives(['/drives/b!policies/items/root']);
    const root = { driveId: 'b!policies', itemId: 'root' };
    expect(await drives.findItem(ben, root.driveId, root.itemId)).toBeNull();
    expect((await drives.getReadableItems(ben, [root])).has(root)).toBe(false);
  });
});

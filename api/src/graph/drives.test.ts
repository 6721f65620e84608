import type { Person } from '../identity/person.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GraphClient } from './graphClient.ts';
import { createDoor } from './contentClient.ts';
import { createDrives } from './drives.ts';

const ben: Person = { tenantId: 't', id: 'ben', name: 'Ben Okafor', email: '', isAdministrator: false, bearer: 'b' };
const clock: Clock = { now: () => new Date(), monotonic: () => 0, sleep: async () => undefined };

/** A Graph of which Ben may read some paths, and whose items all say the same id. */
function drivesWith(open: readonly string[]) {
  const asked: string[] = [];
  const bodyOf = (path: string) => ({ id: '01SAME', name: `${path}.pdf`, file: {} });
  const pathOf = (url: string) => url.split('?')[0] ?? '';
  const client: Partial<GraphClient> = {
    clock,
    get: async <T>(_person: Person, url: string) => (asked.push(pathOf(url)), bodyOf(pathOf(url))) as T,
    post: async <T>(_person: Person, _path: string, body: object) => {
      const { requests } = body as { requests: { id: string; url: string }[] };
      const responses = requests.map(({ id, url }) => {
        asked.push(pathOf(url));
        return open.includes(pathOf(url)) ? { id, status: 200, body: bodyOf(pathOf(url)) } : { id, status: 404 };
      });
      return { responses } as T;
    },
  };
  return { drives: createDrives(client as GraphClient, createDoor('https://graph.example')), asked };
}

describe('an item that Ben may read', () => {
  const [policies, salaries] = [
    { driveId: 'b!policies', itemId: '01SAME' },
    { driveId: 'b!salaries', itemId: '01SAME' },
  ];

  it.each([
    ['first', [policies, salaries]],
    ['last', [salaries, policies]],
  ])('opens no other of the same id in another library, asked for %s', async (_, items) => {
    const { drives } = drivesWith(['/drives/b!policies/items/01SAME']);
    const readable = await drives.readableItems(ben, items);
    expect([readable.has(policies), readable.has(salaries), readable.size]).toEqual([true, false, 1]);
  });

  it('says its own name where he may read both', async () => {
    const { drives } = drivesWith(['/drives/b!policies/items/01SAME', '/drives/b!salaries/items/01SAME']);
    const readable = await drives.readableItems(ben, [policies, salaries]);
    expect(readable.get(policies)?.name).toContain('b!policies');
    expect(readable.get(salaries)?.name).toContain('b!salaries');
  });
});

describe('an id that leads elsewhere', () => {
  it.each(['', '.', '..', '...'])('“%s” is nothing’s, and Graph is not asked', async (itemId) => {
    const { drives, asked } = drivesWith([]);
    const sound = { driveId: 'b!policies', itemId: '01SAME' };
    const ways = [
      { ...sound, itemId },
      { ...sound, driveId: itemId },
    ];
    expect((await drives.readableItems(ben, ways)).size).toBe(0);
    for (const ref of ways) await expect(drives.item(ben, ref.driveId, ref.itemId)).resolves.toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['../../me', '%2e%2e', 'a/../../b', 'x?$expand=y', 'x#y', '\ud800'])(
    '“%s” stays one segment of the path',
    async (itemId) => {
      const { drives, asked } = drivesWith([]);
      await drives.item(ben, 'b!policies', itemId);
      await drives.readableItems(ben, [{ driveId: 'b!policies', itemId }]);
      expect(asked).toHaveLength(2);
      for (const path of asked) expect(new URL(path, 'https://graph.example').pathname.split('/')).toHaveLength(5);
    },
  );

  it('and one that Graph answers with another item, such as “root”, is no item’s', async () => {
    const { drives } = drivesWith(['/drives/b!policies/items/root']);
    const root = { driveId: 'b!policies', itemId: 'root' };
    expect(await drives.item(ben, root.driveId, root.itemId)).toBeNull();
    expect((await drives.readableItems(ben, [root])).has(root)).toBe(false);
  });
});

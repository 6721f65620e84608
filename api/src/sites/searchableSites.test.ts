import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { makePerson, makeSiteId } from '#tests/harness/fakes/searchLibrary.ts';
import type { AppContext } from '#api/context.ts';
import { findSearchableSites, LIVE_SITES } from './searchableSites.ts';

const Ben = makePerson('ben');
const rows = Array.from({ length: 500 }, (_, n) => ({
  id: makeSiteId(n),
  graphId: `graph${n}`,
  name: `Site ${n}`,
  tenantId: Ben.tenantId,
}));

/** A Graph in which Ben can read every second site. */
function makeContext(waitFor: (check: number, signal: AbortSignal | undefined) => Promise<void> = async () => {}) {
  const checks: { sites: number; maxAgeMs: number | undefined }[] = [];
  const isReadable = (graphId: string) => Number(graphId.slice(5)) % 2 === 0;
  const graph = {
    async checkSites(_: unknown, ids: readonly string[], signal?: AbortSignal, maxAgeMs?: number) {
      checks.push({ sites: ids.length, maxAgeMs });
      await waitFor(checks.length, signal);
      return new Map(ids.map((id) => [id, isReadable(id)]));
    },
    getReadableSites: async (_: unknown, ids: readonly string[]) => new Set(ids.filter(isReadable)),
  };
  const find = async (_: string, id: string) => rows.find((row) => row.id === id);
  const clock = createManualClock();
  const ctx = {
    graph,
    clock,
    log: createRecordingLog(),
    store: { sites: { list: async () => rows, find } },
    organizations: { get: () => ({ helpSiteId: null }) },
  } as unknown as AppContext;
  return { ctx, clock, checks };
}

describe('all sites of Ben', () => {
  it('are asked about in parts, and what Graph has said in the last ten minutes is enough for most of them', async () => {
    const { ctx, checks } = makeContext();
    const found = await findSearchableSites(ctx, Ben, 'all');
    expect(found.sites.map(({ id }) => id)).toEqual(rows.filter((_, n) => n % 2 === 0).map(({ id }) => id));
    expect(found).toMatchObject({ lost: 0, isPartial: false });
    const tenMinutes = checks.filter(({ maxAgeMs }) => maxAgeMs === 600_000);
    expect(tenMinutes.map(({ sites }) => sites)).toEqual([80, 80, 80, 80, 80, 80, 20]);
    // The first sites, whose names a model reads, are checked as live as everything else.
    expect(checks.filter(({ maxAgeMs }) => maxAgeMs === undefined)).toEqual([
      { sites: LIVE_SITES, maxAgeMs: undefined },
    ]);
  });

  it('do not begin with a site to which he lost access in the last ten minutes', async () => {
    const { ctx } = makeContext();
    const { checkSites } = ctx.graph;
    ctx.graph.checkSites = async (person, ids, signal, maxAgeMs) => {
      const known = await checkSites(person, ids, signal, maxAgeMs);
      // Sites 0 to 40, and one of those that move up in their place.
      const isClosed = (id: string) => Number(id.slice(5)) <= 40 || id === 'graph130';
      return maxAgeMs === undefined ? new Map(ids.map((id) => [id, known.get(id) === true && !isClosed(id)])) : known;
    };
    const { sites } = await findSearchableSites(ctx, Ben, 'all');
    const first = sites.slice(0, LIVE_SITES).map(({ name }) => name);
    expect(first).toEqual(
      Array.from({ length: LIVE_SITES + 1 }, (_, n) => `Site ${42 + 2 * n}`).filter((name) => name !== 'Site 130'),
    );
  });

  it('that Graph does not answer for in time are left out, and the result says so', async () => {
    const forever = new Promise<void>(() => {});
    const { ctx, clock } = makeContext((check) => (check <= 2 ? Promise.resolve() : forever));
    const finding = findSearchableSites(ctx, Ben, 'all');
    await clock.advance(3_000);
    const { sites, isPartial } = await finding;
    expect([sites.length, isPartial]).toEqual([80, true]);
  });

  it('cannot be searched if Graph says nothing about any of them', async () => {
    const { ctx } = makeContext(() => Promise.reject(new Error('Graph is down')));
    await expect(findSearchableSites(ctx, Ben, 'all')).rejects.toMatchObject({ code: 'graph_unavailable' });
  });
});

describe('sites that Ben has chosen', () => {
  it('are those that he can search; closed and unknown ones are only counted', async () => {
    const { ctx } = makeContext();
    const chosen = [4, 2, 3, 900].map(makeSiteId);
    const { sites, ...rest } = await findSearchableSites(ctx, Ben, chosen);
    expect(sites.map(({ name }) => name)).toEqual(['Site 2', 'Site 4']);
    expect(rest).toEqual({ lost: 2, isPartial: false });
  });

  it('are not found if he can search none, whether they are closed or unknown', async () => {
    const { ctx } = makeContext();
    for (const id of [3, 900])
      await expect(findSearchableSites(ctx, Ben, [makeSiteId(id)])).rejects.toMatchObject({ code: 'not_found' });
  });
});

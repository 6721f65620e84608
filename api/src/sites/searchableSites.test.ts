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

/** Graph, which says of every second site that Ben can read it. */
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

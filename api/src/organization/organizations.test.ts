import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { pickSettings } from '#contract/admin/settingsFields.ts';
import { toggles } from '#contract/toggles.ts';
import { Organization } from '#contract/organization.ts';
import type { AppContext } from '#api/context.ts';
import type { OrganizationVersion } from '#api/storage/tables/organization/organizationVersions.ts';
import { createOrganizations } from './organizations.ts';
import { findRetentionLimit } from './retention.ts';

const DAY_MS = 86_400_000;
const organization = Organization.parse({
  name: 'Northwind Studio',
  features: Object.fromEntries(toggles.map((name) => [name, true])),
});

/** The service of one process, over versions that other processes can add to. */
async function open(path = join(import.meta.dirname, 'none.json')) {
  const versions: OrganizationVersion[] = [];
  const clock = createManualClock();
  const log = createRecordingLog();
  const table = {
    listLatest: async () => (versions.length === 0 ? [] : [{ tenantId: 't', version: versions.length }]),
    find: async (_tenantId: string, version: number) => versions[version - 1],
    listUsedSince: async (_tenantId: string, since: Date) => {
      const first = versions.findLastIndex(({ createdAt }) => createdAt <= since);
      return versions.slice(Math.max(0, first)).toReversed();
    },
  };
  const organizations = await createOrganizations({
    store: { organizationVersions: table },
    pubSub: { publish: async () => undefined, subscribe: async () => async () => undefined },
    shared: true,
    log,
    tenantId: 't',
    path,
    file: { organization, sampleFiles: new Map() },
  });
  const add = (changes: Record<string, unknown>) => {
    const settings = { ...pickSettings(organization), ...changes };
    const author = { id: 'dev', name: 'Dev Raman' };
    const version = versions.length + 1;
    versions.push({
      tenantId: 't',
      version,
      settings,
      changes: [],
      author,
      restoredVersion: null,
      createdAt: clock.now(),
    });
  };
  const fileRetention = { save: async () => undefined, findLongest: async (): Promise<number | null> => null };
  const store = { organizationVersions: table, fileRetention };
  const ctx = { store, clock, organizations } as unknown as AppContext;
  const getRetention = async () => {
    const limit = await findRetentionLimit(ctx, 't');
    return limit && (clock.now().getTime() - limit.getTime()) / DAY_MS;
  };
  return { organizations, table, fileRetention, clock, log, add, getRetention };
}

it('applies the settings that another process has saved, and only to the tenant of these settings', async () => {
  const { organizations, add } = await open();
  add({ name: 'Northwind Group' });
  expect(organizations.get('t').name).toBe('Northwind Studio');
  await organizations.check();
  expect(organizations.get('t').name).toBe('Northwind Group');
  expect(organizations.get('another tenant').name).toBe('Northwind Studio');
  await organizations.close();
});

it('keeps the last version that it can use, and names the one that it cannot use', async () => {
  const { organizations, add } = await open();
  add({ name: 'Northwind Group' });
  add({ name: 42 });
  await organizations.check();
  expect(organizations.getCurrent('t')).toMatchObject({
    organization: { name: 'Northwind Group' },
    latest: 2,
    problem: "Version 2 of the settings can't be used by this version of AVA. Version 1 is in use.",
  });
  await organizations.close();
});

it('takes from organization.json what an older saved version of the settings lacks', async () => {
  const { organizations, add } = await open();
  add({ features: { chat: false }, budgets: undefined });
  await organizations.check();
  expect(organizations.get('t')).toMatchObject({
    features: { chat: false, tasks: true },
    budgets: organization.budgets,
  });
  await organizations.close();
});

it('applies a changed file later if the database does not answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ava-organization-'));
  const path = join(folder, 'organization.json');
  const { organizations, table, add } = await open(path);
  add({ name: 'Northwind Group' });
  await organizations.check();
  await writeFile(path, JSON.stringify({ ...organization, package: 'premium' }));
  const { listLatest } = table;
  table.listLatest = () => Promise.reject(new Error('no connection'));
  await expect(organizations.check()).rejects.toThrow('no connection');
  table.listLatest = listLatest;
  await organizations.check();
  expect(organizations.get('t')).toMatchObject({ name: 'Northwind Group', package: 'premium' });
  await organizations.close();
  await rm(folder, { recursive: true });
});

it('a shorter retention time applies after a day, and can be undone before', async () => {
  const { organizations, clock, add, getRetention } = await open();
  expect(await getRetention()).toBeNull();
  add({ retentionDays: 90 });
  await organizations.check();
  expect(await getRetention()).toBeNull();
  await clock.advance(DAY_MS);
  expect(await getRetention()).toBe(90);
  add({ retentionDays: 7 });
  await organizations.check();
  expect(await getRetention()).toBe(90);
  add({ retentionDays: 365 });
  await organizations.check();
  expect(await getRetention()).toBe(365);
  await clock.advance(2 * DAY_MS);
  expect(await getRetention()).toBe(365);
  await organizations.close();
});

it('a shorter retention time of the file applies after a day, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ava-organization-'));
  const path = join(folder, 'organization.json');
  const { organizations, fileRetention, getRetention } = await open(path);
  await writeFile(path, JSON.stringify({ ...organization, retentionDays: 7 }));
  await organizations.check();
  expect(await getRetention()).toBeNull();
  fileRetention.findLongest = async () => 90;
  expect(await getRetention()).toBe(90);
  fileRetention.findLongest = async () => 7;
  expect(await getRetention()).toBe(7);
  await organizations.close();
  await rm(folder, { recursive: true });
});

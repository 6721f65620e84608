import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { pickSettings } from '#contract/admin/settingsFields.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { Organization } from '#contract/organization.ts';
import type { Log } from '#platform/log.ts';
import type { PubSub } from '#api/storage/pubSub.ts';
import type { Store } from '#api/storage/store.ts';
import type { OrganizationVersion } from '#api/storage/tables/organization/organizationVersions.ts';
import { readOrganizationFile, type OrganizationFile } from './organizationFile.ts';
import type { SampleFiles } from './sampleFiles.ts';

const CHANGED = 'organization_changed';
/** How often a process looks for a changed file, and for versions whose notification was lost. */
const CHECK_MS = 3_000;
/** Number of versions that are tried before the file's settings are used. */
const MAX_TRIES = 20;

/** The configuration that is in use, and where it comes from. */
export interface CurrentOrganization {
  organization: Organization;
  /** Hash of the whole configuration; different after every change. */
  hash: string;
  /** Number of the latest stored version; 0 if there is none. */
  latest: number;
  /** The version that is in use; null for the settings of ORGANIZATION_FILE. */
  stored: OrganizationVersion | null;
  /** Why a newer configuration is not in use; null if the newest is. */
  problem: string | null;
}

/**
 * The current configuration of each tenant: the settings of the last version that can be used, and ORGANIZATION_FILE
 * for everything else.
 */
export interface Organizations {
  get(tenantId: string): Organization;
  getCurrent(tenantId: string): CurrentOrganization;
  /** The tenant that AVA is installed for, and all others with stored settings. */
  listTenants(): string[];
  /** The organization that AVA is installed for, for calls without sign-in. */
  getHome(): Organization;
  /** The settings of ORGANIZATION_FILE, version 0. */
  getFileSettings(): OrganizationSettings;
  /** Parses the settings of a stored version; null if this version of AVA cannot use them. */
  parseSettings(settings: Record<string, unknown>): OrganizationSettings | null;
  /** Files that sample prompts attach. */
  getSampleFiles(): SampleFiles;
  /** Applies the saved settings of a tenant in this process, and notifies the others. */
  publish(tenantId: string): Promise<void>;
  /** Looks for changes of the file and of the stored versions now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface OrganizationsOptions {
  store: { organizationVersions: Pick<Store['organizationVersions'], 'listLatest' | 'find'> };
  pubSub: PubSub;
  /** Whether other processes use the same store. */
  shared: boolean;
  log: Log;
  tenantId: string;
  path: string;
  file: OrganizationFile;
}

export async function createOrganizations(options: OrganizationsOptions): Promise<Organizations> {
  const { store, pubSub, shared, log, path } = options;
  let { file } = options;
  let fileProblem: string | null = null;
  let fileStamp = await readStamp(path);
  /** Whether the file has changed since all tenants were loaded. */
  let isFileNew = false;
  let fromFile = describe(file.organization, 0, null, null);
  const current = new Map<string, CurrentOrganization>();
  let loading: Promise<void> = Promise.resolve();

  function describe(
    organization: Organization,
    latest: number,
    stored: OrganizationVersion | null,
    problem: string | null,
  ): CurrentOrganization {
    const hash = createHash('sha256').update(JSON.stringify(organization)).digest('hex').slice(0, 16);
    return { organization, hash, latest, stored, problem: problem ?? fileProblem };
  }

  /** Parses saved settings. For a field that an older version lacks, the value of ORGANIZATION_FILE applies. */
  function parse(settings: Record<string, unknown>): z.ZodSafeParseResult<Organization> {
    const features = { ...file.organization.features, ...(settings['features'] as object | undefined) };
    return Organization.safeParse({ ...file.organization, ...settings, features });
  }

  async function load(tenantId: string, latest: number): Promise<void> {
    let problem: string | null = null;
    for (let version = latest; version > Math.max(0, latest - MAX_TRIES); version -= 1) {
      const stored = await store.organizationVersions.find(tenantId, version);
      const parsed = stored && parse(stored.settings);
      if (parsed?.success) {
        current.set(tenantId, describe(parsed.data, latest, stored ?? null, problem && `${problem} ${inUse(version)}`));
        return;
      }
      const reason = parsed ? z.prettifyError(parsed.error).replaceAll('\n', ' ') : 'it is missing';
      log.warn({ tenantId, version, reason }, 'stored organization settings cannot be used; keeping earlier ones');
      problem ??= `Version ${version} of the settings can't be used by this version of AVA.`;
    }
    current.set(tenantId, describe(file.organization, latest, null, problem && `${problem} ${inUse(0)}`));
  }

  /** Loads the tenants that have a newer version; all of them if the file has changed. */
  async function loadChanged(all: boolean): Promise<void> {
    for (const { tenantId, version } of await store.organizationVersions.listLatest())
      if (all || current.get(tenantId)?.latest !== version) await load(tenantId, version);
  }

  async function readChangedFile(): Promise<boolean> {
    const stamp = await readStamp(path);
    if (stamp === fileStamp) return false;
    fileStamp = stamp;
    const problems: string[] = [];
    const read = readOrganizationFile(path, problems);
    fileProblem = read ? null : `${problems.join(' ')}. The last valid file is in use.`;
    if (read) {
      file = read;
      log.info({ path }, 'organization file read again');
    } else log.warn({ path, problems }, 'organization file cannot be used; keeping the last valid one');
    fromFile = describe(file.organization, 0, null, null);
    return true;
  }

  /** Changes are applied one after the other, so that an older version never replaces a newer one. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = loading.then(work);
    loading = done.catch(() => undefined);
    return done;
  }

  const refresh = () => enqueue(() => loadChanged(false));
  const tryTo = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ error }, 'failed to read organization settings; retrying'));

  async function check(): Promise<void> {
    await enqueue(async () => {
      if (await readChangedFile()) isFileNew = true;
      if (isFileNew || shared) await loadChanged(isFileNew);
      isFileNew = false;
    });
  }

  await loadChanged(true);
  const unsubscribe = await pubSub.subscribe(
    CHANGED,
    () => tryTo(refresh()),
    () => tryTo(refresh()),
  );
  const timer = setInterval(() => tryTo(check()), CHECK_MS);
  timer.unref();
  const getCurrent = (tenantId: string) => current.get(tenantId) ?? fromFile;

  return {
    get: (tenantId) => getCurrent(tenantId).organization,
    getCurrent,
    listTenants: () => [...new Set([options.tenantId, ...current.keys()])],
    getHome: () => getCurrent(options.tenantId).organization,
    getFileSettings: () => pickSettings(file.organization),
    parseSettings(settings) {
      const parsed = parse(settings);
      return parsed.success ? pickSettings(parsed.data) : null;
    },
    getSampleFiles: () => file.sampleFiles,
    async publish(tenantId) {
      await refresh();
      if (!shared) return;
      await pubSub.publish(CHANGED, tenantId).catch((error: unknown) => {
        log.warn({ error }, 'failed to publish organization settings; other processes will poll');
      });
    },
    check,
    async close() {
      clearInterval(timer);
      await unsubscribe();
    },
  };
}

const inUse = (version: number) =>
  version === 0 ? 'The settings of the file are in use.' : `Version ${version} is in use.`;

/** Changes when the file is written; empty while it does not exist. */
async function readStamp(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  return stats ? `${stats.mtimeMs}/${stats.size}` : '';
}

import { z } from 'zod';
import {
  CHANGES_PER_PAGE,
  MAX_SETTINGS_CHARACTERS,
  type FieldChange,
  type SettingsChange,
  type SettingsPreview,
  type StoredSettings,
} from '#contract/admin/admin.ts';
import { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { describeField, getField, listChangedFields, pickSettings } from '#contract/admin/settingsFields.ts';
import { AvaError } from '#contract/errors.ts';
import { parseJson } from '#contract/json.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import { toRetentionLimit } from './retention.ts';

/** Maximum number of problems that are returned; a person cannot correct more at once. */
const MAX_PROBLEMS = 50;

/** The caller's tenant. Throws `not_allowed` unless the caller is an administrator. */
export function authorizeAdministrator(person: Person): string {
  return authorize(person, 'administer', 'organization', { tenantId: person.tenantId }).tenantId;
}

/** The settings in use. */
export function getSettings({ organizations }: AppContext, person: Person): StoredSettings {
  const { organization, latest, stored, problem } = organizations.getCurrent(authorizeAdministrator(person));
  return {
    version: latest,
    settings: pickSettings(organization),
    saved_by: stored?.author ?? null,
    saved_at: stored?.createdAt.toISOString() ?? null,
    problem,
    sample_files: [...organizations.getSampleFiles().keys()].toSorted(),
  };
}

/** What saving settings would change. `text` is JSON, which can be invalid. */
export async function previewSettings(ctx: AppContext, person: Person, text: string): Promise<SettingsPreview> {
  const { tenantId } = person;
  const before = pickSettings(ctx.organizations.get(authorizeAdministrator(person)));
  const parsed = parseSettings(text);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, MAX_PROBLEMS);
    return {
      problems: problems.map(({ path, message }) => ({ path: path.join('.'), message })),
      changes: [],
      chats_to_delete: 0,
    };
  }
  const { retentionDays } = parsed.data;
  const isShorter = retentionDays !== null && retentionDays < (before.retentionDays ?? Infinity);
  const limit = isShorter ? toRetentionLimit(ctx.clock.now(), retentionDays) : null;
  return {
    problems: await findMissingFiles(ctx, tenantId, parsed.data),
    changes: listChanges(before, parsed.data),
    chats_to_delete: limit === null ? 0 : await ctx.store.chats.countUntouched(tenantId, limit),
  };
}

function parseSettings(text: string): z.ZodSafeParseResult<OrganizationSettings> {
  try {
    return OrganizationSettings.safeParse(parseJson(text));
  } catch {
    const issue = { code: 'custom' as const, path: [], message: 'This is not valid JSON', input: text };
    return { success: false, error: new z.ZodError([issue]) as z.ZodError<OrganizationSettings> };
  }
}

/** Saves settings that are based on the latest version. */
export async function saveSettings(
  ctx: AppContext,
  person: Person,
  { version, settings }: { version: number; settings: OrganizationSettings },
): Promise<StoredSettings> {
  const tenantId = authorizeAdministrator(person);
  if (JSON.stringify(settings).length > MAX_SETTINGS_CHARACTERS)
    throw new AvaError('too_large', {
      detail: 'These settings are too large. Remove some of the prompts or templates.',
    });
  const [problem] = await findMissingFiles(ctx, tenantId, settings);
  if (problem) throw new AvaError('invalid_settings', { detail: `${problem.message}.` });
  return saveVersion(ctx, person, { version, settings, restoredVersion: null });
}

/** Saves an earlier version again, as a new one. */
export async function restoreSettings(
  ctx: AppContext,
  person: Person,
  { version, restoredVersion }: { version: number; restoredVersion: number },
): Promise<StoredSettings> {
  const tenantId = authorizeAdministrator(person);
  const settings = await readSettingsOf(ctx, tenantId, restoredVersion);
  return saveVersion(ctx, person, { version, settings, restoredVersion });
}

async function readSettingsOf(ctx: AppContext, tenantId: string, version: number): Promise<OrganizationSettings> {
  const { organizations, store } = ctx;
  if (version === 0) return organizations.getFileSettings();
  const stored = await store.organizationVersions.find(tenantId, version);
  if (!stored) throw new AvaError('not_found');
  const settings = organizations.parseSettings(stored.settings);
  if (!settings) throw new AvaError('invalid_settings', { detail: "This version can't be restored by this AVA." });
  return settings;
}

async function saveVersion(
  ctx: AppContext,
  person: Person,
  change: { version: number; settings: OrganizationSettings; restoredVersion: number | null },
): Promise<StoredSettings> {
  const { organizations, store, clock, log } = ctx;
  const { tenantId, id, name } = person;
  const { settings, restoredVersion } = change;
  const changes = listChanges(pickSettings(organizations.get(tenantId)), settings);
  if (changes.length === 0 && change.version === organizations.getCurrent(tenantId).latest)
    return getSettings(ctx, person);
  const version = change.version + 1;
  const row = { tenantId, version, settings, changes, author: { id, name }, restoredVersion, createdAt: clock.now() };
  const isSaved = await store.organizationVersions.save(row);
  await organizations.publish(tenantId);
  if (!isSaved) throw new AvaError('organization_changed', { data: getSettings(ctx, person) });
  log.info({ tenantId, version, author: id, fields: changes.map(({ field }) => field) }, 'organization settings saved');
  return getSettings(ctx, person);
}

/** The audit, newest change first. */
export async function listSettingsChanges(
  { store }: AppContext,
  person: Person,
  before: number | undefined,
): Promise<{ changes: SettingsChange[]; has_more: boolean }> {
  const tenantId = authorizeAdministrator(person);
  const rows = await store.organizationVersions.list(tenantId, before ?? null, CHANGES_PER_PAGE + 1);
  const changes = rows.slice(0, CHANGES_PER_PAGE).map((row): SettingsChange => ({
    version: row.version,
    saved_by: row.author,
    saved_at: row.createdAt.toISOString(),
    restored_version: row.restoredVersion,
    changes: row.changes,
  }));
  return { changes, has_more: rows.length > CHANGES_PER_PAGE };
}

function listChanges(from: OrganizationSettings, to: OrganizationSettings): FieldChange[] {
  return listChangedFields(from, to).map((field) => ({
    field,
    from: describeField(from, field),
    to: describeField(to, field),
  }));
}

async function findMissingFiles(
  { organizations, store }: AppContext,
  tenantId: string,
  settings: OrganizationSettings,
): Promise<{ path: string; message: string }[]> {
  const files = organizations.getSampleFiles();
  const prompts = getField(settings, 'samplePrompts') as OrganizationSettings['samplePrompts'];
  const missing = prompts.flatMap(({ file }, index) =>
    file === undefined || files.has(file)
      ? []
      : [{ path: `samplePrompts.${index}.file`, message: `There is no file with the name ${file}` }],
  );
  const { wordTemplate } = settings;
  if (wordTemplate && !(await store.presentationTemplates.findWord(tenantId, wordTemplate.id)))
    missing.push({ path: 'wordTemplate', message: 'The Word template is no longer stored. Choose it again' });
  return missing;
}

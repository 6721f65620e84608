import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { OrganizationSettings } from './organizationSettings.ts';
import { settingsFields } from './settingsFields.ts';

/** Maximum number of characters of settings as JSON; larger settings are refused. */
export const MAX_SETTINGS_CHARACTERS = 1_000_000;
/** Number of changes on one page of the audit. */
export const CHANGES_PER_PAGE = 20;

const Version = z.coerce.number().int().min(0).max(1_000_000_000);

/** The settings in use, with who saved them. Version 0 is that of ORGANIZATION_FILE. */
export const StoredSettings = z.object({
  version: z.number().int(),
  settings: OrganizationSettings,
  saved_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  saved_at: z.string().nullable(),
  problem: z.string().nullable().describe('why a newer configuration is not in use'),
  sample_files: z.array(z.string()).describe('names of the files that sample prompts can attach'),
});
export type StoredSettings = z.infer<typeof StoredSettings>;

export const FieldChange = z.object({
  field: z.enum(settingsFields),
  from: z.string().describe('a short text of the value'),
  to: z.string(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** A saved version, in the audit. */
export const SettingsChange = z.object({
  version: z.number().int(),
  saved_by: z.object({ id: z.string(), name: z.string() }),
  saved_at: z.string(),
  restored_version: z.number().int().nullable().describe('the version that was restored by this change'),
  changes: z.array(FieldChange),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

export const getOrganizationSettings = endpoint({
  method: 'GET',
  path: '/organization/settings',
  summary: 'For administrators: the settings of the organization and their version',
  reply: StoredSettings,
});

export const previewOrganizationSettings = endpoint({
  method: 'POST',
  path: '/organization/settings/preview',
  summary: 'For administrators: what saving settings would change, or what is invalid in them; saves nothing',
  body: z.object({ settings: z.string().max(MAX_SETTINGS_CHARACTERS).describe('settings as JSON text') }),
  reply: z.object({
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
    changes: z.array(FieldChange),
    chats_to_delete: z.number().int().describe('chats that the new retention time would delete now'),
  }),
});
export type SettingsPreview = z.output<NonNullable<typeof previewOrganizationSettings.reply>>;

export const saveOrganizationSettings = endpoint({
  method: 'PUT',
  path: '/organization/settings',
  ids: { 'settings.templates.id': 'own', 'settings.wordTemplate.id': 'template' },
  summary: 'For administrators: saves settings; 409 with the stored ones if `version` is not the latest',
  body: z.object({
    version: Version.describe('the version that the change is based on'),
    settings: OrganizationSettings,
  }),
  reply: StoredSettings,
});

export const restoreOrganizationSettings = endpoint({
  method: 'POST',
  path: '/organization/settings/restore',
  summary: 'For administrators: saves an earlier version again; 409 if `version` is not the latest',
  body: z.object({ version: Version, restored_version: Version }),
  reply: StoredSettings,
});

export const uploadWordTemplate = endpoint({
  method: 'POST',
  path: '/organization/word_template',
  summary:
    'For administrators: checks a Word template and keeps it without its text; settings can name it when the status call says that it is ready',
  encoding: 'upload',
  body: z.object({ file_name: z.string().max(1_024).optional() }),
  reply: z.object({ job_id: Id, template_id: Id }),
});

export const getOrganizationChanges = endpoint({
  method: 'GET',
  path: '/organization/changes',
  summary: 'For administrators: who changed the settings, when, and what; the newest change first',
  query: z.object({ before: Version.optional().describe('only changes before this version') }),
  reply: z.object({ changes: z.array(SettingsChange), has_more: z.boolean() }),
});

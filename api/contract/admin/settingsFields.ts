import { toggles, type Toggle } from '#contract/toggles.ts';
import { truncate } from '#contract/text/text.ts';
import { OrganizationSettings } from './organizationSettings.ts';

type Path = readonly [keyof OrganizationSettings, ...string[]];

/** The fields that are compared, merged and listed in the audit. */
export const settingsFields = [
  'name',
  'supportEmail',
  'systemAlert',
  ...toggles.map((name): `features.${Toggle}` => `features.${name}`),
  'modelReranks',
  'samplePrompts',
  'taskCategories.departments',
  'taskCategories.roles',
  'taskCategories.taskTypes',
  'templates',
  'jiraTemplates',
  'toolsTemplates',
  'wordTemplate',
  'budgets.person.day',
  'budgets.person.month',
  'budgets.departments',
  'retentionDays',
] as const;
export type SettingsField = (typeof settingsFields)[number];

/** Longest text of a value in a list of changes. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const MAX_DETAIL_CHARACTERS = 120;

const pathOf = (field: SettingsField) => field.split('.') as unknown as Path;

export function getField(settings: OrganizationSettings, field: SettingsField): unknown {
  return pathOf(field).reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], settings);
}

/** A copy of the settings in which one field has another value. */
export function withField(settings: OrganizationSettings, field: SettingsField, value: unknown): OrganizationSettings {
  const set = (target: unknown, [name, ...rest]: readonly string[]): unknown =>
    name === undefined
      ? value
      : {
          ...(target as Record<string, unknown>),
          [name]: set((target as Record<string, unknown>)[name], rest),
        };
  return set(settings, pathOf(field)) as OrganizationSettings;
}

/** Fields whose values differ. */
export function listChangedFields(from: OrganizationSettings, to: OrganizationSettings): SettingsField[] {
  return settingsFields.filter((field) => !isEqual(getField(from, field), getField(to, field)));
}

/** Merges two changes of `base` field by field. Fields that both set to different values are conflicts; `merged` has mine. */
export function mergeSettings(
  base: OrganizationSettings,
  mine: OrganizationSettings,
  theirs: OrganizationSettings,
): { merged: OrganizationSettings; conflicts: SettingsField[] } {
  const myFields = listChangedFields(base, mine);
  const merged = myFields.reduce((settings, field) => withField(settings, field, getField(mine, field)), theirs);
  const theirFields = new Set(listChangedFields(base, theirs));
  const conflicts = myFields.filter(
    (field) => theirFields.has(field) && !isEqual(getField(mine, field), getField(theirs, field)),
  );
  return { merged, conflicts };
}

/** The field that a path of a zod issue belongs to, such as `samplePrompts` for `samplePrompts.0.title`. */
export function findFieldOf(path: readonly PropertyKey[]): SettingsField | undefined {
  const joined = path.map(String).join('.');
  return settingsFields.find((field) => joined === field || joined.startsWith(`${field}.`));
}

/** A short text of a field's value, for the audit. Lists are described by their names. */
export function describeField(settings: OrganizationSettings, field: SettingsField): string {
  const description = describeValue(getField(settings, field));
  return description.length > MAX_DESCRIPTION_CHARACTERS
    ? `${truncate(description, MAX_DESCRIPTION_CHARACTERS - 1)}…`
    : description;
}

function describeValue(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'None';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (Array.isArray(value)) return value.map(describeEntry).join('; ');
  if (typeof value !== 'object') return String(value);
  const { title, message, date, name } = value as Partial<Record<'title' | 'message' | 'date' | 'name', string>>;
  return [title, message, date, name].filter((part) => part).join(' · ');
}

function describeEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { title, name, department, prompt, description, steps, day, month } = entry as Record<string, unknown>;
  if (department !== undefined)
    return `${String(department)}: ${describeValue(day)} a day, ${describeValue(month)} a month`;
  const detail = Array.isArray(steps) ? `${steps.length} steps` : (prompt ?? description ?? '');
  const label = String(title ?? name ?? '');
  return detail === '' ? label : `${label}: ${truncate(String(detail), MAX_DETAIL_CHARACTERS)}`;
}

/** Whether two values parsed by the same schema are equal; their keys have the same order. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Names of the settings in a complete configuration. */
const settingsKeys = Object.keys(OrganizationSettings.shape) as (keyof OrganizationSettings)[];

/** The settings in a configuration. */
export function pickSettings(organization: OrganizationSettings): OrganizationSettings {
  return Object.fromEntries(settingsKeys.map((key) => [key, organization[key]])) as unknown as OrganizationSettings;
}

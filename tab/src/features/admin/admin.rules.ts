import { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import type { AdminSection } from './admin.state.ts';
import { findFieldOf, type SettingsField } from '#contract/admin/settingsFields.ts';

/** Sentences of invalid fields by their path, such as `samplePrompts.0.title`. */
export type Problems = Readonly<Record<string, string>>;

export function findProblems(draft: OrganizationSettings): Problems {
  const parsed = OrganizationSettings.safeParse(draft);
  if (parsed.success) return {};
  const entries = parsed.error.issues.map(({ path, message }): [string, string] => [path.join('.'), `${message}.`]);
  // The first problem of a field is shown.
  return Object.fromEntries(entries.toReversed());
}

const sectionOfRoot: Record<string, AdminSection> = {
  name: 'general',
  supportEmail: 'general',
  systemAlert: 'general',
  wordTemplate: 'general',
  features: 'features',
  modelReranks: 'features',
  budgets: 'budgets',
  retentionDays: 'budgets',
};

function getSectionOf(field: string): AdminSection {
  return sectionOfRoot[field.split('.')[0] ?? ''] ?? 'prompts';
}

/** Sections that contain one of the fields. */
export function listSections(fields: readonly string[]): Set<AdminSection> {
  return new Set(fields.map(getSectionOf));
}

/** The first problem of a field or of a part of it. */
export function findFirstProblem(problems: Problems, path: string): string | undefined {
  return Object.entries(problems).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
}

/** The fields that have a problem. */
export function listInvalidFields(problems: Problems): SettingsField[] {
  return [...new Set(Object.keys(problems).flatMap((path) => findFieldOf(path.split('.')) ?? []))];
}

/**
 * Parses the text of a number field: null if it is empty. Text that is not a whole number is returned unchanged, so
 * that the schema rejects it.
 */
export function parseNumber(text: string): unknown {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : text;
}

/** The parts of a text that a separator divides, without empty ones. */
export function splitList(text: string, separator: '\n' | ','): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

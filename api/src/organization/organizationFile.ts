import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { Organization } from '#contract/organization.ts';
import { readSampleFiles, type SampleFiles } from './sampleFiles.ts';

/** ORGANIZATION_FILE with the files next to it. */
export interface OrganizationFile {
  organization: Organization;
  sampleFiles: SampleFiles;
}

/** Reads ORGANIZATION_FILE; null if it cannot be used, with the reasons in `problems`. */
export function readOrganizationFile(path: string | undefined, problems: string[]): OrganizationFile | null {
  const organization = readJsonFile(path, 'ORGANIZATION_FILE', Organization, problems);
  if (!organization || path === undefined) return null;
  const found: string[] = [];
  const sampleFiles = readSampleFiles(organization, path, found);
  problems.push(...found);
  return found.length > 0 ? null : { organization, sampleFiles };
}

/** Reads a JSON file that an environment variable names; null if it cannot be used. */
export function readJsonFile<T extends z.ZodType>(
  path: string | undefined,
  variable: string,
  schema: T,
  problems: string[],
): z.output<T> | null {
  if (path === undefined) return null;
  if (!existsSync(path)) {
    problems.push(`${variable} names a file that does not exist: ${path}`);
    return null;
  }
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : 'it is not valid JSON';
    problems.push(`${variable} cannot be used: ${reason}`);
    return null;
  }
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileTypeOf } from '#contract/files/fileTypes.ts';
import type { Organization } from '#contract/organization.ts';

/** The files are held in memory, so they must be small. */
const MAX_BYTES = 5_242_880;

/** Bytes of the files that sample prompts attach, by name. */
export type SampleFiles = ReadonlyMap<string, Uint8Array>;

/** Reads the files that sample prompts attach. They are next to the organization's file. */
export function readSampleFiles(organization: Organization, organizationFile: string, problems: string[]): SampleFiles {
  const files = new Map<string, Uint8Array>();
  for (const name of new Set(organization.samplePrompts.flatMap(({ file }) => file ?? []))) {
    const path = join(dirname(organizationFile), name);
    const problem = findProblem(path, name);
    if (problem) problems.push(`ORGANIZATION_FILE has a sample prompt whose file ${problem}: ${path}`);
    else files.set(name, readFileSync(path));
  }
  return files;
}

function findProblem(path: string, name: string): string | null {
  if (fileTypeOf('', name) === 'Unknown') return 'has a type that AVA does not read';
  if (!existsSync(path)) return 'does not exist';
  return statSync(path).size > MAX_BYTES ? 'is larger than 5 MB' : null;
}

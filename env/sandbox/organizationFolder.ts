import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getBytes } from './documents/documentContent.ts';
import { handbook, HANDBOOK_NAME } from './sites/handbook.ts';

/**
 * Writes the sandbox's organization.json and the file of its sample prompts into a folder. Returns the path for
 * ORGANIZATION_FILE.
 * @param features Feature toggles that differ from those of the sandbox.
 */
export async function writeOrganizationFolder(folder: string, features: Record<string, boolean> = {}): Promise<string> {
  const source = await readFile(new URL('organization.json', import.meta.url), 'utf8');
  const organization = JSON.parse(source) as { features: object };
  const path = join(folder, 'organization.json');
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ ...organization, features: { ...organization.features, ...features } }));
  await writeFile(join(folder, HANDBOOK_NAME), await getBytes(handbook));
  return path;
}

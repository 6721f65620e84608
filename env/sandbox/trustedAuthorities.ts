import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Names = Record<string, string | undefined>;

/**
 * NODE_EXTRA_CA_CERTS for the API. Node reads a single file there: where the machine names one of its own (an
 * organization's proxy, say) both are written into one file in the sandbox's folder.
 *
 * @param dataDir AVA's data folder.
 * @param ours The machine's environment.
 * @param sandbox What the stand-ins ask for.
 */
export async function trustedAuthorities(
  dataDir: string,
  ours: Names,
  sandbox: Names,
): Promise<Record<string, string>> {
  const files = [ours['NODE_EXTRA_CA_CERTS'], sandbox['NODE_EXTRA_CA_CERTS']].filter((file) => file !== undefined);
  const [first, second] = files;
  if (first === undefined) return {};
  if (second === undefined) return { NODE_EXTRA_CA_CERTS: first };
  const both = join(dataDir, 'sandbox', 'authorities.pem');
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await writeFile(both, texts.join('\n'));
  return { NODE_EXTRA_CA_CERTS: both };
}

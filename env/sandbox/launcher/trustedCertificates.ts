import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Variables = Record<string, string | undefined>;

/**
 * Returns NODE_EXTRA_CA_CERTS for the API and the bot. Node reads a single file: if the machine also sets one, for
 * example for a proxy, the contents of both are written to one file in the sandbox's folder.
 *
 * @param dataDir AVA's data folder.
 * @param machineEnv The machine's environment.
 * @param sandboxEnv The environment of the stand-ins.
 */
export async function mergeTrustedCertificates(
  dataDir: string,
  machineEnv: Variables,
  sandboxEnv: Variables,
): Promise<Record<string, string>> {
  const files = [machineEnv['NODE_EXTRA_CA_CERTS'], sandboxEnv['NODE_EXTRA_CA_CERTS']].filter(
    (file) => file !== undefined,
  );
  const [first, second] = files;
  if (first === undefined) return {};
  if (second === undefined) return { NODE_EXTRA_CA_CERTS: first };
  const mergedFile = join(dataDir, 'sandbox', 'authorities.pem');
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await writeFile(mergedFile, texts.join('\n'));
  return { NODE_EXTRA_CA_CERTS: mergedFile };
}

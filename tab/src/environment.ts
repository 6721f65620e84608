import { z } from 'zod';

/** What the API tells the page about the place it runs in; written into index.html instead of `<!--ava-environment-->`. */
const Environment = z.object({
  /** Extra origins that may frame the tab, besides Microsoft's own. Empty in production. */
  hostOrigins: z.array(z.string()).default([]),
  /** The public client that a plain browser signs in with. */
  clientId: z.string().default(''),
  /** Issuer without the version, such as https://login.microsoftonline.com/{tenant}. */
  authority: z.string().default(''),
  /** Full name of AVA's own scope. */
  scope: z.string().default(''),
  tenantId: z.string().default(''),
  /** AVA's bot in Teams; empty where there is none. */
  botId: z.string().default(''),
  version: z.string().default(''),
});
export type Environment = z.infer<typeof Environment>;

/** Reads the page's environment; a page without one (a preview, a test) has the empty one. */
export function readEnvironment(page: Document = document): Environment {
  const text = page.getElementById('ava-environment')?.textContent ?? '{}';
  try {
    return Environment.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('The page came with an environment that cannot be read.', { cause });
  }
}

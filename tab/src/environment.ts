import { z } from 'zod';

/** Configuration that the API writes into index.html in place of `<!--ava-environment-->`. */
const Environment = z.object({
  /** Extra origins that can frame the tab, besides Microsoft's own. Empty in production. */
  hostOrigins: z.array(z.string()).default([]),
  /** Public client id for sign-in in a plain browser. */
  clientId: z.string().default(''),
  /** Issuer without the version, such as https://login.microsoftonline.com/{tenant}. */
  authority: z.string().default(''),
  /** Full name of AVA's own scope. */
  scope: z.string().default(''),
  tenantId: z.string().default(''),
  /** Id of AVA's bot in Teams; empty without a bot. */
  botId: z.string().default(''),
  version: z.string().default(''),
});
export type Environment = z.infer<typeof Environment>;

/** Reads the page's configuration. A page without one (a preview, a test) gets the defaults. */
export function readEnvironment(page: Document = document): Environment {
  const text = page.getElementById('ava-environment')?.textContent ?? '{}';
  try {
    return Environment.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('failed to parse ava-environment', { cause });
  }
}

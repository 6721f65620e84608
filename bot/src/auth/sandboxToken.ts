import { z } from 'zod';
import type { BotServices } from '../context.ts';

const Reply = z.object({ token: z.string() });

/**
 * Gets Ada's token from the sandbox, because the playground cannot sign anybody in. Without a URL, returns no token.
 */
export function createFetchSandboxToken(url: string | null): BotServices['fetchSandboxToken'] {
  if (url === null) return async () => null;
  return async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ person: 'ada' }) });
    if (!response.ok) throw new Error(`sandbox identity answered ${response.status}`);
    return Reply.parse(await response.json()).token;
  };
}

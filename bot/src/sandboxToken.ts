import { z } from 'zod';
import type { Asker } from './conversation.ts';

const Reply = z.object({ token: z.string() });

/**
 * A token for whoever writes, from the sandbox's identity: the playground signs nobody in, so its people are Ada. Without
 * an address, as everywhere but in the sandbox, nobody is anybody until Teams says so.
 */
export function createSilentToken(url: string | null): (asker: Asker) => Promise<string | null> {
  if (url === null) return async () => null;
  return async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ person: 'ada' }) });
    if (!response.ok) throw new Error(`The sandbox's identity answered ${response.status}.`);
    return Reply.parse(await response.json()).token;
  };
}

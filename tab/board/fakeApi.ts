import type { Client } from '#contract/client.ts';

const never = () => new Promise<never>(() => undefined);

/** Replaces `tab/src/api.ts` on the board. No call is ever answered. */
export const api: Client = { call: never, stream: never, upload: never, bytes: never, part: never };

export function setTokenGetter(): void {}
export function onUnauthorized(): void {}

import * as contract from '#contract/people.ts';
import { AvaError } from '#contract/errors.ts';
import type { Mounting } from '#api/http/mount.ts';
import { finishWelcome, listPeers, refreshSession, startSession } from '#api/people/profile.ts';
import type { AppContext } from '#api/context.ts';

export function mountPeople({ call, bytes }: Mounting, ctx: AppContext): void {
  call(contract.login, (_, person) => startSession(ctx, person));
  call(contract.refreshSession, (_, person) => refreshSession(ctx, person));
  call(contract.finishWelcome, (_, person) => finishWelcome(ctx, person));
  call(contract.getPeers, async ({ search }, person) => ({ peers: await listPeers(ctx, person, search) }));
  bytes(contract.getPhoto, async ({ id, email }, person) => {
    const photo = await ctx.graph.getPhoto(person, id ?? email ?? null);
    if (!photo) throw new AvaError('not_found');
    return { type: photo.type.startsWith('image/') ? photo.type : 'application/octet-stream', body: photo.bytes };
  });
  call(contract.getSharePointToken, async () => {
    throw new AvaError('token_not_given');
  });
}

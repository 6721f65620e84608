import { getPeers, getPhoto, getSharePointToken, login, refreshSession } from '../../contract/people.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Mounting } from '../http/mount.ts';
import { beginSession, listPeers, refreshProfile } from '../people/profile.ts';
import type { AppContext } from '../context.ts';

export function mountPeople({ call, bytes }: Mounting, ctx: AppContext): void {
  call(login, (_, person) => beginSession(ctx, person));
  call(refreshSession, (_, person) => refreshProfile(ctx, person));
  call(getPeers, async ({ search }, person) => ({ peers: await listPeers(ctx, person, search) }));
  bytes(getPhoto, async ({ id, email }, person) => {
    const photo = await ctx.graph.getPhoto(person, id ?? email ?? null);
    if (!photo) throw new AvaError('not_found');
    return { type: photo.type.startsWith('image/') ? photo.type : 'application/octet-stream', body: photo.bytes };
  });
  call(getSharePointToken, async () => {
    throw new AvaError('token_not_given');
  });
}

import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublic } from './publicAddress.ts';

/** Resolves a host name; replaced by tests. */
export type ResolveHost = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const resolveAll: ResolveHost = (host, done) => lookup(host, { all: true }, done);

/** Resolves to public addresses only. The socket connects to the checked address without a second lookup. */
export function createPublicLookup(resolve: ResolveHost = resolveAll): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      const allowed = addresses?.filter(({ address }) => isPublic(address)) ?? [];
      const [first] = allowed;
      if (error || !first) return done(error ?? new Error(`${host} has no public address`), '', 4);
      if (options.all) return done(null, allowed);
      done(null, first.address, first.family);
    });
  };
}

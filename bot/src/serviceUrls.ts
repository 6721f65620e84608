import { isLoopback, isSafeToSend } from '../../api/contract/hosts.ts';

/** Where the channel is: below one of a list of addresses or, for a bot that asks nobody who they are, on this machine. */
export type ServiceUrls = readonly string[] | 'this machine';

/**
 * Whether an address is the channel's. It must be written as addresses are normalised: two readers of any other form may
 * read two hosts in it, and what is sent there bears the bot's token.
 */
export function isServiceUrl(address: string, allowed: ServiceUrls): boolean {
  if (!isPlain(address)) return false;
  const url = new URL(address);
  if (allowed === 'this machine') return isLoopback(url.hostname);
  return allowed.some((service) => {
    if (!isPlain(service)) return false;
    const { origin, pathname } = new URL(service);
    return url.origin === origin && `${url.pathname}/`.startsWith(pathname.replace(/\/?$/, '/'));
  });
}

/** An address with a scheme, a host and a path, and nothing else. */
export function isPlain(address: string): boolean {
  if (!isSafeToSend(address)) return false;
  const { href, username, password } = new URL(address);
  return [address, `${address}/`].includes(href) && `${username}${password}` === '' && !/[?#]/.test(href);
}

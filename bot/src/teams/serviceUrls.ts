import { isLoopback, isSafeToSend } from '#contract/hosts.ts';

/** Where the channel is: below one of these URLs, or, for a bot without a registration, on this machine. */
export type ServiceUrls = readonly string[] | 'this machine';

/**
 * Whether a URL belongs to the channel. It must be in its normalized form: parsers can disagree about the host of any
 * other form, and requests to it carry the bot's token.
 */
export function isServiceUrl(address: string, allowed: ServiceUrls): boolean {
  if (!isPlainUrl(address)) return false;
  const url = new URL(address);
  if (allowed === 'this machine') return isLoopback(url.hostname);
  return allowed.some((service) => {
    if (!isPlainUrl(service)) return false;
    const { origin, pathname } = new URL(service);
    return url.origin === origin && `${url.pathname}/`.startsWith(pathname.replace(/\/?$/, '/'));
  });
}

/** Whether a URL consists of scheme, host and path only. */
export function isPlainUrl(address: string): boolean {
  if (!isSafeToSend(address)) return false;
  const { href, username, password } = new URL(address);
  return [address, `${address}/`].includes(href) && `${username}${password}` === '' && !/[?#]/.test(href);
}

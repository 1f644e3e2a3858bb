import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

/** Strips the port and the IPv6 brackets that some proxies add to an address. */
const bareAddress = (text: string): string => {
  const bracketed = /^\[([^\]]{1,64})\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1];
  return bracketed ?? withPort ?? text;
};

/**
 * The client address of a request. Behind a trusted proxy the last entry of `X-Forwarded-For` counts: the proxy wrote
 * that one itself, while any sender may have written the earlier ones. An invalid address is ignored.
 */
export const clientAddress = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): string | undefined => {
  if (!trustProxy) return socket.remoteAddress;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim() ?? '';
  const address = bareAddress(forwarded);
  return isIP(address) === 0 ? socket.remoteAddress : address;
};

/** The groups in one half of an IPv6 address; an embedded IPv4 address counts as two. */
const groupsOf = (half: string): readonly string[] =>
  half === '' ? [] : half.split(':').flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [group]));

/**
 * The group that shares a limit: an IPv4 address, or the /64 network of an IPv6 address, which is the smallest that a
 * customer gets (RFC 6177); its other 2^64 addresses thus do not help to evade a limit.
 */
export const addressGroup = (address: string): string => {
  const plain = address.toLowerCase().replace(/%[\s\S]*/, '');
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [before = '', after] = plain.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const whole = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  const network = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
};

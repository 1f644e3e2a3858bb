import { BlockList, isIP } from 'node:net';

/** Loopback (RFC 1122, RFC 4291) and addresses for private use (RFC 1918, RFC 4193). */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/**
 * Other addresses that are not on the internet: this network, shared and link-local ones, those for protocols and
 * benchmarks (RFC 6890), multicast; and deprecated IPv6 addresses that embed IPv4 ones or are site-local (RFC 4291, RFC
 * 3879).
 */
const furtherAddresses = new BlockList();
furtherAddresses.addSubnet('0.0.0.0', 8);
furtherAddresses.addSubnet('100.64.0.0', 10);
furtherAddresses.addSubnet('169.254.0.0', 16);
furtherAddresses.addSubnet('192.0.0.0', 24);
furtherAddresses.addSubnet('198.18.0.0', 15);
furtherAddresses.addSubnet('224.0.0.0', 3);
furtherAddresses.addSubnet('::', 96, 'ipv6');
furtherAddresses.addSubnet('::ffff:0:0:0', 96, 'ipv6');
furtherAddresses.addSubnet('64:ff9b:1::', 48, 'ipv6');
furtherAddresses.addSubnet('fe80::', 10, 'ipv6');
furtherAddresses.addSubnet('fec0::', 10, 'ipv6');
furtherAddresses.addSubnet('ff00::', 8, 'ipv6');

/**
 * Prefixes of IPv6 addresses that embed an IPv4 address: NAT64 (RFC 6052) at the end, 6to4 (RFC 3056) after the prefix.
 */
const nat64 = new BlockList();
nat64.addSubnet('64:ff9b::', 96, 'ipv6');
const sixToFour = new BlockList();
sixToFour.addSubnet('2002::', 16, 'ipv6');

const groupsOf = (address: string): readonly number[] => {
  const inUrl = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = inUrl.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const between = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...between, ...tail].map((group) => Number.parseInt(group, 16));
};

/** The IPv4 address to which connections to an IPv6 address are translated or tunnelled, if any. */
const translatedTo = (address: string): string | undefined => {
  const from = nat64.check(address, 'ipv6') ? 6 : sixToFour.check(address, 'ipv6') ? 1 : undefined;
  if (from === undefined) return undefined;
  const [high = 0, low = 0] = groupsOf(address).slice(from, from + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/** Whether an IP address is on the internet, rather than on this machine or a network around it. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const translated = family === 'ipv6' ? translatedTo(address) : undefined;
  if (translated !== undefined) return isPublicAddress(translated);
  return !privateAddresses.check(address, family) && !furtherAddresses.check(address, family);
};

/**
 * Whether a URL's host is this machine or an address in a private network. Names other than `localhost` are not
 * resolved, because they can resolve differently after the check; they count as public.
 */
export const isPrivateHost = ({ hostname }: Pick<URL, 'hostname'>): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost');
  return privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4');
};

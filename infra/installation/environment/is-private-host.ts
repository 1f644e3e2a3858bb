import { BlockList, isIP } from 'node:net';

/** Loopback (RFC 1122, RFC 4291) and addresses for private use (RFC 1918, RFC 4193). */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/** Other addresses that are not of the internet: this network, shared and link-local ones (RFC 6890), multicast. */
const furtherAddresses = new BlockList();
furtherAddresses.addSubnet('0.0.0.0', 8);
furtherAddresses.addSubnet('100.64.0.0', 10);
furtherAddresses.addSubnet('169.254.0.0', 16);
furtherAddresses.addSubnet('224.0.0.0', 3);
furtherAddresses.addAddress('::', 'ipv6');
furtherAddresses.addSubnet('fe80::', 10, 'ipv6');
furtherAddresses.addSubnet('ff00::', 8, 'ipv6');

/** Whether an IP address is one of the internet, rather than of this machine or a network around it. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return !privateAddresses.check(address, family) && !furtherAddresses.check(address, family);
};

/**
 * Whether a URL's host is this machine or an address in a private network. Names other than `localhost` are not
 * resolved: what they mean can change after the check, so they count as public.
 */
export const isPrivateHost = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost');
  return privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4');
};

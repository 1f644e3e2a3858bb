import { describe, expect, it } from 'vitest';
import { addressGroup, clientAddress } from '../../../read-api/request/client-address.ts';

const from = (remoteAddress: string, forwarded?: string | string[]) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
});
const addressOf = (request: ReturnType<typeof from>, trustProxy: boolean): string | undefined =>
  clientAddress(request as Parameters<typeof clientAddress>[0], trustProxy);

describe('the address of a caller', () => {
  it('is that of the connection, despite any header, unless a proxy is trusted', () => {
    expect(addressOf(from('10.0.0.1', '1.2.3.4'), false)).toBe('10.0.0.1');
  });

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:51234', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', '10.0.0.1'],
    ['6.6.6.6, <script>', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('behind a trusted proxy that sent %j is %s', (forwarded, address) => {
    expect(addressOf(from('10.0.0.1', forwarded), true)).toBe(address);
  });
});

describe('callers that share a rate limit by address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ])('from %s are %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

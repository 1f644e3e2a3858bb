import { describe, expect, it } from 'vitest';
import { isSameServer, withProvenHost } from '../../../cli/connect.ts';

describe('two addresses of a server', () => {
  it.each([
    ['http://127.0.0.1:3711', 'http://localhost:3711', true],
    ['http://127.0.0.1:3711', 'http://LOCALHOST:3711/', true],
    ['http://127.0.0.1:3711', 'http://[::1]:3711', true],
    ['http://127.0.0.1:3711', 'http://127.0.0.2:3711', true],
    ['https://node.example:3711', 'https://node.example:3711', true],
    ['http://127.0.0.1:3711', 'http://localhost:3712', false],
    ['http://127.0.0.1:3711', 'https://localhost:3711', false],
    ['http://127.0.0.1:3711', 'http://localhost.example:3711', false],
    ['http://127.0.0.1:3711', 'http://127.0.0.1.example:3711', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(isSameServer(one, other)).toBe(same);
  });
});

describe('another name for an address of this machine', () => {
  it.each([
    ['http://localhost:3711', 'http://127.0.0.1:3711', 'http://127.0.0.1:3711'],
    ['http://127.0.0.2:3711/', 'http://127.0.0.1:3711', 'http://127.0.0.1:3711'],
    ['http://[::1]:3711/base/', 'http://127.0.0.1:3711', 'http://127.0.0.1:3711/base'],
    ['http://localhost:3711', 'http://[::1]:3711', 'http://[::1]:3711'],
    ['https://node.example:3711', 'https://node.example:3711', 'https://node.example:3711'],
  ])('%s is called at the verified address %s', (url, proven, expected) => {
    expect(withProvenHost(url, proven)).toBe(expected);
  });
});

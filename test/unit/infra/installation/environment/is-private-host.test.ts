import { describe, expect, it } from 'vitest';
import { isPrivateHost } from '../../../../../infra/installation/environment/is-private-host.ts';

describe('a host is private', () => {
  it.each([
    'http://localhost:11434/v1',
    'http://LOCALHOST/v1',
    'http://model.localhost/',
    'http://127.0.0.1:8080',
    'http://127.9.9.9',
    'http://[::1]:8080',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.178.2',
    'http://[fd12:3456::1]',
    // 127.0.0.1 in other spellings
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
  ])('%s', (url) => {
    expect(isPrivateHost(new URL(url))).toBe(true);
  });
});

describe('a host is public', () => {
  it.each([
    'https://api.openai.com/v1',
    'https://localhost.example.com',
    'https://127.0.0.1.example.com',
    'https://10.example',
    'https://ollama',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://172.15.0.1',
    'http://192.169.0.1',
    'http://169.254.169.254',
    'http://[2606:4700::1]',
    'http://[::ffff:8.8.8.8]',
    'http://user:127.0.0.1@example.com',
  ])('%s', (url) => {
    expect(isPrivateHost(new URL(url))).toBe(false);
  });
});

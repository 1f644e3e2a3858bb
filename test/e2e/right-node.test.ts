import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const guard = join(root, 'scripts/require-node.cjs');

/** Runs nothing behind the guard, as a Node.js of some version. */
const asNode = (version: string): Promise<{ readonly code: unknown; readonly err: string }> =>
  new Promise((resolve) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require(${JSON.stringify(guard)});`;
    execFile(process.execPath, ['-e', pretend], (error, _out, err) =>
      resolve({ code: error === null ? 0 : error.code, err }),
    );
  });

describe('a program that is started by another Node.js', () => {
  it('says which one it needs and where that comes from, where it is too old', async () => {
    const { code, err } = await asNode('20.20.2');
    expect(code).toBe(1);
    expect(err).toBe(
      'Anamnesis needs Node.js 24 or later and was started with 20.20.2.\n' +
        'It brings one along: install it with "npm ci", without --omit=optional and with install scripts allowed.\n',
    );
  });

  it('starts where it is new enough', async () => {
    expect(await asNode('24.0.0')).toEqual({ code: 0, err: '' });
    expect(await asNode('26.1.0')).toEqual({ code: 0, err: '' });
  });

  it('meets that check before anything else, whichever program it is', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    for (const name of ['start', 'dev', 'cli', 'bench', 'chaos', 'eval'])
      expect(scripts[name]).toMatch(/^node --require \.\/scripts\/require-node\.cjs /);
  });
});

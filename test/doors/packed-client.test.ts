import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'node_modules');

describe('the packed client', () => {
  it('runs in plain Node.js, of a project that has only its dependency', async () => {
    const project = await mkdtemp(join(tmpdir(), 'anamnesis-packed-'));
    onTestFinished(() => rm(project, { recursive: true, force: true }));
    const installed = join(project, 'node_modules/@anamnesis/client');
    await mkdir(join(project, 'node_modules/@anamnesis'), { recursive: true });
    execFileSync(process.execPath, [join(root, 'scripts/pack-client.ts'), installed]);
    await symlink(join(packages, 'openapi-fetch'), join(project, 'node_modules/openapi-fetch'));
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toEqual({ 'openapi-fetch': expect.any(String) });
    const program = `
      import { createClient, choices } from '@anamnesis/client';
      const client = createClient({ url: 'http://127.0.0.1:9', retry: 'limits' });
      const { kind } = await client.get('/api/documents').catch((error) => error);
      console.log(kind, choices.getQuery.citationStyle.length, typeof import.meta.resolve('@anamnesis/client/react'));
    `;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(said.trim()).toBe('broken 3 string');
  });
});

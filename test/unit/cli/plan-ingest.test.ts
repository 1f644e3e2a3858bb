import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planIngest } from '../../../cli/ingest/plan-ingest.ts';
import { docKeyOf } from '../../../domain/knowledge/doc-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-plan-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
};

const plan = (options: Partial<Parameters<typeof planIngest>[1]> = {}, paths: readonly string[] = [folder]) =>
  planIngest(paths, { metadata: { sourceType: 'protocol' }, keyFromPath: false, ...options });

/** The keys that the server derives from the uploads when the names contain no PHI. */
const keysOf = ({ files }: Awaited<ReturnType<typeof plan>>) =>
  files.map(({ fileName, input }) => docKeyOf(input.sourceType, input.keyFrom ?? fileName));

describe('planning an ingestion', () => {
  it('walks folders in order of names and reports what it skips', async () => {
    await put({ 'b/2.md': '', 'b/1.txt': '', 'a.PDF': '', 'c.png': '', '.hidden.txt': '', '.git/x.txt': '' });
    await symlink(folder, join(folder, 'b/loop'));
    const { files, skipped, links, rejected } = await plan();
    expect(files.map(({ label }) => label)).toEqual(['a.PDF', 'b/1.txt', 'b/2.md']);
    expect(skipped).toEqual(['c.png']);
    expect(links).toEqual(['b/loop']);
    expect(rejected).toEqual([]);
  });

  it('follows links within a folder, and reports those to folders or out of it', async () => {
    await put({
      'in/a.txt': 'x',
      'out/b.txt': 'y',
      'out/b.json': '{}',
      'in/c.txt': 'z',
      'inside/d.txt': 'y',
    });
    const inside = join(folder, 'in');
    await symlink('../out/b.txt', join(inside, 'relative.txt'));
    await symlink(join(folder, 'out/b.txt'), join(inside, 'absolute.txt'));
    await symlink('/etc/passwd', join(inside, 'passwords.txt'));
    // A sibling folder whose name merely starts the same.
    await symlink(join(folder, 'inside/d.txt'), join(inside, 'alike.txt'));
    await symlink('../out', join(inside, 'folder'));
    await symlink('a.txt', join(inside, 'good.txt'));
    await symlink('nowhere.txt', join(inside, 'broken.txt'));
    await symlink('../out/b.json', join(inside, 'c.txt.json'));
    const { files, skipped, links, rejected } = await plan({}, [inside]);
    expect(files.map(({ label }) => label)).toEqual(['a.txt', 'good.txt']);
    expect(links).toEqual(['absolute.txt', 'alike.txt', 'folder', 'passwords.txt', 'relative.txt']);
    expect(skipped).toEqual(['broken.txt']);
    expect(rejected).toEqual([
      expect.objectContaining({
        label: 'c.txt',
        reason: 'Its metadata file is a link that leads out of the folder.',
      }),
    ]);
  });

  it('follows a link named by the user, to a file or a folder', async () => {
    await put({ 'out/b.txt': 'y' });
    await symlink(join(folder, 'out/b.txt'), join(folder, 'named.txt'));
    await symlink(join(folder, 'out'), join(folder, 'linked'));
    expect((await plan({}, [join(folder, 'named.txt')])).files).toHaveLength(1);
    expect((await plan({}, [join(folder, 'linked')])).files.map(({ label }) => label)).toEqual(['b.txt']);
  });

  it('skips the metadata file of a folder, unless the user names it or it has metadata itself', async () => {
    await put({
      'README.md': 'x',
      'b/readme.txt': 'x',
      'b/LICENSE': 'x',
      'b/Readme first.md': 'x',
      'c.md': 'x',
    });
    const { files, aboutFolders, skipped } = await plan();
    expect(files.map(({ label }) => label)).toEqual(['b/Readme first.md', 'c.md']);
    expect(aboutFolders).toEqual(['README.md', 'b/LICENSE', 'b/readme.txt']);
    expect(skipped).toEqual([]);
    await put({ 'b/readme.txt.json': '{"title": "How the ward is run"}' });
    const named = await plan({}, [folder, join(folder, 'README.md')]);
    expect(named.files.map(({ label }) => label).toSorted()).toEqual([
      'README.md',
      'b/Readme first.md',
      'b/readme.txt',
      'c.md',
    ]);
    expect(named.aboutFolders).toEqual(['b/LICENSE']);
  });

  it('takes a file that is named twice only once', async () => {
    await put({ 'a.txt': 'x' });
    expect((await plan({}, [folder, join(folder, 'a.txt')])).files).toHaveLength(1);
  });

  it('prefers the metadata beside a document over the metadata for all', async () => {
    await put({
      'a.txt': '',
      'a.txt.json': '{"sourceType": "policy", "title": "A", "containsPhi": false}',
      'b.txt': '',
    });
    const { files, skipped } = await plan({
      metadata: { sourceType: 'protocol', agency: 'X', containsPhi: true },
    });
    expect(files.map(({ input }) => input)).toEqual([
      { sourceType: 'policy', agency: 'X', title: 'A', containsPhi: false },
      { sourceType: 'protocol', agency: 'X', containsPhi: true },
    ]);
    expect(skipped).toEqual([]);
  });

  it('keeps the options where a sidecar is silent', async () => {
    await put({ 'a.txt': '', 'a.txt.json': '{"title": "A"}' });
    const { files } = await plan({
      metadata: { sourceType: 'note', specialty: ['trauma'], containsPhi: true },
    });
    expect(files[0]?.input).toMatchObject({ specialty: ['trauma'], containsPhi: true });
  });

  it.each([
    ['invalid JSON', '{', 'not valid JSON'],
    ['unknown members', '{"colour": "red"}', 'colour'],
    ['wrong values', '{"effectiveDate": "soon"}', 'effectiveDate'],
    ['a value other than an object', '[]', 'expected object'],
  ])('rejects a document whose metadata holds %s, and only that one', async (_what, json, reason) => {
    await put({ 'a.txt': '', 'a.txt.json': json, 'b.txt': '' });
    const { files, rejected } = await plan();
    expect(files.map(({ label }) => label)).toEqual(['b.txt']);
    expect(rejected).toEqual([
      { path: join(folder, 'a.txt'), label: 'a.txt', reason: expect.stringContaining(reason) },
    ]);
  });

  it('reads no metadata from a pipe or a device', async () => {
    await put({ 'a.md': 'x', 'b.md': 'x' });
    execFileSync('mkfifo', [join(folder, 'a.md.json')]);
    await symlink('/dev/zero', join(folder, 'b.md.json'));
    const paths = ['a.md', 'b.md'].map((name) => join(folder, name));
    const { files, rejected } = await plan({}, paths);
    expect(files).toEqual([]);
    expect(rejected.map(({ label, reason }) => [label, reason])).toEqual([
      ['a.md', 'Its metadata file is not a file.'],
      ['b.md', 'Its metadata file is not a file.'],
    ]);
  });

  it('rejects the second of two files with the same key', async () => {
    await put({ 'a/sepsis.pdf': '', 'b/sepsis.txt': '' });
    const { files, rejected } = await plan();
    expect(files.map(({ label }) => label)).toEqual(['a/sepsis.pdf']);
    expect(rejected[0]?.reason).toContain('same doc_key as a/sepsis.pdf');
  });

  it('derives different keys from different paths on request', async () => {
    await put({
      'a/sepsis.pdf': '',
      'b/sepsis.pdf': '',
      'b/sepsis.txt': '',
      '12.1-One.pdf': '',
      '12.2-Two.pdf': '',
    });
    expect(keysOf(await plan({ keyFromPath: true }))).toEqual([
      'protocol-12.1-one-pdf',
      'protocol-12.2-two-pdf',
      expect.stringMatching(/^protocol-a-sepsis-pdf-[0-9a-f]{8}$/),
      expect.stringMatching(/^protocol-b-sepsis-pdf-[0-9a-f]{8}$/),
      expect.stringMatching(/^protocol-b-sepsis-txt-[0-9a-f]{8}$/),
    ]);
  });

  it('keeps the dots of a name in its key', async () => {
    await put({ '1200.1-General.pdf': '', '1200.2-Base.pdf': '' });
    expect(keysOf(await plan())).toEqual(['protocol-1200.1-general', 'protocol-1200.2-base']);
  });

  it('rejects a named file of an unsupported kind, unless its format is given', async () => {
    await put({ 'a.dat': '', 'b.dat': '', 'b.dat.json': '{"format": "text"}' });
    const { files, rejected } = await plan({}, [join(folder, 'a.dat'), join(folder, 'b.dat')]);
    expect(files.map(({ label, input }) => [label, input.format])).toEqual([['b.dat', 'text']]);
    expect(rejected.map(({ label }) => label)).toEqual(['a.dat']);
  });

  it('reports every missing path before sending anything', async () => {
    await expect(plan({}, [join(folder, 'x'), join(folder, 'y')])).rejects.toThrow(/x"\.\n.*y"\./);
  });
});

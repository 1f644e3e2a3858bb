import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CliInProcess, runCliInProcess, startCliInProcess } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';
import type { CliResult } from '../../support/run-cli.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

let server: SharedServer;
let tests = 0;
let folder: string;
let watching: CliInProcess | undefined;
beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  tests += 1;
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-watched-'));
  await mkdir(join(folder, 'in'));
});
afterEach(async () => {
  watching?.interrupt();
  await watching?.finished;
  watching = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Marks the titles of one test's documents. */
const mark = (): string => `watched in test ${tests},`;
/** Each test has its own files, and therefore its own documents. */
const own = (name: string): string => `${name}-${tests}`;
const textOf = (name: string): string =>
  `# A ${name} ${mark()} whole\n\nTreatment of a ${name} injury: clean the ${name} wound.\n`;

const environment = () => ({ DATA_DIR: server.dataDir, COLUMNS: '200' });
const put = (name: string, text = textOf(name)) => writeFile(join(folder, 'in', `${own(name)}.md`), text);
const quickly = ['-t', 'guideline', '--interval', '1', '--settle', '1'];
const lookOnce = (...words: string[]): Promise<CliResult> =>
  runCliInProcess(['watch', ...words, '--once', ...quickly], environment());
/** The versions of all documents of this test. */
const versions = async (): Promise<Readonly<Record<string, unknown>>> => {
  const documents = (await server.get(
    `/api/documents?limit=100&title=${encodeURIComponent(mark())}`,
  )) as unknown as Json[];
  return Object.fromEntries(documents.map(({ docKey, version }) => [docKey, version]));
};
const are = (wanted: Readonly<Record<string, number>>) =>
  expect
    .poll(versions, { timeout: 60_000 })
    .toEqual(
      Object.fromEntries(
        Object.entries(wanted).map(([name, version]) => [`guideline-${own(name)}`, version]),
      ),
    );

describe('watching a folder', () => {
  it('ingests existing, new and changed files, reports each, and exits on request', async () => {
    await put('bee');
    await writeFile(join(folder, 'secret.md'), textOf('secret'));
    await symlink(join(folder, 'secret.md'), join(folder, 'in', 'link.md'));
    watching = startCliInProcess(['watch', join(folder, 'in'), ...quickly], environment());
    await are({ bee: 1 });
    await put('snake');
    await are({ bee: 1, snake: 1 });
    await put('bee', `${textOf('bee')}\nWatch the patient.\n`);
    await are({ bee: 2, snake: 1 });
    const { out: sofar } = watching;
    await until('the new file is reported', () =>
      sofar().includes(`${own('bee')}.md: guideline-${own('bee')} version 2`),
    );
    watching.interrupt();
    const { code, out } = await watching.finished;
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines.filter((line) => line.includes('left out'))).toEqual([
      expect.stringMatching(/left out {3}link\.md: It is a link to a folder or out of the folder\.$/),
    ]);
    expect(out).toContain(`ingested   ${own('snake')}.md: guideline-${own('snake')} version 1, 1 passage`);

    // After a restart, it sends no known file again.
    const again = await lookOnce(join(folder, 'in'));
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).not.toMatch(/ingested|unchanged/);
    expect((await lookOnce(join(folder, 'in'), '--json')).out).toMatch(
      /^\{"at":".+","what":"left out",.+\}\n$/,
    );
    // Even without its own record, the server knows the files.
    await rm(join(server.dataDir, 'watch'), { recursive: true });
    const forgotten = await lookOnce(join(folder, 'in'));
    expect(forgotten.out).toContain(`unchanged  ${own('bee')}.md: guideline-${own('bee')} version 2`);
    await are({ bee: 2, snake: 1 });
  });

  it('also ingests a single file, even through a symbolic link', async () => {
    await put('bee');
    const file = join(folder, 'in', `${own('bee')}.md`);
    const link = join(folder, `${own('link')}.md`);
    await symlink(file, link);
    for (const named of [file, link]) {
      const { code, out } = await lookOnce(named);
      expect(code).toBe(0);
      expect(out).not.toContain('left out');
    }
    await are({ bee: 1, link: 1 });
  });

  it('skips files that are too large, too many or unreadable, and ingests the rest', async () => {
    await put('bee');
    await put('huge', 'x'.repeat(1024 * 1024 + 1));
    await writeFile(join(folder, 'in', `${own('broken')}.pdf`), 'no PDF at all');
    const { code, out } = await lookOnce(join(folder, 'in'), '--max-megabytes', '1');
    expect(code).toBe(1);
    expect(out).toContain(`left out   ${own('huge')}.md: It is larger than 1 MB.`);
    expect(out).toContain(`failed     ${own('broken')}.pdf: `);
    expect(out).toContain(`ingested   ${own('bee')}.md`);
    expect((await lookOnce(join(folder, 'in'), '--max-files', '1')).out).toMatch(
      /left out {3}\S+: There are more than 1 files in the folder\./,
    );
    expect(await lookOnce(join(folder, 'nowhere'))).toMatchObject({ code: 2 });
  });
});

describe('watching a list of addresses', () => {
  let hub: Server;
  let other: Server;
  let text: string;
  let answered: number[];
  const addressOf = (of: Server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
  const listen = async (of: Server): Promise<void> => {
    of.listen(0, '127.0.0.1');
    await once(of, 'listening');
  };

  beforeEach(async () => {
    text = textOf('bee');
    answered = [];
    other = createServer((_, response) => response.end(textOf('stranger')));
    await listen(other);
    hub = createServer((request, response) => {
      const answer = (status: number, headers: Record<string, string> = {}, body = ''): void => {
        answered.push(status);
        response.writeHead(status, headers).end(body);
      };
      const etag = `"${text.length}"`;
      if (request.url === '/moved') answer(302, { location: '/guide/bee.md' });
      else if (request.url === '/away') answer(302, { location: `${addressOf(other)}/stranger.md` });
      else if (request.url === '/round') answer(302, { location: '/round' });
      else if (request.url === '/large.md') answer(200, {}, 'x'.repeat(1024 * 1024 + 1));
      else if (request.url === '/picture') answer(200, { 'content-type': 'image/png' }, 'x');
      else if (request.url !== '/guide/bee.md') answer(404);
      else if (request.headers['if-none-match'] === etag) answer(304);
      else answer(200, { etag, 'content-type': 'text/markdown; charset=utf-8' }, text);
    });
    await listen(hub);
  });
  afterEach(async () => {
    for (const one of [hub, other]) {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
  });

  const list = async (...lines: string[]): Promise<string> => {
    const path = join(folder, 'urls.txt');
    await writeFile(path, `# guidelines\n${lines.join('\n')}\n`);
    return path;
  };
  const look = async (...lines: string[]): Promise<CliResult> =>
    lookOnce('--urls', await list(...lines), '--max-megabytes', '1');

  it('ingests a document once, checks it for changes, and ingests the changed version', async () => {
    const line = `${addressOf(hub)}/guide/bee.md guideline-${own('bee')}`;
    expect((await look(line)).out).toContain(
      `ingested   ${new URL(addressOf(hub)).host}/guide/bee.md: guideline-${own('bee')} version 1`,
    );
    expect(await look(line)).toMatchObject({ code: 0, out: '' });
    expect(answered).toEqual([200, 304]);
    text = `${text}\nWatch the patient.\n`;
    expect((await look(line)).out).toContain(`guideline-${own('bee')} version 2`);
    await are({ bee: 2 });
  });

  it('follows permitted redirects, and reports unavailable addresses', async () => {
    const at = (path: string): string => `${addressOf(hub)}${path}`;
    const { code, out } = await look(
      `${at('/moved')} guideline-${own('bee')}`,
      at('/away'),
      at('/round'),
      at('/large.md'),
      at('/picture'),
      at('/missing.md'),
      'https://guidelines.invalid/a.pdf',
    );
    expect(code).toBe(1);
    expect(out).toContain(`/moved: guideline-${own('bee')} version 1`);
    expect(out).toMatch(
      /failed {5}\S+\/away: \S+ is not one of the permitted hosts\. Allow it with --allow-host/,
    );
    expect(out).toMatch(/failed {5}\S+\/round: \S+ redirects too many times\./);
    expect(out).toMatch(/failed {5}\S+\/large\.md: .+ larger than 1 MB\./);
    expect(out).toMatch(/failed {5}\S+\/picture: It is not a document/);
    expect(out).toMatch(/failed {5}\S+\/missing\.md: \S+ answered 404\./);
    expect(out).toMatch(
      /failed {5}guidelines\.invalid\/a\.pdf: guidelines\.invalid is not one of the permitted hosts/,
    );
    await are({ bee: 1 });
  });

  it('refuses an invalid list before it requests anything', async () => {
    for (const wrong of ['ftp://a.example/b.pdf', 'http://user:secret@a.example/b.pdf', 'not an address'])
      expect(await look(wrong)).toMatchObject({ code: 2 });
    expect((await look('http://a.example/b.pdf?a=1', 'http://a.example/b.pdf?a=2')).err).toMatch(/Line 3/);
    expect((await look('not an address')).err).toMatch(
      /Line 2 of \S+ must be an http:\/\/ or https:\/\/ address/,
    );
    expect(await look('# nothing but remarks')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no address in'),
    });
    const withPort = await runCliInProcess(
      ['watch', '--urls', await list('http://a.example/b.pdf'), '--allow-host', 'a.example:80', ...quickly],
      environment(),
    );
    expect(withPort.err).toContain('--allow-host: must be just a host name, e.g. www.cdc.gov');
    expect(answered).toEqual([]);
  });
});

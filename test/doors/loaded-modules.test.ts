import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram } from '../support/run-cli.ts';
import { startServerProcess } from '../support/server-process.ts';

const { findBundle }: { findBundle: (program: string) => string | undefined } = createRequire(
  import.meta.url,
)('../../scripts/find-bundle.cjs');

const listLoaded = `--import=${join(import.meta.dirname, '../support/list-loaded.ts')}`;

let folder: string;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-loaded-'));
  // Only the sources show which of our modules are loaded.
  environment = { NODE_OPTIONS: `--conditions=sources ${listLoaded}`, LOADED_LIST: join(folder, 'loaded') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The modules loaded by the exited process: their number, and their packages. */
const whatWasLoaded = async () => {
  const urls = (await readFile(join(folder, 'loaded'), 'utf8')).split('\n');
  const files = urls.filter((url) => url.startsWith('file:'));
  const packages = files.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return {
    modules: files.length,
    packages: [...new Set(packages)],
    isBundled: files.some((url) => url.includes('/dist/programs/')),
  };
};

/** Packages needed only by some installations, documents or tools. */
const heavy =
  /^(?:kafkajs|@aws-sdk\/.*|@smithy\/.*|@grpc\/.*|@eventstore\/.*|openai|gpt-tokenizer|tesseract\.js.*|@modelcontextprotocol\/.*|imapflow|nodemailer|mailparser|ical\.js|chrono-node|@hyzyla\/pdfium|@qdrant\/.*|ioredis|pg|@mikro-orm\/postgresql|@opentelemetry\/(?:sdk|exporter).*|cheerio|htmlparser2|mammoth|undici)$/;
/** Packages needed only by a server. */
const ofServer =
  /^(?:@mikro-orm\/.*|kysely|@electric-sql\/.*|koa|@koa\/.*|pino|prom-client|ws|cockatiel|@opentelemetry\/.*|diff|yaml|string-width|wrap-ansi)$/;

describe('the modules loaded by a process', () => {
  it('exclude what a plain server does not use', async () => {
    const server = await startServerProcess(join(folder, 'data'), environment);
    await server.stop();
    const { modules, packages } = await whatWasLoaded();
    expect(packages.filter((name) => heavy.test(name))).toEqual([]);
    expect(packages).toContain('@electric-sql/pglite');
    // 2,730 when this was written. A package with hundreds of modules belongs behind an import() where it is needed.
    expect(modules).toBeLessThan(2850);
  });

  it('exclude the server when a setting is wrong', async () => {
    const { err } = await startProgram('app/main.ts', [], { ...environment, PORT: 'wrong' }).finished;
    expect(err).toContain('PORT');
    const { modules, packages } = await whatWasLoaded();
    expect(packages.filter((name) => heavy.test(name) || ofServer.test(name))).toEqual([]);
    // 236 when this was written.
    expect(modules).toBeLessThan(260);
  });

  it.each([
    ['--help', 60],
    ['jobs', 230],
    ['documents', 230],
    ['ask hello', 260],
    ['search hello', 240],
  ])('exclude the whole server for "%s"', async (command, most) => {
    const { err } = await startProgram('cli/main.ts', command.split(' '), {
      ...environment,
      // Nothing listens there: a command has loaded everything before it calls a server.
      ANAMNESIS_URL: 'http://127.0.0.1:1',
      ANAMNESIS_TOKEN: 'token',
    }).finished;
    if (command !== '--help') expect(err).toContain('127.0.0.1:1');
    const { modules, packages, isBundled } = await whatWasLoaded();
    expect(isBundled).toBe(false);
    expect(packages.filter((name) => heavy.test(name) || ofServer.test(name))).toEqual([]);
    expect(packages).toContain('commander');
    expect(modules).toBeLessThan(most);
  });

  const bundle = findBundle('app/main.ts');
  if (bundle === undefined)
    process.stdout.write(
      'No current bundle (npm run prepare makes one): its loaded modules are not tested.\n',
    );
  describe.runIf(bundle !== undefined)('from the bundle', () => {
    beforeEach(() => {
      environment = { ...environment, NODE_OPTIONS: listLoaded };
    });

    it('exclude what a plain server does not use', async () => {
      const server = await startServerProcess(join(folder, 'data'), environment);
      await server.stop();
      const { modules, packages, isBundled } = await whatWasLoaded();
      expect(isBundled).toBe(true);
      expect(packages.filter((name) => heavy.test(name))).toEqual([]);
      // 900 when this was written.
      expect(modules).toBeLessThan(1000);
    });

    it('exclude the whole server for a command', async () => {
      await startProgram('cli/main.ts', ['documents'], {
        ...environment,
        ANAMNESIS_URL: 'http://127.0.0.1:1',
        ANAMNESIS_TOKEN: 'token',
      }).finished;
      const { packages, isBundled } = await whatWasLoaded();
      expect(isBundled).toBe(true);
      expect(packages.filter((name) => heavy.test(name) || ofServer.test(name))).toEqual([]);
    });
  });
});

/**
 * Vitest's global setup of the endurance tests, which start the programs a hundred times: loading 2,700 modules takes
 * most of a start. Joined into a few files they start in half the processor time. `test/doors` starts the sources.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type OutputBundle, type Plugin, rolldown } from 'rolldown';
import { BUNDLED_PROGRAMS, bundleName, programs } from './program-files.ts';
import { compileCache, keepInCache } from './test-cache.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** Most of the server, which its entry point loads on demand. */
const SERVER = join(root, 'app/run-server.ts');
/** Packages of many ES modules. The others stay packages: some find files by their own place. */
const JOINED =
  /^(?:@mikro-orm\/(?:core|sql|postgresql|pglite)|@opentelemetry\/api|diff|jose|kysely|zod)(?:\/|$)/;
const THREAD = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g;

/** Keeps what a module finds by its own place; the threads it starts are bundled as well. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  async transform(code, id) {
    if (id.includes(`${sep}node_modules${sep}`) || !code.includes('import.meta.url')) return undefined;
    const threads = new Map<string, string>();
    for (const [, path = ''] of code.matchAll(THREAD)) {
      const file = await this.resolve(path, id);
      if (!file) throw new Error(`${id} starts a thread from ${path}, which does not exist.`);
      const fileName = `${relative(root, file.id).replaceAll(sep, '-')}.mjs`;
      this.emitFile({ type: 'chunk', id: file.id, fileName });
      threads.set(path, fileName);
    }
    const place = JSON.stringify(pathToFileURL(id).href);
    // All files of the bundle are in one folder, so a thread is beside whichever of them starts it.
    return code
      .replaceAll(THREAD, (_, path: string) => `new URL('./${threads.get(path)}', import_meta_url)`)
      .replaceAll('import.meta.url', place)
      .replaceAll('import_meta_url', 'import.meta.url');
  },
};

const generate = async (): Promise<OutputBundle[string][]> => {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((program) => [bundleName(program), program])),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !JOINED.test(id),
    plugins: [keepPlaces],
    treeshake: false,
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  return output;
};

/** Loads the server once and ends orderly, which stores its compiled code: killed processes never do. */
const compileServer = async (folder: string, output: readonly OutputBundle[string][]): Promise<void> => {
  const server = output.find((file) => file.type === 'chunk' && file.facadeModuleId === SERVER);
  if (server) await run(process.execPath, [join(folder, server.fileName)], { env: compileCache });
};

export const setup = async (): Promise<void> => {
  const output = await generate();
  const hash = createHash('sha256');
  for (const file of output) if (file.type === 'chunk') hash.update(file.fileName).update(file.code);
  let isNew = false;
  // Under the same name as long as nothing changes, so that the compiled code stays valid.
  const folder = await keepInCache(`programs-${hash.digest('hex').slice(0, 16)}`, async (making) => {
    isNew = true;
    for (const file of output)
      await writeFile(join(making, file.fileName), file.type === 'chunk' ? file.code : file.source);
  });
  if (isNew) await compileServer(folder, output);
  process.env[BUNDLED_PROGRAMS] = folder;
};

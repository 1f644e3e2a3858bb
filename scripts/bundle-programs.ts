/**
 * Joins the modules of the server and the command line into a few files, in `dist/programs`: a start then takes half the
 * processor time. `npm ci` runs it (`build-programs.cjs`). The programs use the bundles as long as no source file has changed
 * (`find-bundle.cjs`).
 */
import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type OutputBundle, type Plugin, rolldown } from 'rolldown';

type Bundles = {
  readonly PROGRAMS: readonly string[];
  readonly folder: string;
  readonly manifest: string;
  readonly root: string;
  readonly stateOf: (file: string) => string;
};

const { PROGRAMS, folder, manifest, root, stateOf }: Bundles = createRequire(import.meta.url)(
  './find-bundle.cjs',
);

/** Packages of many ES modules. The others stay packages: some find files by their own place. */
const JOINED =
  /^(?:@mikro-orm\/(?:core|sql|postgresql|pglite)|@opentelemetry\/api|diff|jose|kysely|zod)(?:\/|$)/;
const THREAD = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g;
/** State which versions of the packages should be installed. */
const LOCKS = ['package.json', 'package-lock.json'];

const nameOf = (file: string): string => `${relative(root, file).replaceAll(sep, '-').replace(/\.ts$/, '')}`;

/** Keeps what a module finds by its own place; the threads and processes that it starts are bundled as well. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  async transform(code, id) {
    if (id.includes(`${sep}node_modules${sep}`) || !code.includes('import.meta.')) return undefined;
    const threads = new Map<string, string>();
    for (const [, path = ''] of code.matchAll(THREAD)) {
      const file = await this.resolve(path, id);
      if (!file) throw new Error(`${id} starts a thread from ${path}, which does not exist.`);
      const fileName = `${nameOf(file.id)}.mjs`;
      this.emitFile({ type: 'chunk', id: file.id, fileName });
      threads.set(path, fileName);
    }
    // All files of the bundle are in one folder, so a thread is beside whichever of them starts it.
    return code
      .replaceAll(THREAD, (_, path: string) => `new URL('./${threads.get(path)}', import_meta_url)`)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import_meta_url', 'import.meta.url');
  },
};

const generate = async (): Promise<OutputBundle[string][]> => {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(PROGRAMS.map((program) => [nameOf(join(root, program)), program])),
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

const sourcesOf = (output: readonly OutputBundle[string][]): readonly string[] =>
  output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .map((id) => relative(root, id))
    .filter((path) => !path.startsWith('..') && !path.startsWith('node_modules') && path.endsWith('.ts'));

const output = await generate();
const making = `${folder}.making`;
await rm(making, { recursive: true, force: true });
await mkdir(making, { recursive: true });
for (const file of output)
  await writeFile(join(making, file.fileName), file.type === 'chunk' ? file.code : file.source);
const sources = [...new Set([...sourcesOf(output), ...LOCKS])].sort();
await writeFile(
  join(making, relative(folder, manifest)),
  JSON.stringify({
    root,
    bundles: Object.fromEntries(PROGRAMS.map((program) => [program, `${nameOf(join(root, program))}.mjs`])),
    sources: Object.fromEntries(sources.map((file) => [file, stateOf(file)])),
  }),
);
await rm(folder, { recursive: true, force: true });
await rename(making, folder);
// Fills the compile cache, so that the first start is as quick as the next.
const loadAll = ['--require', './scripts/require-node.cjs', 'scripts/check-loading.ts'];
await promisify(execFile)(process.execPath, loadAll, { cwd: root });

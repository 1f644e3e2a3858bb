import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientProbes } from './client-probes.ts';

const run = promisify(execFile);

/** The most popular generators among front-end developers, each with its default settings. */
const generators = (tools: string, document: string, out: string) => [
  {
    name: 'openapi-typescript',
    command: [
      join(tools, 'node_modules/openapi-typescript/bin/cli.js'),
      document,
      '-o',
      join(out, 'openapi-typescript.ts'),
    ],
  },
  {
    name: '@hey-api/openapi-ts',
    command: [
      join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js'),
      ...['-i', document, '-o', join(out, 'hey-api'), '--no-log-file'],
    ],
  },
  {
    name: 'orval',
    command: [
      join(tools, 'node_modules/orval/dist/bin/orval.mjs'),
      ...['--input', document, '--output', join(out, 'orval.ts'), '--client', 'fetch'],
    ],
  },
];

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

const outputOf = (error: unknown): string =>
  error instanceof Error && 'stdout' in error && 'stderr' in error
    ? `${String(error.stdout)}${String(error.stderr)}`
    : String(error);

/**
 * Generates a client with each generator, and compiles the clients and the probes that use them with strict compiler
 * options.
 *
 * @returns the problems; empty if there are none
 */
export const generateClients = async (
  tools: string,
  document: string,
  out: string,
): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const { name, command } of generators(tools, document, out)) {
    await run(process.execPath, command, { cwd: out }).catch((error: unknown) => {
      problems.push(`${name} failed:\n${outputOf(error)}`);
    });
  }
  if (problems.length > 0) return problems;
  for (const [name, text] of Object.entries(clientProbes)) await writeFile(join(out, name), text);
  await writeFile(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await run(process.execPath, [compiler, '-p', out]).catch((error: unknown) => {
    problems.push(`The generated clients do not compile:\n${outputOf(error)}`);
  });
  return problems;
};

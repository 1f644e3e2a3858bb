/**
 * Enforces the import rules: imports between rooms point inward; inside `domain/` they follow the order of its folders,
 * inside `infra/` that of its wings; neither files nor sibling folders import each other in a circle, at any depth, for
 * types as well as values. Exits 1 and names each offending import.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { allowedRooms, domainOrder, wingOrder } from './rooms.ts';
import { sourceFilesUnder } from './source-files.ts';

const root = join(import.meta.dirname, '..');

/** The packages that a room may use; unlisted rooms may use any declared dependency. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  // Besides, only the build (`vite.config.ts`) uses Node.js.
  console: [
    'react',
    'react-dom',
    'react-aria-components',
    '@tanstack/react-query',
    '@tanstack/react-router',
    'zod',
    'vite',
    '@vitejs/plugin-react',
    'node:fs',
    'node:path',
    'node:zlib',
  ],
  domain: ['zod'],
  // For retries with growing pauses (`retry.ts`), which adapters and followers both need.
  ports: ['zod', 'cockatiel'],
  // Also runs in browsers: no Node.js modules, and no schemas to load.
  client: ['openapi-fetch', 'react'],
  commands: ['zod'],
  followers: ['cockatiel'],
  consumers: ['zod', 'p-limit'],
  projections: ['zod', '@mikro-orm/core', '@mikro-orm/sql'],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

const problems: string[] = [];
/** Every import between our own files, both relative to the root. */
const fileImports: { readonly from: string; readonly to: string }[] = [];
for (const [room, inward] of Object.entries(allowedRooms)) {
  for (const where of sourceFilesUnder(room)) {
    const path = join(root, where);
    const source = readFileSync(path, 'utf8');
    for (const match of source.matchAll(importPattern)) {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      if (specifier.startsWith('.')) {
        const imported = relative(root, join(dirname(path), specifier));
        fileImports.push({ from: where, to: imported });
        const target = imported.split(sep)[0] ?? '';
        if (target !== room && !inward.includes(target))
          problems.push(`${where} imports ${specifier}: ${room} must not know ${target}`);
        continue;
      }
      const packages = allowedPackages[room];
      const packageName = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      if (packages && !packages.includes(packageName))
        problems.push(`${where} imports ${specifier}: ${room} may only use ${packages.join(', ')}`);
    }
  }
}

/** The rooms whose folders are ordered. */
const folderOrders: Readonly<Record<string, readonly string[]>> = { domain: domainOrder, infra: wingOrder };
for (const { from, to } of fileImports) {
  const [fromRoom = '', fromFolder = ''] = from.split(sep);
  const [toRoom, toFolder = ''] = to.split(sep);
  const order = folderOrders[fromRoom];
  // `domain/all-events.ts` is in no folder, because it collects from all of them.
  if (order === undefined || fromRoom !== toRoom || fromFolder.endsWith('.ts')) continue;
  for (const folder of [fromFolder, toFolder])
    if (!order.includes(folder)) problems.push(`${from}: ${fromRoom}/${folder} has no place in the order`);
  if (order.indexOf(toFolder) > order.indexOf(fromFolder))
    problems.push(`${from} imports ${to}: ${fromFolder} comes before ${toFolder} in ${fromRoom}/`);
}

/** For each folder, which of its subfolders import which others, with one example each. */
const arrows = new Map<string, Map<string, Map<string, string>>>();
for (const { from, to } of fileImports) {
  const fromParts = dirname(from).split(sep);
  const toParts = dirname(to).split(sep);
  let depth = 0;
  while (depth < fromParts.length && fromParts[depth] === toParts[depth]) depth += 1;
  const [source, target] = [fromParts[depth], toParts[depth]];
  if (source === undefined || target === undefined) continue;
  const parent = fromParts.slice(0, depth).join(sep);
  const among = arrows.get(parent) ?? new Map<string, Map<string, string>>();
  arrows.set(parent, among);
  const targets = among.get(source) ?? new Map<string, string>();
  among.set(source, targets);
  if (!targets.has(target)) targets.set(target, `${from} imports ${to}`);
}

/** The first circle of imports from `start` back to itself, as one example per step. */
const circleFrom = (
  start: string,
  among: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly string[] | undefined => {
  const seen = new Set<string>();
  const search = (folder: string): readonly string[] | undefined => {
    for (const [target, example] of among.get(folder) ?? []) {
      if (target === start) return [example];
      if (seen.has(target)) continue;
      seen.add(target);
      const rest = search(target);
      if (rest) return [example, ...rest];
    }
    return undefined;
  };
  return search(start);
};
for (const [parent, among] of arrows) {
  for (const folder of among.keys()) {
    const circle = circleFrom(folder, among);
    if (circle) problems.push(`${join(parent, folder)} is in a circle of folders:\n  ${circle.join('\n  ')}`);
  }
}

/** For each file, the files that it imports. */
const importsOf = new Map<string, Map<string, string>>();
for (const { from, to } of fileImports) {
  const targets = importsOf.get(from) ?? new Map<string, string>();
  importsOf.set(from, targets);
  targets.set(to, `${from} imports ${to}`);
}
// A file that imports none of the remaining ones is in no circle. This removes nearly all files and keeps the search short.
for (let left = -1; left !== importsOf.size; ) {
  left = importsOf.size;
  for (const [file, targets] of importsOf) {
    for (const target of targets.keys()) if (!importsOf.has(target)) targets.delete(target);
    if (targets.size === 0) importsOf.delete(file);
  }
}
for (const file of importsOf.keys()) {
  const circle = circleFrom(file, importsOf);
  if (circle) problems.push(`${file} is in a circle of files:\n  ${circle.join('\n  ')}`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} import(s) break the import rules.`);
  process.exit(1);
}
console.log('Imports point inward, without circles of files or folders.');

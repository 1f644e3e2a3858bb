/** Enforces the import rule of the house: imports point inward. Exits 1 and names each offending import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Which rooms each room may import from, besides itself. */
const allowedRooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  ports: ['domain'],
  commands: ['domain', 'ports'],
  // What keeps projections and consumers at work is the same, and neither of the two may know the other.
  followers: ['domain', 'ports'],
  projections: ['domain', 'ports', 'followers'],
  consumers: ['domain', 'ports', 'commands', 'followers'],
  'read-api': ['domain', 'ports', 'commands', 'projections'],
  infra: ['domain', 'ports', 'commands', 'followers', 'projections', 'consumers', 'read-api'],
};

/** Packages that a room may use; rooms that are not listed may use any declared dependency. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  domain: ['zod'],
  ports: ['zod'],
  commands: ['zod'],
  followers: [],
  consumers: ['zod', 'p-limit', 'p-retry'],
  projections: ['zod', '@mikro-orm/core', '@mikro-orm/sql'],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

const problems: string[] = [];
for (const [room, inward] of Object.entries(allowedRooms)) {
  const files = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of files) {
    const path = join(root, room, file);
    const source = readFileSync(path, 'utf8');
    for (const match of source.matchAll(importPattern)) {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      const where = relative(root, path);
      if (specifier.startsWith('.')) {
        const target = relative(root, join(dirname(path), specifier)).split(sep)[0] ?? '';
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

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} import(s) break the house rule.`);
  process.exit(1);
}
console.log('Imports point inward.');

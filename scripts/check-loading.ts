/**
 * Loads the server and the command line in plain Node.js, without starting them. A name that a CommonJS package does not
 * export to ES modules fails only there: the type checker trusts the package's types, and the test runner is lenient.
 */
import { commandTable } from '../cli/command-table.ts';

await import('../app/start-server.ts');
await import('../cli/run-cli.ts');
for (const { load } of commandTable) await load();
// The modules that single commands load on demand.
await import('../app/migrate-installation/import-embedded.ts');
await import('../app/migrate-installation/migrate-installation.ts');
await import('../app/migrate-installation/move-files.ts');
await import('../app/offline/restore-installation.ts');
console.log('The server and the command line load.');
// Resources that a module has opened must not keep the process running.
process.exit(0);

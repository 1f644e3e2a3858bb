/**
 * Loads the server and the command line in plain Node.js, without starting them. A name that a CommonJS package does not
 * export to ES modules fails only there: the type checker believes the package's types, and the test runner is lenient.
 */
await import('../infra/start-server.ts');
await import('../infra/cli/create-program.ts');
// What single commands load when they are given.
await import('../infra/import-embedded/import-embedded.ts');
await import('../infra/import-embedded/move-house.ts');
await import('../infra/import-embedded/move-files.ts');
await import('../infra/backup/restore-backup.ts');
console.log('The server and the command line load.');
// Whatever a module has opened must not hold the check up.
process.exit(0);

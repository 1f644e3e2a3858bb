/** Locks the data directory in its first argument like the embedded database, until it is killed. */
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import { openDataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { silentLogger } from '../../ports/logger.ts';

const [, , path = ''] = process.argv;
try {
  await lockDataDirectory(await openDataDirectory(path), silentLogger);
  process.stdout.write('locked\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : ''}\n`);
}

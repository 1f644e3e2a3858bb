/** The command line: `npx anamnesis --help`. */

import { programVersion } from '../app/program-version.ts';
import { runCli } from './run-cli.ts';
import { runInProcess } from './run-in-process.ts';

const version = await programVersion();
await runInProcess((cli) => runCli(process.argv.slice(2), cli, version));

/** The command line: `npx anamnesis --help`. */

import { readProgramVersion } from '../infra/installation/read-program-version.ts';
import { runCli } from './run-cli.ts';
import { runInProcess } from './run-in-process.ts';

const version = await readProgramVersion();
await runInProcess((cli) => runCli(process.argv.slice(2), cli, version));

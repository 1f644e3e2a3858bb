/** The demo: `npm run demo`. */

import { readProgramVersion } from '../infra/installation/read-program-version.ts';
import { runDemo } from './run-demo.ts';
import { runInProcess } from './run-in-process.ts';

const version = await readProgramVersion();
await runInProcess((cli) => runDemo(cli, version));

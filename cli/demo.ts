/** The demo: `npm run demo`. */

import { programVersion } from '../app/program-version.ts';
import { runDemo } from './run-demo.ts';
import { runInProcess } from './run-in-process.ts';

const version = await programVersion();
await runInProcess((cli) => runDemo(cli, version));

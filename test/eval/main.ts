/** Measures retrieval on documents with labelled questions: `npm run eval -- <folder>`, or `--corpus <name>`. */

import { runInProcess } from '../../cli/run-in-process.ts';
import { runEvalCommand } from './run-eval-command.ts';

await runInProcess((cli) => runEvalCommand(process.argv.slice(2), cli));

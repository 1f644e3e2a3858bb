import { statfs } from 'node:fs/promises';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Below this a file being ingested with all that is made of it may no longer fit. */
const LITTLE = 2_000_000_000;
/** Below this the embedded database may not be able to write its log, in segments of 16 MB. */
const TOO_LITTLE = 200_000_000;

/** How much space there is where the data directory is. Of a database server's disk nothing is known here. */
export const disk = ({ path }: { readonly path: string }): Check => ({
  name: 'disk',
  run: async function* () {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const message = `${describeSize(free)} are free where the data directory is.`;
    if (free < TOO_LITTLE) yield problem(message, 'Free some space before anything else.');
    else if (free < LITTLE) yield warning(message, 'Free some space, or move DATA_DIR to a larger disk.');
    else yield fine(message);
  },
});

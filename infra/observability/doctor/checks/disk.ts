import { statfs } from 'node:fs/promises';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Below this, ingesting a file may run out of space. */
const LITTLE = 2_000_000_000;
/** Below this, the embedded database may be unable to write its log, in segments of 16 MB. */
const TOO_LITTLE = 200_000_000;

/** Checks the free space on the disk of the data directory. The disk of a database server is not visible here. */
export const disk = ({ path }: { readonly path: string }): Check => ({
  name: 'disk',
  run: async function* () {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const message = `${describeSize(free)} are free on the disk of the data directory.`;
    if (free < TOO_LITTLE) yield problem(message, 'Free some space before anything else.');
    else if (free < LITTLE) yield warning(message, 'Free some space, or move DATA_DIR to a larger disk.');
    else yield fine(message);
  },
});

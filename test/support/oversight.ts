import { createCliTokens } from '../../cli/sign-cli-token.ts';
import { openDataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';

/** Routes open only to compliance, and only with a reason. */
const OVERSIGHT = /^\/api\/(audit\/(streams|export|queries)|admin\/feedback\/export|reviews\/)/;

/**
 * The headers for reading a server's log in tests: those of the local operator, with a reason. Empty for paths that
 * need none.
 */
export const oversightHeaders = async (dataDir: string, path: string): Promise<Record<string, string>> => {
  if (!OVERSIGHT.test(path)) return {};
  const token = createCliTokens((await openDataDirectory(dataDir)).tokenSecret);
  return { authorization: `Bearer ${await token()}`, 'x-access-reason': 'to see what the log says' };
};

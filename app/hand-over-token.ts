import { dataDirectoryFailure } from '../infra/installation/data-directory/open-data-directory.ts';
import { ensureSharedAdminTokenWithRetries } from '../infra/services/auth/share-admin-token.ts';
import type { Application } from './create-application.ts';
import type { MessageWriter } from './messages.ts';
import { writeOut } from './write-out.ts';

type HandOver = {
  readonly say: MessageWriter;
  readonly stopping: AbortSignal;
  readonly isFirstStart: boolean;
};

/** Shows a new admin token on a terminal; elsewhere output ends up in logs, so the token is written to a file. */
export const handOverToken = async (
  { database, dataDirectory, logger }: Application,
  { say, stopping, isFirstStart }: HandOver,
): Promise<void> => {
  const show = process.stdout.isTTY
    ? (token: string) => writeOut(process.stdout, `Admin token (shown only once, keep it safe): ${token}\n`)
    : undefined;
  const sharing = { dataDirectory, logger };
  const handedOver = ensureSharedAdminTokenWithRetries(database, sharing, show, stopping).catch(
    (error: unknown) => {
      throw dataDirectoryFailure(dataDirectory.path, error);
    },
  );
  const handed = await handedOver;
  // After a restart within this process, the place of an old token was already shown.
  if (handed === undefined || (!isFirstStart && !handed.fresh)) return;
  const { file } = handed;
  if (file !== undefined) say(`Admin token: in ${file} (remove the file once you have read it)`);
  say('Use it only to create user tokens: npx anamnesis tokens create <name> --roles clinician');
};

import { Failure } from '../../../../domain/kernel/failure.ts';
import { ownLoginOf, type UsersFile } from '../../../services/accounts/users-file.ts';
import { type Check, fine, warning } from '../check.ts';

/** Checks that the files with personal accounts are readable: otherwise each call of their tools fails. */
export const usersFiles = ({
  filesOfAccounts,
}: {
  readonly filesOfAccounts: readonly UsersFile[];
}): Check => ({
  name: 'accounts',
  run: async function* () {
    for (const file of filesOfAccounts)
      try {
        await ownLoginOf(file, '');
        yield fine(`${file.variable} contains personal accounts.`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        yield warning(error.reason.message, `Fix the file named by ${file.variable}.`);
      }
  },
});

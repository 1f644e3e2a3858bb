import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usersFiles } from '../../../../../infra/observability/doctor/checks/users-files.ts';

test('the doctor reports whether account files are usable, and nothing of their contents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-accounts-'));
  try {
    const path = join(folder, 'users.json');
    const findings = () => {
      const file = { path, variable: 'MAIL_USERS_FILE', component: 'mail' };
      const check = usersFiles({ filesOfAccounts: [file] });
      return Array.fromAsync(
        check.run({ deep: false, repair: false, grace: 0 }, new AbortController().signal),
      );
    };
    const wrong = { severity: 'warning', advice: 'Fix the file named by MAIL_USERS_FILE.' };
    expect(await findings()).toMatchObject([wrong]);
    await writeFile(path, '{"dora": {"username": "d", "password": "very secret"}}', { mode: 0o600 });
    expect(await findings()).toMatchObject([{ severity: 'ok' }]);
    await chmod(path, 0o644);
    expect(await findings()).toMatchObject([wrong]);
    await writeFile(path, '{"dora": {"password": "very secret"}}');
    await chmod(path, 0o600);
    const broken = await findings();
    expect(broken).toMatchObject([wrong]);
    expect(JSON.stringify(broken)).not.toContain('very secret');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

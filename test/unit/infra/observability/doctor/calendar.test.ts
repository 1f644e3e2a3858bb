import { expect, test } from 'vitest';
import { calendarServer } from '../../../../../infra/observability/doctor/checks/calendar.ts';

const findings = async (services: Parameters<typeof calendarServer>[0]) => {
  const check = calendarServer(services);
  return Array.fromAsync(check.run({ deep: false, repair: false, grace: 0 }, new AbortController().signal));
};

test('the doctor reports faults of the calendar server, and nothing without one', async () => {
  expect(await findings({})).toEqual([]);
  expect(await findings({ probeCalendars: async () => undefined })).toMatchObject([{ severity: 'ok' }]);
  const wrong = { message: 'It refuses the account.', advice: 'Check CALDAV_PASSWORD.' };
  expect(await findings({ probeCalendars: async () => wrong })).toMatchObject([
    { severity: 'warning', ...wrong },
  ]);
});

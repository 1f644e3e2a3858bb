/** The ids shared by all examples: one guideline, and one question that it answers. */
export const docKey = 'guideline-hypoglycemia';
export const jobId = '01a20349-9838-770b-8fe1-ec2a7a3ede6e';
export const queryId = '01a20349-b01b-7254-9aab-418fe6c4d6d7';
export const conversationId = '01a20349-ae4e-78bd-af2a-a65dfda338ef';
export const toolCallId = '01a20349-b7c2-7d1e-8c40-5a1b2c3d4e5f';
export const eventId = '01a20349-9838-7835-882b-bc552b4a13fb';
export const backupId = '01a20349-c40d-702e-a383-d878624591dc';
export const tokenId = '01a20349-c1d2-7e0f-8a1b-2c3d4e5f6071';
export const erasureId = '01a20349-c7e1-7a94-9c11-4f2c8de0a713';
export const holdId = '01a20349-c6f0-7b0d-a2f3-0b8f6a1f57d2';
export const grantId = '01a20349-d21a-7f3b-8f5e-9a4b6a0c1d2e';
export const fileHash = '8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21';
export const fingerprint = '570fbac605eda2374471e2ae79288c21';
/** The asker in the examples, and the operator of the installation. */
export const clinician = 'dr-rivera';
export const admin = 'it-desk';
export const compliance = 'd.moreau';

/** An instant in the examples, the given number of seconds after their start. */
export const second = (after: number): string =>
  new Date(Date.parse('2026-11-22T10:15:00.000Z') + after * 1000).toISOString();

import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

describe('the same file under another key', () => {
  let server: SharedServer;
  const file = 'Remove a tick with fine tweezers, close to the skin.';
  const duplicateOf = async (docKey: string): Promise<unknown> => {
    await server.settled();
    return (await server.get(`/api/documents/${docKey}`)).duplicateOf;
  };

  beforeAll(async () => {
    server = await sharedServer();
    await server.ingest(file, 'ticks.txt', { docKey: 'guideline-ticks' });
    await server.ingest(file, 'bites.txt', { docKey: 'guideline-bites' });
  });

  it('is reported for the newer document, and not for the older', async () => {
    expect(await duplicateOf('guideline-bites')).toBe('guideline-ticks');
    expect(await duplicateOf('guideline-ticks')).toBeUndefined();
  });

  it('is reported in the list as well, only for the newer', async () => {
    await server.settled();
    const listed = z
      .array(z.object({ docKey: z.string(), duplicateOf: z.string().optional() }))
      .parse(await server.get('/api/documents'));
    const keys = ['guideline-bites', 'guideline-ticks'];
    expect(listed.filter(({ docKey }) => keys.includes(docKey))).toEqual([
      { docKey: 'guideline-bites', duplicateOf: 'guideline-ticks' },
      { docKey: 'guideline-ticks' },
    ]);
  });

  it('is not reported when either may hold PHI, so that an upload cannot probe for documents', async () => {
    const note = 'Patient Jane Doe, MRN 12345678, born 1950-02-03: remove the tick.';
    await server.ingest(note, 'note.txt', { docKey: 'guideline-note-a' });
    await server.ingest(note, 'note.txt', { docKey: 'guideline-note-b' });
    await server.ingest(file, 'ticks.txt', { docKey: 'guideline-declared', containsPhi: 'true' });
    expect(await duplicateOf('guideline-note-b')).toBeUndefined();
    expect(await duplicateOf('guideline-declared')).toBeUndefined();
  });

  it('is no longer reported once either has another version, or is withdrawn', async () => {
    await server.ingest(file, 'third.txt', { docKey: 'guideline-third' });
    expect(await duplicateOf('guideline-third')).toBe('guideline-ticks');
    await server.command('WithdrawDocument', { docKey: 'guideline-ticks', reason: 'outdated' });
    expect(await duplicateOf('guideline-third')).toBe('guideline-bites');
    await server.ingest('Pull a tick out with a card.', 'bites.txt', { docKey: 'guideline-bites' });
    expect(await duplicateOf('guideline-third')).toBeUndefined();
  });
});

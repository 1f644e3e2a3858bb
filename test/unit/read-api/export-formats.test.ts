import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { exportFormats } from '../../../read-api/routes/export-formats.ts';

const eventBy = (actorId: string, phi = true): RecordedEvent => ({
  id: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
  type: 'AnswerRead',
  schemaVersion: 1,
  streamId: 'access-1',
  revision: 0,
  position: 7,
  recordedAt: '2026-01-02T03:04:05.006Z',
  data: { note: 'a,b' },
  metadata: { correlationId: 'c', causationId: 'd', actor: { id: actorId, role: 'clinician' }, phi },
});

describe('the CSV export of the audit trail', () => {
  const { header, line } = exportFormats.csv;

  it('has the names of the columns first, and a line for each event that ends as RFC 4180 says', () => {
    expect(header).toMatch(/^position,recordedAt,.*,storedMetadata\r\n$/);
    expect(line(eventBy('nurse'))).toBe(
      '7,2026-01-02T03:04:05.006Z,access-1,0,AnswerRead,1,0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d,' +
        'nurse,clinician,,c,d,,,,true,,"{""note"":""a,b""}",,\r\n',
    );
    expect(line(eventBy('nurse', false))).toContain(',false,');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('defuses %j, which a spreadsheet would take for a formula', (id, field) => {
    expect(line(eventBy(id))).toContain(`,${field},clinician,`);
  });

  it.each(['a\nb', 'a\rb', 'a\r\nb', 'a"b', 'a,b', 'a\r'])('quotes %j', (id) => {
    expect(line(eventBy(id))).toContain(`,"${id.replace('"', '""')}",clinician,`);
  });
});

import { describe, expect, it } from 'vitest';
import { allEvents } from '../../../domain/all-events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { leafPaths } from '../../../domain/privacy/leaf-paths.ts';
import { exportFormats } from '../../../read-api/routes/export-formats.ts';

const eventBy = (actorId: string, phi = true): RecordedEvent => ({
  id: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
  type: 'AnswerRead',
  schemaVersion: 1,
  streamId: 'access-1',
  revision: 0,
  position: 7,
  recordedAt: '2026-01-02T03:04:05.006Z',
  data: {
    queryId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
    subjects: ['person:a', 'person:b'],
    reason: '=HYPERLINK(1)',
  },
  metadata: { correlationId: 'c', causationId: 'd', actor: { id: actorId, role: 'clinician' }, phi },
});

describe('the CSV export of the audit trail', () => {
  const { header, line } = exportFormats.csv;

  /** The fields of one line (RFC 4180). */
  const split = (text: string): readonly string[] =>
    [...text.matchAll(/("(?:[^"]|"")*"|[^,\r]*)(?:,|\r\n)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
  const cells = (event: RecordedEvent): Readonly<Record<string, string>> => {
    const values = split(line(event));
    const row = split(header.slice(1)).map((name, index) => [name, values[index] ?? ''] as const);
    expect(values).toHaveLength(row.length);
    return Object.fromEntries(row.filter(([, value]) => value !== ''));
  };

  it('has the column names first, and a line for each event that ends as RFC 4180 requires', () => {
    expect(header).toMatch(/^\uFEFFposition,recordedAt,.*,storedMetadata,data\..*\r\n$/);
    expect(line(eventBy('nurse'))).toMatch(/^7,2026-01-02T03:04:05.006Z,access-1,0,AnswerRead,.*\r\n$/);
    expect(line(eventBy('nurse', false))).toContain(',false,');
  });

  it('describes the event in the words of the audit trail, with its subject', () => {
    expect(cells(eventBy('nurse'))).toEqual({
      position: '7',
      recordedAt: '2026-01-02T03:04:05.006Z',
      streamId: 'access-1',
      revision: '0',
      type: 'AnswerRead',
      action: 'Read an answer.',
      outcome: 'success',
      schemaVersion: '1',
      id: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      actorId: 'nurse',
      actorRole: 'clinician',
      correlationId: 'c',
      causationId: 'd',
      phi: 'true',
      about: 'person:a; person:b; query:0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      object: 'query:0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      reason: "'=HYPERLINK(1)",
      'data.queryId': '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      'data.subjects': 'person:a; person:b',
      'data.reason': "'=HYPERLINK(1)",
    });
  });

  it('has a separate column for each field of an event, nested ones too', () => {
    const data = {
      queryId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      question: 'a,b',
      filters: { publishedFrom: 2020 },
      clinicalContext: { patientAge: 40, allergies: ['latex', 'penicillin'] },
      limit: 5,
    };
    expect(cells({ ...eventBy('nurse'), type: 'QueryAsked', data })).toMatchObject({
      action: 'Asked a question.',
      'data.question': 'a,b',
      'data.filters.publishedFrom': '2020',
      'data.clinicalContext.patientAge': '40',
      'data.clinicalContext.allergies': 'latex; penicillin',
    });
    for (const { schema } of allEvents)
      for (const path of leafPaths(schema)) expect(header.split(/[,\r]/)).toContain(`data.${path}`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('escapes %j, which a spreadsheet would read as a formula', (id, field) => {
    expect(line(eventBy(id))).toContain(`,${field},clinician,`);
  });

  it.each(['a\nb', 'a\rb', 'a\r\nb', 'a"b', 'a,b', 'a\r'])('quotes %j', (id) => {
    expect(line(eventBy(id))).toContain(`,"${id.replace('"', '""')}",clinician,`);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const at = (texts: readonly string[], top: number) =>
  texts.map((text, index) => ({ text, x: 72, y: top - index * 16, size: 11 }));
const zebras = writePdf({
  title: 'Anaphylaxis of zebras',
  pages: [
    [
      ...at(['Anaphylaxis of zebras'], 720),
      ...at(
        [
          'Give epinephrine 0.5 mg intramuscularly into the thigh as soon as anaphylaxis is suspected.',
          'Give epinephrine 1.5 mg intramuscularly into the thigh of zebras of more than 400 kg.',
        ],
        680,
      ),
      ...at(['Lay the zebra flat with its legs raised, and give oxygen by mask.'], 600),
    ],
  ],
});
const table = `# Sedation of okapis

| Weight | Okapitalin |
| --- | --- |
| 100 kg okapi | 1 mg |
| 200 kg okapi | 2 mg |
| 300 kg okapi | 3 mg |
`;

type Rectangle = Readonly<Record<'page' | 'x' | 'y' | 'width' | 'height', number>>;
type PageImage = {
  readonly page: number;
  readonly image: string;
  readonly marks: string;
  readonly rectangles?: readonly Rectangle[];
  readonly unlocated?: readonly Json[];
  readonly notLocated?: string;
};

describe('the lines quoted by an answer', () => {
  let server: SharedServer;
  const ask = async (question: string): Promise<string> => {
    const { queryId } = await server.command('AskQuery', { question });
    await server.settled();
    return String(queryId);
  };
  const imagesOf = async (queryId: string, query = ''): Promise<readonly PageImage[]> => {
    const { citations } = (await server.get(`/api/queries/${queryId}${query}`)) as {
      citations: { pageImages?: readonly PageImage[] }[];
    };
    return citations.flatMap(({ pageImages = [] }) => pageImages);
  };
  const refusal = async (path: string) => {
    const response = await server.request(path);
    const { error } = (await server.bodyOf(response)) as { error: Json };
    return { status: response.status, ...error };
  };

  beforeAll(async () => {
    server = await sharedServer();
    await server.ingest(zebras, 'zebra.pdf', { docKey: 'guideline-zebra-lines' });
    await server.ingest(Buffer.from(table), 'okapi.md', { docKey: 'guideline-okapi' });
    await server.settled();
  });

  it('are named by its links, and marked alone', async () => {
    const queryId = await ask('epinephrine dose of a zebra');
    const [image] = await imagesOf(queryId);
    expect(image?.image).toMatch(
      /highlight=guideline-zebra-lines%401%23\d+&lines=[\d,-]+&checksum=[\da-f]{8}$/,
    );
    expect(image).not.toHaveProperty('rectangles');
    const picture = await server.request(image?.image ?? '');
    expect([picture.status, picture.headers.get('x-highlight')]).toEqual([200, 'marked']);
    const marks = (await server.get(image?.marks ?? '')) as unknown as {
      rectangles: readonly Rectangle[];
      unlocated: readonly Json[];
    };
    expect(marks.unlocated).toEqual([]);
    expect(marks.rectangles.length).toBeGreaterThan(0);
    const [located] = await imagesOf(queryId, '?rectangles=true');
    expect(located).toEqual({ ...image, rectangles: marks.rectangles, unlocated: [] });
  });

  it('are one row of a table, with its own dose', async () => {
    const images = await imagesOf(await ask('Okapitalin dose of an okapi of 200 kg'), '?rectangles=true');
    const [image] = images.filter((one) => one.image.includes('okapi'));
    const all = (await server.get(
      '/api/documents/guideline-okapi/versions/1/pages/1/marks?highlight=guideline-okapi%401%230',
    )) as unknown as { rectangles: readonly Rectangle[] };
    const lines = /lines=([\d,-]+)/.exec(image?.image ?? '')?.[1];
    const chunks = (await server.get('/api/documents/guideline-okapi/versions/1/chunks')) as unknown as {
      text: string;
    }[];
    const quoted = (chunks[0]?.text ?? '').split('\n').indexOf('| 200 kg okapi | 2 mg |') + 1;
    expect(quoted).toBeGreaterThan(1);
    expect(lines).toBe(String(quoted));
    const [weight, dose] = image?.rectangles ?? [];
    expect(image?.rectangles).toHaveLength(2);
    expect(weight?.y).toBe(dose?.y);
    expect(all.rectangles).toEqual(expect.arrayContaining([weight, dose]));
    expect(all.rectangles.length).toBeGreaterThan(4);
  });

  it('are refused outside the passage and when malformed', async () => {
    const path =
      '/api/documents/guideline-zebra-lines/versions/1/pages/1/marks?highlight=guideline-zebra-lines%401%230';
    for (const wrong of [
      'lines=0',
      'lines=3-1',
      'lines=1;2',
      'lines=a',
      'lines=',
      'lines=-1',
      `lines=${Array.from({ length: 101 }, () => '1').join(',')}`,
      'checksum=xyz',
      'checksum=00000000,00000000',
    ])
      expect(await refusal(`${path}&${wrong}`), wrong).toMatchObject({
        status: 400,
        code: 'validation_error',
      });
    const tooMany = Array.from({ length: 10_000 }, () => '1').join(',');
    expect(await refusal(`${path}&lines=${tooMany}`)).toMatchObject({ status: 431 });
    expect(await refusal(`${path}&lines=1,900`)).toMatchObject({
      status: 400,
      code: 'validation_error',
      message: expect.stringMatching(/^There are no such lines: the passage has \d+, counted from 1\.$/),
    });
    expect(
      await refusal('/api/documents/guideline-zebra-lines/versions/1/pages/1/image?lines=1'),
    ).toMatchObject({
      status: 400,
    });
  });

  it('are not marked in a passage that has changed since', async () => {
    const path = '/api/documents/guideline-zebra-lines/versions/1/pages/1';
    const query = 'highlight=guideline-zebra-lines%401%230&lines=1&checksum=00000000';
    expect(await server.get(`${path}/marks?${query}`)).toMatchObject({
      found: false,
      rectangles: [],
      unlocated: [{ reason: 'reads-otherwise', lines: 1 }],
    });
    const picture = await server.request(`${path}/image?${query}`);
    expect([picture.status, picture.headers.get('x-highlight')]).toEqual([200, 'not-found']);
  });

  it('of a document withdrawn since are still shown', async () => {
    const queryId = await ask('epinephrine dose of a zebra');
    await server.command('WithdrawDocument', { docKey: 'guideline-zebra-lines', reason: 'Outdated.' });
    await server.settled();
    const located = await imagesOf(queryId, '?rectangles=true');
    expect(located.length).toBeGreaterThan(0);
    expect(located.every(({ rectangles = [] }) => rectangles.length > 0)).toBe(true);
  });
});

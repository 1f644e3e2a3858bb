import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ingestDocument } from '../../../commands/ingest-document.ts';
import type { SourceType } from '../../../domain/knowledge/source-type.ts';
import { createEnglishDictionary } from '../../../infra/reading/language/english-dictionary.ts';
import { createNameHash } from '../../../infra/storage/key-vault/name-hash.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';

let runtime: ReturnType<typeof openCommandRuntime>;
beforeEach(() => {
  runtime = openCommandRuntime();
});

type Sent = {
  readonly content?: string;
  readonly sourceType?: SourceType;
  readonly containsPhi?: boolean;
  readonly docKey?: string;
  readonly keyFrom?: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const ingest = async (fileName: string, { content = fileName, ...input }: Sent = {}, on = runtime) => {
  const { outcome } = await on.run({
    definition: ingestDocument,
    caller: on.callerOf('ada', 'admin'),
    input: ingestDocument.input.parse({ sourceType: 'protocol', ...input }),
    file: {
      fileName,
      sha256: sha256(content),
      size: content.length,
      seal: async (subject) => ({
        sha256: sha256(`${subject}/${content}`),
        keep: async () => {},
        takeBack: async () => {},
      }),
    },
  });
  return outcome.ids as { readonly docKey: string; readonly version: number };
};

const HASHED = /^[a-z]+-[0-9a-f]{32}$/;

describe('files with different names', () => {
  it.each([
    ['≤10 kg.pdf', '≥10 kg.pdf'],
    ['Dose.pdf', 'dose.pdf'],
    ['Chest Pain.pdf', 'Chest-Pain.pdf'],
    ['café.pdf', 'cafe.pdf'],
    [`${'x'.repeat(100)}${'fever '.repeat(24)}1.pdf`, `${'x'.repeat(100)}${'fever '.repeat(24)}2.pdf`],
  ])('are different documents: %s and %s', async (one, other) => {
    const first = await ingest(one);
    const second = await ingest(other);
    expect(second.docKey).not.toBe(first.docKey);
    expect([first.version, second.version]).toEqual([1, 1]);
    // Each remains a separate document.
    expect(await ingest(one, { content: 'new' })).toMatchObject({ docKey: first.docKey, version: 2 });
    expect(await ingest(other, { content: 'new' })).toMatchObject({ docKey: second.docKey, version: 2 });
  });

  it('are different documents even when they arrive at the same moment', async () => {
    const [one, other] = await Promise.allSettled([ingest('Fever.pdf'), ingest('fever.pdf')]);
    const again = await ingest('fever.pdf', { content: 'new' });
    const first = await ingest('Fever.pdf', { content: 'new' });
    expect([one.status, other.status]).toContain('fulfilled');
    expect(again.docKey).not.toBe(first.docKey);
  });
});

describe('a document ingested under an older key scheme', () => {
  it.each([
    ['Chest_Pain (v2).docx', 'protocol-chest_pain-v2'],
    ['Réanimation.pdf', 'protocol-reanimation'],
    ['1219-Allergy-Smith.pdf', 'protocol-1219-allergy-smith'],
  ])('keeps its key: %s', async (fileName, docKey) => {
    await ingest(fileName, { docKey });
    expect(await ingest(fileName, { content: 'new' })).toMatchObject({ docKey, version: 2 });
  });

  it('keeps its key even if the key may hold PHI, so that its earlier version leaves the search', async () => {
    // A key of the older scheme: such a key is now rejected.
    await ingest('Discharge letter.pdf', { docKey: 'protocol-discharge-letter', containsPhi: true });
    expect(await ingest('Discharge letter.pdf', { content: 'new', containsPhi: true })).toMatchObject({
      docKey: 'protocol-discharge-letter',
      version: 2,
    });
  });

  it('shares its key with no other name', async () => {
    await ingest('≤10 kg.pdf', { docKey: 'protocol-10-kg' });
    const other = await ingest('≥10 kg.pdf');
    expect(other).toMatchObject({ version: 1 });
    expect(other.docKey).not.toBe('protocol-10-kg');
    expect(await ingest('10 kg.pdf')).toMatchObject({ version: 1 });
  });
});

describe('a document that has been erased', () => {
  /** The recorded state of an erased document. */
  const erased = '[erased].pdf';

  it.each([
    ['Discharge letter.pdf', { containsPhi: true }],
    ['Smith.pdf', {}],
    ['Chest Pain.pdf', {}],
  ])('does not return under another key when its file is sent again: %s %o', async (fileName, input) => {
    const elsewhere = openCommandRuntime();
    const { docKey } = await ingest(fileName, input, elsewhere);
    await ingest(erased, { docKey });
    await expect(ingest(fileName, input)).rejects.toThrow('has been erased');
    expect(await ingest(fileName, { ...input, docKey: 'another-one' })).toMatchObject({ version: 1 });
  });

  it('does not return either when its key came from an older scheme', async () => {
    await ingest(erased, { docKey: 'protocol-discharge-letter' });
    await expect(ingest('Discharge letter.pdf', { containsPhi: true })).rejects.toThrow('has been erased');
  });
});

describe('a file name that holds PHI, or may', () => {
  it.each([
    ['John Smith MRN 1234567.pdf', {}],
    ['smith_john_1954-03-05.pdf', {}],
    ['Smith.pdf', {}],
    ['Okonkwo discharge.pdf', {}],
    ['123456789.pdf', {}],
    ['Discharge 2024-03-05.pdf', {}],
    ['ＪＯＨＮ　ＳＭＩＴＨ.pdf', {}],
    ['Jo\u200bhn Sm\u200bith.pdf', {}],
    ['Иванов.pdf', {}],
    ['Discharge letter.pdf', { containsPhi: true }],
    ['Discharge letter.pdf', { sourceType: 'note' }],
    ['letter.pdf', { keyFrom: 'John Smith/letter-pdf.file' }],
  ] as const)('leaves no trace in the key: %s %o', async (fileName, input) => {
    const { docKey } = await ingest(fileName, input);
    expect(docKey).toMatch(HASHED);
  });

  it('yields the same key again, also in another process and after a restore with the master key', async () => {
    const { docKey } = await ingest('John Smith.pdf');
    expect(await ingest('John Smith.pdf', { content: 'new' })).toMatchObject({ docKey, version: 2 });
    const other = openCommandRuntime();
    expect(await ingest('John Smith.pdf', {}, other)).toMatchObject({ docKey, version: 1 });
  });

  it('yields another key in another installation', async () => {
    const { docKey } = await ingest('John Smith.pdf');
    const { commandServices } = runtime.runtime;
    const documentNames = {
      hash: createNameHash(new Uint8Array(32).fill(8)),
      dictionary: createEnglishDictionary(),
    };
    const elsewhere = openCommandRuntime();
    const on = { ...elsewhere.runtime, commandServices: { ...commandServices, documentNames } };
    const there = {
      ...elsewhere,
      run: (call: Parameters<typeof elsewhere.run>[0]) => elsewhere.run(call, on),
    };
    expect((await ingest('John Smith.pdf', {}, there as typeof elsewhere)).docKey).not.toBe(docKey);
  });

  it('is not stored under an older key that reveals it', async () => {
    await ingest('John Smith.pdf', { docKey: 'protocol-x' });
    expect((await ingest('John Smith.pdf')).docKey).toMatch(HASHED);
  });
});

describe("a caller's own key", () => {
  it.each(['protocol-john-smith', 'note-mrn-1234567', 'patient-maria-garcia', 'john_smith-ssn-123-45-6789'])(
    'must not hold PHI: %s',
    async (docKey) => {
      const refused = ingest('letter.pdf', { docKey });
      await expect(refused).rejects.toMatchObject({ reason: { code: 'validation_error' } });
      await expect(refused).rejects.not.toThrow(docKey);
      expect(runtime.eventStore.events).toEqual([]);
    },
  );

  it.each(['protocol-1219', 'guideline-2024-03-05', 'protocol-chest-pain-v2', 'policy-1.2.3.4', 'burns'])(
    'may have any other form: %s',
    async (docKey) => {
      expect(await ingest('letter.pdf', { docKey })).toMatchObject({ docKey });
    },
  );
});

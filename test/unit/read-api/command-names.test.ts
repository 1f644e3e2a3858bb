import { describe, expect, it } from 'vitest';
import { askQuery } from '../../../commands/ask-query.ts';
import { changePreferences } from '../../../commands/change-preferences.ts';
import { createChangeSettings, plainTerms } from '../../../commands/change-settings.ts';
import { ingestDocument } from '../../../commands/ingest-document.ts';
import { normalizeFieldNames } from '../../../read-api/request/command-names.ts';

describe('the field names of a question', () => {
  it('may be those of the requirements, including in its filters and its clinical context', () => {
    expect(
      normalizeFieldNames(askQuery, {
        query: 'metformin dose',
        clinical_context: { patient_age: 60, current_medications: ['metformin'], specialty: 'nephrology' },
        filters: { source_type: ['drug_formulary'], drug_name: 'metformin', state_code: 'ca' },
        conversation_id: 'c',
      }),
    ).toEqual({
      question: 'metformin dose',
      clinicalContext: { patientAge: 60, currentMedications: ['metformin'], specialty: 'nephrology' },
      filters: { sourceType: ['drug_formulary'], drug: 'metformin', stateCode: 'CA' },
      conversationId: 'c',
    });
  });

  it('are left unchanged, to be rejected, when duplicated or unknown', () => {
    const twice = {
      question: 'a',
      query: 'b',
      filters: { drug: 'a', drug_name: 'b' },
      clinicalContext: { patientAge: 1, patient_age: 2 },
      conversationId: 'c',
      conversation_id: 'd',
    };
    expect(normalizeFieldNames(askQuery, twice)).toEqual(twice);
    const unknown = { question: 'a', colour_of: 'red', clinical_context: 'none' };
    expect(normalizeFieldNames(askQuery, unknown)).toEqual({
      question: 'a',
      colour_of: 'red',
      clinicalContext: 'none',
    });
    expect(normalizeFieldNames(askQuery, 'text')).toBe('text');
  });
});

describe('the names of the requirements', () => {
  it('are taken for the conversation and the preferences of a question', () => {
    expect(
      normalizeFieldNames(askQuery, {
        query: 'metformin dose',
        session_id: 'c',
        user_preferences: { displayStyle: 'footnote', citation_format: 'AMA', prioritizeSources: ['pubmed'] },
      }),
    ).toEqual({
      question: 'metformin dose',
      conversationId: 'c',
      preferences: { citationDisplay: 'footnote', citationStyle: 'AMA', preferSources: ['pubmed'] },
    });
  });

  it('are taken for preferences that are kept', () => {
    expect(normalizeFieldNames(changePreferences, { displayStyle: 'sidebar', citationFormat: null })).toEqual(
      { citationDisplay: 'sidebar', citationStyle: null },
    );
  });

  it('are taken for settings, with the time of a search in seconds', () => {
    const settings = createChangeSettings(plainTerms);
    expect(
      normalizeFieldNames(settings, {
        routingStrategy: 'local-only',
        localModelName: 'llama',
        searchTimeout: 2.5,
        costLimit: 100,
        reason: 'a test',
      }),
    ).toEqual({
      routing: 'local-only',
      localModel: 'llama',
      searchTimeoutMs: 2500,
      monthlyCostLimitUsd: 100,
      reason: 'a test',
    });
    const twice = { searchTimeout: 2, searchTimeoutMs: 3000 };
    expect(normalizeFieldNames(settings, twice)).toEqual(twice);
  });

  it('include those of states in words', () => {
    expect(normalizeFieldNames(askQuery, { question: 'a', filters: { stateFilter: 'new york' } })).toEqual({
      question: 'a',
      filters: { stateCode: 'NY' },
    });
    expect(normalizeFieldNames(ingestDocument, { state_code: 'California' })).toEqual({ stateCode: 'CA' });
    expect(normalizeFieldNames(ingestDocument, { stateCode: 'Atlantis' })).toEqual({ stateCode: 'Atlantis' });
  });
});

describe('the field names of a document', () => {
  const ours = { sourceType: 'guideline', docKey: 'guideline-a', lastUpdated: '2024-01-10', agencyId: '12' };

  it('may be those of the requirements', () => {
    expect(
      normalizeFieldNames(ingestDocument, {
        source_type: 'guideline',
        doc_key: 'guideline-a',
        last_updated: '2024-01-10',
        agency_id: '12',
      }),
    ).toEqual(ours);
  });

  it.each([
    ['an object', { last_updated: '2024-01-10', agency_id: '12' }],
    ['JSON', '{"last_updated": "2024-01-10", "agencyId": "12"}'],
  ])('may be sent as metadata, in %s, with lower priority than the fields next to it', (_, metadata) => {
    const { lastUpdated: _day, agencyId: _id, ...rest } = ours;
    expect(normalizeFieldNames(ingestDocument, { ...rest, metadata })).toEqual(ours);
    expect(normalizeFieldNames(ingestDocument, { ...rest, lastUpdated: '2025-02-02', metadata })).toEqual({
      ...ours,
      lastUpdated: '2025-02-02',
    });
  });

  it('are rejected in metadata that is not an object, targets prototypes or is not JSON', () => {
    for (const metadata of [['a', 'b'], 'title', null])
      expect(() => normalizeFieldNames(ingestDocument, { metadata })).toThrow(
        expect.objectContaining({
          reason: expect.objectContaining({
            details: { issues: [{ path: 'metadata', message: 'must be one JSON object' }] },
          }),
        }),
      );
    expect(() => normalizeFieldNames(ingestDocument, { metadata: '{"__proto__": {"title": "a"}}' })).toThrow(
      'The body is not valid.',
    );
    expect(() => normalizeFieldNames(ingestDocument, { metadata: '{"title": ' })).toThrow('not valid JSON');
  });
});

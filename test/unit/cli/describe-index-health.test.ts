import { describe, expect, it } from 'vitest';
import { describeExamination, describeIndexHealth } from '../../../cli/output/describe-index-health.ts';

const counted = {
  passages: 6,
  words: { home: 'memory' as const, written: 0, waiting: 0 },
  withheld: 0,
  expected: 6,
  vectors: 6,
  lacking: 0,
  documents: [],
  unseen: 0,
};

describe('the summary of an index generation', () => {
  it('is one line when all is well', () => {
    expect(describeIndexHealth({ generation: 2, state: 'live', counted })).toEqual([
      'Generation 2 (live): 6 passages, 6 vectors, none missing, words in memory.',
    ]);
  });

  it('names the documents that differ, and the remedy', () => {
    const documents = Array.from({ length: 7 }, (_, at) => ({
      docKey: `doc-${at}`,
      expected: 2,
      vectors: 1,
    }));
    const lines = describeIndexHealth({
      generation: 2,
      state: 'live',
      counted: { ...counted, vectors: 5, lacking: 1, withheld: 3, documents },
      advice: 'Run "npx anamnesis projections reset search".',
    });
    expect(lines[0]).toBe(
      'Generation 2 (live): 6 passages, 5 vectors, 1 missing, 3 withheld (PHI), words in memory.',
    );
    expect(lines[1]).toBe('  doc-0: 1 of 2 vectors');
    expect(lines.at(-2)).toContain('and more');
    expect(lines.at(-1)).toBe('  Run "npx anamnesis projections reset search".');
  });

  it('shows a count that failed as unknown, not as zero', () => {
    expect(
      describeIndexHealth({ generation: 2, state: 'live', unknown: 'It could not be counted in time.' }),
    ).toEqual(['Generation 2 (live): It could not be counted in time.']);
  });
});

describe('the report on a rebuild', () => {
  const about = { generation: 4, live: 3 };
  const questions = [
    { docKey: 'protocol-a', before: 1, after: 2 },
    { docKey: 'protocol-b', question: 'how is b given', before: 2, after: null },
    { docKey: 'protocol-c', before: 1, after: null },
  ];

  it('names the losses, and how to decide, while the rebuild waits', () => {
    const rebuild = { generation: 4, position: 9, target: 9, progress: 1, waits: true as const };
    const lines = describeExamination({
      name: 'search',
      rebuild,
      examination: { ...about, outcome: 'lost', lost: 2, questions },
    });
    expect(lines).toEqual([
      'Generation 4 needs a decision; the previous one serves, and both are kept current.',
      'It misses the result of the live index for 2 of 3 known questions:',
      '  protocol-b by "how is b given": 2 before, not found now',
      '  protocol-c by its title: 1 before, not found now',
      'Compare again with "npx anamnesis projections check search", then run "npx anamnesis projections accept search --reason …" or "npx anamnesis projections discard search --reason …".',
    ]);
  });

  it('is one line afterwards', () => {
    const line = (examination: object): string =>
      describeExamination({
        name: 'search',
        examination: { ...about, outcome: 'passed', lost: 0, questions, ...examination },
      }).join();
    expect(line({})).toContain('passed its check');
    expect(line({ outcome: 'not_made', because: 'There is nothing.', questions: [] })).toBe(
      'Generation 4 was not checked: There is nothing.',
    );
    expect(line({ outcome: 'lost', decided: 'discarded' })).toContain('discarded by a person');
  });
});

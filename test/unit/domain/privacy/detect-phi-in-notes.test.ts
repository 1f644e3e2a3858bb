import { describe, expect, it } from 'vitest';
import { detectPhi } from '../../../../domain/privacy/detect-phi.ts';
import { cleanQuestions } from '../../../eval/phi/clean-questions.ts';
import { makeNotes, makeStyledNotes } from '../../../eval/phi/make-notes.ts';
import { measurePhi } from '../../../eval/phi/measure-phi.ts';
import { noteStyles } from '../../../eval/phi/note-styles.ts';

const measured = measurePhi(makeNotes(960, 42), (text) => detectPhi(text).findings);

describe('the PHI detector, on notes about invented people of seventeen origins', () => {
  it('finds most identifiers, each as one finding', () => {
    expect(measured.overall.identifiers).toBeGreaterThan(1500);
    expect(measured.overall.recall).toBeGreaterThanOrEqual(0.9);
    expect(measured.overall.whole).toBeGreaterThanOrEqual(0.9);
    expect(measured.overall.f2).toBeGreaterThanOrEqual(0.9);
  });

  it.each(Object.entries(measured.byKind))('finds most of each kind: %s', (_, { recall }) => {
    expect(recall).toBeGreaterThanOrEqual(0.75);
  });

  it.each(Object.entries(measured.byLocale))('finds people of each origin: %s', (_, { recall }) => {
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it.each(Object.entries(measured.byLetters))('finds them in any letter case: %s', (_, { recall }) => {
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it('finds names outside its lists by their context', () => {
    expect(measured.names.unlisted.identifiers).toBeGreaterThan(50);
    expect(measured.names.unlisted.recall).toBeGreaterThanOrEqual(0.7);
  });
});

describe('the PHI detector, on notes of different styles', () => {
  const styles = measurePhi(makeStyledNotes(480, 42), (text) => detectPhi(text).findings).byStyle;
  const tested = noteStyles.map(({ name, judges }) => [judges ? 'held out' : 'known', name] as const);

  it.each(tested)('%s, finds identifiers and few false positives: %s', (_, name) => {
    expect(styles[name]?.identifiers).toBeGreaterThan(50);
    expect(styles[name]?.f2).toBeGreaterThanOrEqual(0.8);
    expect(styles[name]?.precision).toBeGreaterThanOrEqual(0.8);
  });
});

it('the PHI detector flags at most two in a thousand questions about no patient', () => {
  const flagged = cleanQuestions.filter((question) => detectPhi(question).detected);
  expect(cleanQuestions.length).toBeGreaterThan(1000);
  expect(flagged.length).toBeLessThanOrEqual((2 * cleanQuestions.length) / 1000);
});

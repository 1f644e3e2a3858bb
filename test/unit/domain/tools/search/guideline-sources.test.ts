import { describe, expect, it } from 'vitest';
import { conditionsOf, isAboutCondition } from '../../../../../domain/tools/search/document-conditions.ts';
import { issuedBy, issuerOf } from '../../../../../domain/tools/search/guideline-sources.ts';

describe('the issuer of a guideline', () => {
  it.each([
    ['aha', { organization: 'AHA/ACC/HFSA' }],
    ['chest', { organization: 'Chest' }],
    ['aha', { publisher: 'American Heart Association, Inc.' }],
    ['American Heart Association', { organization: 'AHA' }],
    ['WHO', { organization: 'World Health Organization' }],
    ['Sample County', { agency: 'County of Example, Sample County EMS Agency' }],
  ])('%s is that of %j', (source, document) => {
    expect(issuedBy(source)(document)).toBe(true);
  });
  it.each([
    ['aha', { organization: 'Bahamas Health Authority' }],
    ['who', { organization: 'Doctors who care' }],
    ['acc', { organization: 'ACCP' }],
    ['cdc', {}],
    ['!?', { organization: 'CDC' }],
  ])('%s is not that of %j', (source, document) => {
    expect(issuedBy(source)(document)).toBe(false);
  });
  it('is the organization, before the agency and the publisher', () => {
    expect(issuerOf({ agency: 'B', publisher: 'C', organization: 'A' })).toBe('A');
    expect(issuerOf({ agency: 'B', publisher: 'C' })).toBe('B');
    expect(issuerOf({})).toBe('');
  });
});

describe('the topic of a guideline', () => {
  it('comes from its metadata, or else from its title', () => {
    expect(conditionsOf({ title: 'Sepsis', condition: ['Septic Shock'] })).toEqual(['Septic Shock']);
    expect(conditionsOf({ title: '1210 Cardiac Arrest' })).toEqual(['Cardiac arrest']);
    expect(conditionsOf({ title: 'General Instructions' })).toEqual([]);
  });
  it.each([
    ['diabetes', { title: 'Insulin', condition: ['Type 2 Diabetes'] }],
    ['high blood pressure', { title: 'Hypertension in Adults' }],
    ['seizures', { title: '1231-P Seizure' }],
  ])('is %s for %j', (condition, document) => {
    expect(isAboutCondition(condition)(document)).toBe(true);
  });
  it.each([
    ['diabetes', { title: 'Hypertension in Adults' }],
    ['heart failure', { title: 'Failure of equipment and the heart' }],
  ])('is not %s for %j', (condition, document) => {
    expect(isAboutCondition(condition)(document)).toBe(false);
  });
});

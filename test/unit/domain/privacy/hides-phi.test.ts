import { describe, expect, it } from 'vitest';
import { hidesPhi } from '../../../../domain/privacy/hides-phi.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('an identifier in another spelling', () => {
  it.each([
    ['base64', base64('patient John Smith, MRN 12345678')],
    ['base64 among words', `stroke guideline ${base64('call 310-555-0142')} therapy`],
    ['URL-safe base64', Buffer.from('?? John Smith, MRN 12345678 ??').toString('base64url')],
    ['hexadecimal digits', Buffer.from('MRN 12345678 John Smith').toString('hex')],
    ['percent-encoding', encodeURIComponent('stroke in John Smith, MRN 12345678')],
    ['entities', 'stroke, MRN&#58;&#x20;12345678'],
    ['percent-encoded entities', encodeURIComponent('MRN&#58;&#x20;12345678')],
    ['initials', 'stroke, M.R.N. 12345678'],
    ['spaced initials', 'stroke, M R N 12345678'],
  ])('is found in %s', (_, text) => {
    expect(hidesPhi([text])).toBe(true);
  });

  it('is found in a number that appears in several texts', () => {
    expect(hidesPhi(['stroke', 'MRN', '123', '456', '78'])).toBe(true);
  });
});

it.each([
  [['vitamin B.C. deficiency in the U.S. 2020 2024']],
  [['diabetes', 'Los Angeles', 'PHASE2', 'RECRUITING', '10']],
  [['electrocardiographically guided immunohistochemistry']],
  [['heparin 10 000 U i.v. q.i.d., e. g. s.c.']],
  [['SGLT2%20inhibitors &amp; heart failure']],
  [['E11.9', 'I10', 'N18.3', '2019', '2020', '2021', '2022']],
  [['10.1056/NEJMoa2034577 NCT01234567 deadbeefdeadbeefdeadbeef']],
  [[base64('treatment of acute ischemic stroke')]],
])('is not suspected in %j', (texts) => {
  expect(hidesPhi(texts)).toBe(false);
});

it('is detected in time proportional to the text', () => {
  for (const one of ['%20', '&#32;', '&#', 'A.', 'a b ', 'YWJj', '0123456789abcdef', '-', '%'])
    expect(cpuTimeOf(() => hidesPhi([one.repeat(30_000 / one.length)]))).toBeLessThan(2000);
});

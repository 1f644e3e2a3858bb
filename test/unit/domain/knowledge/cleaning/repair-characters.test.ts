import { describe, expect, it } from 'vitest';
import { repairCharacters } from '../../../../../domain/knowledge/cleaning/repair-characters.ts';

describe('private-use characters, whose meaning depends on a font', () => {
  it.each([
    ['\uF0B7 Give oxygen', '• Give oxygen'],
    ['  \uF0A7\tGive oxygen', '  • Give oxygen'],
    ['SpO2 \uF0B3 94%', 'SpO2 \uFFFD 94%'],
    ['5\uF02D10 mg', '5\uFFFD10 mg'],
    ['wait\uF0E0 shock', 'wait shock'],
    ['\u{F0001}Dose', 'Dose'],
  ])('are removed from a line: %j', (line, expected) => {
    expect(repairCharacters(line)).toBe(expected);
    expect(repairCharacters(line)).not.toMatch(/\p{Co}/u);
  });
});

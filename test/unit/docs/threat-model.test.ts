import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const threats = readFileSync(join(root, 'docs/threat-model.md'), 'utf8').split(/^## /m).slice(1);

describe('the threat model', () => {
  it('covers the six kinds of threats', () => {
    expect(threats.map((threat) => threat.split(':')[0])).toEqual([
      'Spoofing',
      'Tampering',
      'Repudiation',
      'Disclosure',
      'Denial of service',
      'Elevation',
    ]);
  });

  it.each(threats.map((threat) => [threat.split('\n')[0] ?? '', threat]))(
    'names an existing test for the defence against each threat: %s',
    (_, threat) => {
      const named = [...threat.matchAll(/^- `([^`]+)`: (.+)$/gm)];
      expect(named.length).toBeGreaterThan(1);
      const missing = named.filter(([, file = '', title = '']) => {
        const path = join(root, file);
        const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
        return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
      });
      expect(missing.map(([line]) => line)).toEqual([]);
    },
  );
});

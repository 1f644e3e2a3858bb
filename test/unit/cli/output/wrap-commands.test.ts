import { describe, expect, it } from 'vitest';
import { wrapCommands } from '../../../../cli/output/wrap-commands.ts';

describe('an example in a help text', () => {
  it('stays as it is when it fits', () => {
    const help = 'Examples:\n  $ npx anamnesis ask "a  b"\n';
    expect(wrapCommands(help, 80)).toBe(help);
  });

  it('continues on the next line when it is longer, with each option beside its value', () => {
    expect(
      wrapCommands('  $ npx anamnesis audit export --reason "quarterly review" --json > first.ndjson', 50),
    ).toBe(
      [
        '  $ npx anamnesis audit export \\',
        '      --reason "quarterly review" --json \\',
        '      > first.ndjson',
      ].join('\n'),
    );
  });

  it('keeps a quoted text whole, even one that does not fit', () => {
    expect(wrapCommands('$ npx anamnesis ask "epinephrine dose for anaphylaxis"', 24)).toBe(
      '$ npx anamnesis ask \\\n    "epinephrine dose for anaphylaxis"',
    );
  });
});

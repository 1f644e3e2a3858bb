import { describe, expect, it } from 'vitest';
import { shellCommandsOf } from '../../support/shell-blocks.ts';

describe('the commands of a document', () => {
  const markdown = [
    'Text.',
    '```sh',
    '# a remark',
    'npx anamnesis jobs  # lists them',
    '',
    'curl -s http://localhost \\',
    "  -d '{}'",
    '```',
    '```',
    'Anamnesis is listening',
    '```',
    '  ```sh run',
    '  npm test',
    '  ```',
  ].join('\n');

  it('are those in blocks of the requested kinds, with their continuation lines', () => {
    expect(shellCommandsOf('README.md', markdown, ['sh'])).toEqual([
      { file: 'README.md', line: 4, text: 'npx anamnesis jobs  # lists them' },
      { file: 'README.md', line: 6, text: "curl -s http://localhost \\\n  -d '{}'" },
    ]);
    expect(shellCommandsOf('a.md', markdown, ['sh run'])).toEqual([
      { file: 'a.md', line: 13, text: '  npm test' },
    ]);
  });
});

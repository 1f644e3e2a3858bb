/**
 * Refuses coinages and other words that an English-speaking engineer would not write, in identifiers, messages and comments
 * of the sources and tests. Exits 1 and names each place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findForeignWords } from './language/find-foreign-words.ts';
import { rooms } from './rooms.ts';
import { sourceFilesUnder } from './source-files.ts';

const root = join(import.meta.dirname, '..');

/** Files whose words are data, such as lists of words that occur near names in notes. */
const wordLists: ReadonlySet<string> = new Set([
  'domain/privacy/names/name-contexts.ts',
  'domain/consultation/answering/addresses-model.ts',
  // Prompt rules, on whose exact words a model's answers depend.
  'domain/consultation/answering/prompt-rules.ts',
  'scripts/language/find-foreign-words.ts',
  'test/unit/scripts/find-foreign-words.test.ts',
  // Texts of fictitious clinical documents.
  'test/eval/traps/statement-traps.ts',
  'test/eval/traps/treatment-traps.ts',
  'test/unit/consumers/tools/clinical/generate-differential-diagnosis.test.ts',
  'test/unit/domain/consultation/divide-prose.test.ts',
  'test/unit/domain/consultation/excerpts.test.ts',
  'test/unit/infra/models/phi-detection/transformers-detector.test.ts',
]);

/** Whole literals that are allowed: values of events and of the API. */
const kept: ReadonlySet<string> = new Set(['not_told', 'untold', 'nobody', 'told', 'told/']);

const problems = [...rooms, 'scripts', 'test'].flatMap((room) =>
  sourceFilesUnder(room)
    .filter((file) => !file.includes('.generated.') && !wordLists.has(file))
    .flatMap((file) =>
      findForeignWords(file, readFileSync(join(root, file), 'utf8'), kept).map(
        ({ line, word, instead }) => `${file}:${line} "${word}": write ${instead}`,
      ),
    ),
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} word(s) to replace.`);
  process.exit(1);
}
console.log('The sources contain no refused words.');

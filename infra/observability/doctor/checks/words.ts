import { counted } from '../../../../domain/kernel/counted.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import type { WordState } from '../../../search/lexical-index/read-word-state.ts';
import { type Check, fine, warning } from '../check.ts';

const rebuildAdvice =
  'Run "npx anamnesis projections reset search": the new index is built while the current one stays in use.';

const inMemory = ({ passages, wanted }: WordState): Finding =>
  wanted === 'memory'
    ? fine(`Words of ${counted(passages, 'passage')} in the memory of each node.`)
    : warning(
        `Words of ${counted(passages, 'passage')} in the memory of each node: this many belong in tables, which requires a new generation.`,
        `${rebuildAdvice} A node that takes over the projection, e.g. at a restart, does so automatically.`,
      );

const inTables = ({ passages, plain, written, waiting }: WordState): Finding => {
  const beside = passages - written - waiting;
  const what = `Words of ${counted(passages, 'passage')}: ${written} in tables, ${waiting} that wait to be written, ${Math.max(beside, 0)} in memory alone, most of them sealed`;
  return written + waiting > plain
    ? warning(`${what}. The tables contain more than searches can find.`, rebuildAdvice)
    : fine(`${what}.`);
};

/** Checks where the words of the search index are stored, and whether that suits their number. */
export const wordsOfIndex = ({
  readWordState,
}: {
  readonly readWordState: () => Promise<WordState | undefined>;
}): Check => ({
  name: 'words',
  run: async function* () {
    const state = await readWordState();
    if (state === undefined) yield fine('There is no search index yet.');
    else yield state.home === 'memory' ? inMemory(state) : inTables(state);
  },
});

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnswerEvidence } from '../../../domain/consultation/answering/answer-evidence.ts';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { createTextExtractor } from '../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { listPdfs } from '../list-pdfs.ts';
import { type AlignmentFigures, trySentences } from './try-sentences.ts';

// Tries the statements in folders of documents against the check of answers: verbatim, paraphrased, and turned into
// wrong ones. It ends with 1 if any wrong one is shown, or any quoted one is not.
// Usage: npm run eval:alignment -- <wrong sentences of each folder> <folder> …
const [wanted = '20000', ...folders] = process.argv.slice(2);
const mostListed = 40;
const piecesTogether = 5;
/** The pieces read of a document, so that a long one does not stand for all. */
const mostPieces = 20;
const extractor = createTextExtractor({ tesseract: 'none' });

const empty = {
  quoted: 0,
  'quoted, struck': 0,
  wrong: 0,
  'wrong, shown': 0,
  right: 0,
  kept: 0,
  replaced: 0,
  left: 0,
};

const add = (
  sum: typeof empty,
  { quoted, wrong, right, kept, replaced, left }: AlignmentFigures,
): typeof empty => ({
  quoted: sum.quoted + quoted.tried,
  'quoted, struck': sum['quoted, struck'] + quoted.faults.length,
  wrong: sum.wrong + wrong.tried,
  'wrong, shown': sum['wrong, shown'] + wrong.faults.length,
  right: sum.right + right,
  kept: sum.kept + kept,
  replaced: sum.replaced + replaced,
  left: sum.left + left,
});

const evidenceOf = async (folder: string, file: string): Promise<readonly AnswerEvidence[]> => {
  const { pages } = await extractor.extract(readFileSync(join(folder, file)), 'pdf');
  return chunkDocument(cleanPages(pages), protocolPolicy, countCl100kTokens)
    .slice(0, mostPieces)
    .map(({ text, sectionPath }, at) => ({
      n: (at % piecesTogether) + 1,
      title: file.replace(/\.pdf$/, '').replaceAll(/[_-]+/g, ' '),
      source: 'knowledge_base',
      text: sectionPath.length === 0 ? text : `## ${sectionPath.join(' > ')}\n${text}`,
    }));
};

let isFaulty = false;
for (const folder of folders) {
  let sum = empty;
  const kinds = new Map<string, { tried: number; shown: number }>();
  const before = process.cpuUsage();
  const files = listPdfs(folder);
  // Spread over the folder, because neighbours have the same subject.
  const spread = [0, 1, 2, 3, 4, 5, 6].flatMap((from) => files.filter((_, at) => at % 7 === from));
  for (const file of spread) {
    if (sum.wrong >= Number(wanted)) break;
    try {
      const evidence = await evidenceOf(folder, file);
      for (let at = 0; at < evidence.length && sum.wrong < Number(wanted); at += piecesTogether) {
        const tried = trySentences(evidence.slice(at, at + piecesTogether));
        sum = add(sum, tried);
        for (const [kind, figures] of Object.entries(tried.byKind)) {
          const known = kinds.get(kind) ?? { tried: 0, shown: 0 };
          kinds.set(kind, { tried: known.tried + figures.tried, shown: known.shown + figures.shown });
        }
        for (const fault of [...tried.quoted.faults, ...tried.wrong.faults].slice(0, mostListed))
          process.stdout.write(`${file}: ${fault}\n`);
      }
    } catch (error) {
      process.stdout.write(`${file} could not be tried: ${String(error)}\n`);
    }
  }
  const { user, system } = process.cpuUsage(before);
  const checks = sum.quoted + sum.wrong + sum.right;
  for (const [kind, { tried, shown }] of kinds)
    process.stdout.write(
      `${kind.padEnd(20)} ${String(tried).padStart(6)} tried ${String(shown).padStart(4)} shown\n`,
    );
  process.stdout.write(
    `${basename(folder)}: ${JSON.stringify({ ...sum, 'microseconds of processor per sentence': Math.round((user + system) / checks) })}\n`,
  );
  isFaulty ||= sum['wrong, shown'] > 0 || sum['quoted, struck'] > 0;
}
await extractor.close();
if (isFaulty) process.exitCode = 1;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerEvidence } from '../../../domain/consultation/answering/answer-evidence.ts';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { createTextExtractor } from '../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { trySentences } from './try-sentences.ts';

// Tries the statements in a folder of documents against the check of answers: verbatim, paraphrased, and turned into
// wrong ones. Usage: test/eval/alignment/main.ts <folder> [read one of every how many documents]
const [folder = '', every = '1', show = '20'] = process.argv.slice(2);
const files = readdirSync(folder).filter((file, at) => file.endsWith('.pdf') && at % Number(every) === 0);
const extractor = createTextExtractor({ tesseract: 'none' });
const sum = {
  statements: 0,
  'quoted and not shown': 0,
  wrong: 0,
  'wrong and shown': 0,
  right: 0,
  kept: 0,
  replaced: 0,
  left: 0,
  checks: 0,
};
const faults: string[] = [];
const before = process.cpuUsage();
for (const file of files) {
  try {
    const { pages } = await extractor.extract(readFileSync(join(folder, file)), 'pdf');
    const chunks = chunkDocument(cleanPages(pages), protocolPolicy, countCl100kTokens).slice(0, 40);
    for (let at = 0; at < chunks.length; at += 5) {
      const evidence = chunks.slice(at, at + 5).map(
        ({ text, sectionPath }, n): AnswerEvidence => ({
          n: n + 1,
          title: file.replace(/\.pdf$/, '').replaceAll(/[_-]+/g, ' '),
          source: 'knowledge_base',
          text: sectionPath.length === 0 ? text : `## ${sectionPath.join(' > ')}\n${text}`,
        }),
      );
      const tried = trySentences(evidence);
      sum.statements += tried.quoted.tried;
      sum['quoted and not shown'] += tried.quoted.faults.length;
      sum.wrong += tried.wrong.tried;
      sum['wrong and shown'] += tried.wrong.faults.length;
      sum.right += tried.right;
      sum.kept += tried.kept;
      sum.replaced += tried.replaced;
      sum.left += tried.left;
      sum.checks += tried.quoted.tried + tried.wrong.tried + tried.right;
      faults.push(
        ...tried.quoted.faults.map((fault) => `quoted: ${fault}`),
        ...tried.wrong.faults.map((fault) => `wrong: ${fault}`),
      );
    }
  } catch (error) {
    process.stdout.write(`${file} could not be tried: ${String(error)}\n`);
  }
}
await extractor.close();
const spent = process.cpuUsage(before);
process.stdout.write(`${faults.slice(0, Number(show)).join('\n')}\n`);
process.stdout.write(
  `${JSON.stringify({ ...sum, 'microseconds per check': Math.round((spent.user + spent.system) / sum.checks) })}\n`,
);

/**
 * Code that a front-end developer would write with each generated client. It compiles only if ids, awaited outcomes and
 * events are typed, not if they are `unknown` or plain text.
 */
export const clientProbes: Readonly<Record<string, string>> = {
  'openapi-typescript-probe.ts': `
import type { components, paths } from './openapi-typescript';

type Asked = paths['/api/commands/AskQuery']['post']['responses'];
type Awaited = Asked[200]['content']['application/json']['data'];
export const queryId = (answer: Asked[202]['content']['application/json']): string => answer.data.queryId;
export const excerpts = (ended: Awaited): string[] =>
  ended.status === 'answered' ? ended.citations.map(({ excerpt }) => excerpt) : 'message' in ended ? [ended.message] : [];

type Ingested = paths['/api/commands/IngestDocument']['post']['responses'][200]['content']['application/json'];
export const why = ({ data }: Ingested): string | null | undefined =>
  data.state === 'FAILED' ? data.errorMessage : data.jobId;

type Frame = paths['/api/queries/{id}/stream']['get']['responses'][200]['content']['text/event-stream'];
export const stage = (frame: Frame): string =>
  'stage' in frame ? frame.stage : 'answer' in frame ? frame.answer : 'message' in frame ? frame.message : '';
export const done = ({ processedChunks }: components['schemas']['IndexingProgress']): number => processedChunks;

export const tag = (headers: paths['/api/queries/{id}']['get']['responses'][200]['headers']): string =>
  headers.ETag ?? '';
export const upload = (
  body: NonNullable<paths['/api/commands/IngestDocument']['post']['requestBody']>['content']['multipart/form-data'],
): string | undefined => body.sourceType ?? body.command?.sourceType;
`,
  'hey-api-probe.ts': `
import { askQuery, getQuery, ingestDocument, streamIndexingJob, streamQuery } from './hey-api';

export const ask = async (question: string): Promise<string> => {
  const { data } = await askQuery({ body: { question }, headers: { Prefer: 'wait=10' }, throwOnError: true });
  const { queryId } = data.data;
  const read = await getQuery({ path: { id: queryId }, query: { after: data.data.position }, throwOnError: true });
  return read.data.data.answer ?? '';
};

export const ingest = async (file: File): Promise<string> => {
  const { data } = await ingestDocument({ body: { file, sourceType: 'guideline' }, throwOnError: true });
  return data.data.jobId;
};

export const follow = async (id: string): Promise<string> => {
  const { stream } = await streamQuery({ path: { id } });
  for await (const frame of stream) {
    if ('answer' in frame) return frame.answer;
    if ('message' in frame) return frame.message;
  }
  const jobs = await streamIndexingJob({ path: { id } });
  for await (const frame of jobs.stream) if (frame.state === 'FAILED') return frame.message ?? '';
  return '';
};
`,
  'orval-probe.ts': `
import { askQuery, ingestDocument } from './orval';

export const ask = async (question: string): Promise<string> => {
  const answer = await askQuery({ question });
  if (answer.status === 200 && answer.data.data.status === 'answered') return answer.data.data.answer;
  if (answer.status === 202) return answer.data.data.queryId;
  return '';
};

export const ingest = async (file: File): Promise<number> => {
  const answer = await ingestDocument({ file, sourceType: 'guideline' });
  return answer.status === 202 ? answer.data.data.version : 0;
};
`,
};

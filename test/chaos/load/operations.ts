import { createHash } from 'node:crypto';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ScenarioContext } from '../harness/scenario.ts';
import type { ChaosClient, ChaosResponse, Json } from './chaos-client.ts';
import { drawBrokenScan, drawGuideline, drawQuestion, drawTextbook } from './documents.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

/** The operations of clients, with their relative frequency. */
export const usualMix = {
  ingest: 6,
  ingestAgain: 2,
  ingestBroken: 1,
  ask: 10,
  startConversation: 2,
  setContext: 5,
  giveFeedback: 5,
  withdraw: 1,
  retry: 1,
  search: 2,
  reset: 1,
  changeModel: 0.5,
} as const;
/** Further operations, used only by some scenarios. */
type RareOperation = 'ingestLarge';
export type OperationName = keyof typeof usualMix | RareOperation;
export type Mix = Readonly<Partial<Record<OperationName, number>>>;

/** Projections that clients reset. */
export const projectionNames = [
  'audit-entries',
  'conversations',
  'documents',
  'document-versions',
  'indexing-jobs',
  'parked-events',
  'queries',
  'query-log',
  'search',
] as const;

/** The model of the scripted endpoint refuses passages with this word until the job is retried with another model. */
export const UNEMBEDDABLE = 'unembeddable';

export type OperationServices = Pick<ScenarioContext, 'random' | 'count' | 'violate'> & {
  readonly client: ChaosClient;
  readonly ledger: Ledger;
  /** Called for every answered or lost operation, with its duration. */
  readonly onResponse?: (name: OperationName, response: ChaosResponse, milliseconds: number) => void;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The operations of clients, one at a time; acknowledged ones are added to the ledger. */
export const createOperations = (services: OperationServices) => {
  const { client, ledger, random, count, violate } = services;
  let sent = 0;
  const nextMark = (): string => {
    sent += 1;
    return `${random.between(0, 999_999)}x${sent}`;
  };

  /** Counts the outcome of a request; returns the data of a success. */
  const take = (name: OperationName, response: ChaosResponse, started: number): Json | undefined => {
    services.onResponse?.(name, response, performance.now() - started);
    if (response.kind === 'lost') {
      count(response.timedOut ? 'requests that timed out' : 'requests cut off');
      return undefined;
    }
    if (response.status < 300) {
      count(`${name} acknowledged`);
      return response.data;
    }
    const code = String(response.error?.code ?? response.status);
    count(`refused: ${code}`);
    if (response.status === 500) violate('internal error', `${name}, trace ${response.trace}`);
    return undefined;
  };

  const acknowledge = (
    command: string,
    sentAt: number,
    answer: Json | undefined,
    type: string | undefined,
    data: Json,
    subject?: string,
  ): void => {
    if (!answer) return;
    const entry: Acknowledged = {
      command,
      streamId: String(answer.streamId),
      revision: Number(answer.revision),
      position: Number(answer.position),
      ...omitUndefined({ type }),
      data,
      sentAt,
      ...omitUndefined({ subject }),
    };
    ledger.acknowledged.push(entry);
  };

  const upload = async (name: OperationName, docKey: string, fileName: string, content: string) => {
    const started = performance.now();
    const response = await client.upload(fileName, content, { sourceType: 'guideline', docKey });
    const answer = take(name, response, started);
    acknowledge('IngestDocument', started, answer, 'DocumentVersionAdded', {
      docKey,
      contentDigest: sha256(content),
    });
    if (answer) ledger.documents.set(docKey, [...(ledger.documents.get(docKey) ?? []), String(answer.jobId)]);
  };

  const command = async (
    name: OperationName,
    type: string,
    input: Json,
    eventType: string | undefined,
    data: Json,
    subject?: string,
  ): Promise<Json | undefined> => {
    const started = performance.now();
    const answer = take(name, await client.command(type, input), started);
    acknowledge(type, started, answer, eventType, data, subject);
    return answer;
  };

  const operations: Readonly<Record<OperationName, () => Promise<void>>> = {
    ingest: async () => {
      const mark = nextMark();
      const refused = random.chance(0.1) ? ` ${UNEMBEDDABLE}` : '';
      await upload('ingest', `guideline-${mark}`, `${mark}.md`, `${drawGuideline(random, mark)}${refused}\n`);
    },
    ingestLarge: async () => {
      const mark = nextMark();
      if (random.chance(0.5)) {
        await upload('ingestLarge', `guideline-${mark}`, `${mark}.md`, drawTextbook(random, mark));
      } else {
        await upload('ingestLarge', `guideline-${mark}`, `${mark}.pdf`, drawBrokenScan(random, mark));
      }
    },
    ingestAgain: async () => {
      const docKey = random.pick([...ledger.documents.keys()]);
      if (docKey === undefined) return;
      const mark = nextMark();
      await upload('ingestAgain', docKey, `${mark}.md`, drawGuideline(random, mark));
    },
    ingestBroken: async () => {
      const mark = nextMark();
      await upload('ingestBroken', `guideline-${mark}`, `${mark}.pdf`, `%PDF-1.4 broken ${mark}`);
    },
    ask: async () => {
      const question = drawQuestion(random, nextMark());
      const conversation = random.chance(0.6) ? random.pick(ledger.conversations) : undefined;
      const person = `p${random.between(1, 200)}`;
      const subject = conversation?.subject ?? `person:${person}`;
      const answer = await command(
        'ask',
        'AskQuery',
        { question, ...(conversation ? { conversationId: conversation.id } : { subject: person }) },
        'QueryAsked',
        { question },
        subject,
      );
      if (answer) ledger.queries.push({ id: String(answer.queryId), subject });
    },
    startConversation: async () => {
      const person = `p${random.between(1, 200)}`;
      const title = `Shift ${nextMark()}`;
      const subject = `person:${person}`;
      const answer = await command(
        'startConversation',
        'StartConversation',
        { title, subject: person },
        'ConversationStarted',
        { title },
        subject,
      );
      if (answer) ledger.conversations.push({ id: String(answer.conversationId), subject });
    },
    setContext: async () => {
      const conversation = random.pick(ledger.conversations);
      if (!conversation) return;
      const clinicalContext = {
        patientAge: random.between(1, 99),
        chiefComplaint: `complaint ${nextMark()}`,
      };
      const { id: conversationId, subject } = conversation;
      const input = { conversationId, clinicalContext };
      await command(
        'setContext',
        'SetClinicalContext',
        input,
        'ClinicalContextSet',
        { clinicalContext },
        subject,
      );
    },
    giveFeedback: async () => {
      const query = random.pick(ledger.queries.slice(-100));
      if (!query) return;
      const comment = `comment ${nextMark()}`;
      const input = { queryId: query.id, kind: 'wrong', comment };
      await command('giveFeedback', 'GiveFeedback', input, 'FeedbackGiven', { comment }, query.subject);
    },
    withdraw: async () => {
      const docKey = random.pick([...ledger.documents.keys()]);
      if (docKey === undefined) return;
      const reason = `outdated ${nextMark()}`;
      await command('withdraw', 'WithdrawDocument', { docKey, reason }, 'DocumentWithdrawn', {
        docKey,
        reason,
      });
    },
    retry: async () => {
      const failed = await client.list('/api/admin/kb/jobs?state=FAILED&limit=20');
      const job = random.pick(failed ?? []);
      if (!job) return;
      const jobId = String(job.jobId ?? job.id);
      await command('retry', 'RetryIndexing', { jobId }, 'IndexingRetried', { jobId });
    },
    search: async () => {
      const started = performance.now();
      const query = drawQuestion(random, 'search');
      take('search', await client.post('/api/search', { query, limit: 5 }), started);
    },
    reset: async () => {
      const projection = random.pick(projectionNames) ?? 'queries';
      const answer = await command('reset', 'ResetProjection', { projection }, 'ProjectionResetRequested', {
        projection,
      });
      if (answer) ledger.resets.push({ projection, generation: Number(answer.generation) });
    },
    changeModel: async () => {
      const embedding = await client.get('/api/admin/embedding');
      const available = Array.isArray(embedding?.available) ? (embedding.available as Json[]) : [];
      const inUse = (embedding?.inUse ?? {}) as Json;
      const model = random.pick(available.filter(({ name }) => name !== inUse.name))?.name;
      if (model === undefined) return;
      await command('changeModel', 'ChangeEmbeddingModel', { model }, undefined, {});
    },
  };
  return operations;
};

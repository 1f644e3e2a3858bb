import { toBase64 } from '../../../domain/audit/merkle/base64.ts';
import { parseSignedNote, signatureLine, validSignatures } from '../../../domain/audit/merkle/signed-note.ts';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { CheckpointWitness, WitnessAnswer, WitnessRequest } from '../../../ports/checkpoint-witness.ts';
import { verifyEd25519 } from '../../installation/ed25519.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { traceExternalCall } from '../outside/external-calls.ts';
import type { HttpWitnessConfiguration } from './witness-configuration.ts';

/** Time limit for an answer, in milliseconds: a witness checks a few hashes. */
const ANSWER_MS = 10_000;
/** The size limit of an answer in bytes; a usual one has two hundred. */
const ANSWER_BYTES = 16 * 1024;
/** The most countersignatures of one witness that are kept. */
const MOST_COUNTERSIGNATURES = 4;

const problem = (code: FailureCode, message: string): Failure =>
  new Failure(failure(code, message, { component: 'witnesses' }));

/** The body of `add-checkpoint`: the old size, the proof, an empty line, and the checkpoint. */
const bodyOf = ({ from, proof, note }: WitnessRequest): string =>
  `old ${from}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;

const sizeIn = (text: string): number | undefined => {
  const size = /^(0|[1-9]\d{0,15})\n$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
};

/**
 * A witness that speaks `add-checkpoint` of C2SP tlog-witness. Only checkpoints are sent: a name, a number, a hash and a
 * signature. What it answers counts only with a valid signature of its key. Redirects are refused.
 */
export const createHttpWitness = ({ key, url }: HttpWitnessConfiguration): CheckpointWitness => {
  const { name } = key;
  const strange = (status: number): Failure =>
    problem(
      'external_api_error',
      `The witness ${name} gave an answer that cannot be understood (${status}).`,
    );

  const keptOf = (text: string, { note }: WitnessRequest): WitnessAnswer => {
    const end = note.lastIndexOf('\n\n');
    const answered = parseSignedNote(`${note.slice(0, end + 2)}${text}`);
    const [first, ...rest] = (answered && validSignatures(answered, [key], verifyEd25519)) ?? [];
    if (first?.seconds === undefined)
      throw problem(
        'external_api_error',
        `The witness ${name} answered without a countersignature that is valid for its key. Check the key in WITNESSES.`,
      );
    return {
      kind: 'kept',
      countersignatures: [first, ...rest]
        .slice(0, MOST_COUNTERSIGNATURES)
        .map(({ signature }) => signatureLine(signature)),
      at: new Date(first.seconds * 1000).toISOString(),
    };
  };

  const answerOf = (status: number, text: string, request: WitnessRequest): WitnessAnswer => {
    switch (status) {
      case 200:
        return keptOf(text, request);
      case 409: {
        const size = sizeIn(text);
        if (size !== undefined && size !== request.from) return { kind: 'keeps-other', size };
        // The same size with another root is a conflict as well.
        if (request.from === request.size) return { kind: 'contradicts' };
        throw strange(status);
      }
      case 422:
        return { kind: 'contradicts' };
      case 403:
      case 404:
        throw problem(
          'external_api_error',
          `The witness ${name} does not know this log or its key (${status}): its operator has to add the key that "npx anamnesis audit checkpoint" shows.`,
        );
      default:
        throw status === 429 || status >= 500
          ? problem('unavailable', `The witness ${name} answered with an error (${status}).`)
          : strange(status);
    }
  };

  return {
    name,
    submit: async (request, signal) => {
      const late = AbortSignal.timeout(ANSWER_MS);
      let status: number;
      let text: string | undefined;
      try {
        const response = await traceExternalCall('witnesses', () =>
          fetch(new URL('add-checkpoint', url), {
            method: 'POST',
            headers: { 'content-type': 'text/plain; charset=utf-8' },
            body: bodyOf(request),
            redirect: 'error',
            signal: anySignal([signal, late]),
          }),
        );
        status = response.status;
        text = await readLimitedText(response, ANSWER_BYTES);
      } catch (error) {
        signal.throwIfAborted();
        throw late.aborted
          ? problem('timeout', `The witness ${name} did not answer in time.`)
          : new Failure(
              failure('unavailable', `The witness ${name} cannot be reached.`, { component: 'witnesses' }),
              { cause: error },
            );
      }
      if (text === undefined) throw strange(status);
      return answerOf(status, text, request);
    },
  };
};

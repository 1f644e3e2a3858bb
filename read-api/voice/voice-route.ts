import { z } from 'zod';
import { recordVoice } from '../../commands/record-voice.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { startConversation } from '../../commands/start-conversation.ts';
import { voiceSessionEnds } from '../../domain/consultation/voice/voice-events.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { requireKnownOrigin } from '../request/require-known-origin.ts';
import { ticketField } from '../request/ticket-field.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { liveSignal } from '../routing/live-signal.ts';
import { canUpgrade } from '../routing/upgrades.ts';
import type { StreamSlots } from '../streams/stream-slots.ts';
import { closeCodes, frontEndOf } from './front-end.ts';
import { openVoiceTools } from './open-voice-tools.ts';
import { runVoiceSession } from './voice-session.ts';
import type { VoiceRecord } from './voice-session-parts.ts';

const endSchema = z.enum(voiceSessionEnds);

/** Starts a conversation for a speaker without one. */
const conversationFor = async (
  request: RouteRequest,
  asked: string | undefined,
  services: HttpApiServices,
): Promise<string> => {
  if (asked !== undefined) {
    await request.accessTo({ kind: 'conversation', id: asked }, 'contribute');
    return asked;
  }
  const { caller } = request;
  const { ids } = await startConversation.handle(
    {},
    contextOf(caller, { commandId: caller.requestId }),
    services.commandServices,
    undefined,
  );
  return uuidSchema.parse(ids.conversationId);
};

/** Opens a session between the caller and the voice model. */
export const voiceRoute = (services: HttpApiServices, slots: StreamSlots): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/voice',
    access: 'queries:ask',
    tag: 'Streams',
    operationId: 'speak',
    summary:
      'A WebSocket on which a person speaks with a model, which calls tools on their behalf. Browsers send a ticket (`POST /api/stream-tickets`) instead of a token.',
    ownership: 'begins',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      ...ticketField,
      conversationId: uuidSchema.optional().meta({
        description: 'The conversation to which speech is added; by default a new one.',
      }),
    }),
    body: none,
    responses: [{ status: 101, description: 'A WebSocket; docs/http.md describes its messages.' }],
    handle: async ({ query }, request) => {
      requireKnownOrigin(request, services);
      const { voice, commandServices, clock, logger, identity } = services;
      if (voice === undefined)
        throw new Failure(
          failure('unavailable', 'No voice model is configured: set VOICE_URL.', {
            component: 'voice-model',
            details: { reason: 'not_configured' },
          }),
        );
      if (!canUpgrade(request.incoming))
        throw new Failure(
          failure('validation_error', 'Open this as a WebSocket (wss://, or ws:// on this machine).'),
        );
      const { caller, principal } = request;
      const giveBack = slots.take(principal.id);
      const ending = new AbortController();
      try {
        const conversationId = await conversationFor(request, query.conversationId, services);
        const sessionId = identity.newId();
        const tools = openVoiceTools({
          services,
          caller,
          conversationId,
          sessionId,
          leavesThePremises: voice.model.leavesThePremises,
        });
        const { model } = voice;
        const upstream = await voice.open({ signal: request.signal });
        let records = 0;
        const record = (what: VoiceRecord | { readonly type: 'StartVoiceSession' }): Promise<void> => {
          records += 1;
          return recordVoice(
            conversationId,
            what.type === 'StartVoiceSession'
              ? {
                  ...what,
                  sessionId,
                  model: model.name,
                  leavesThePremises: model.leavesThePremises,
                  tools: tools.offered.map(({ name }) => name),
                }
              : { ...what, sessionId },
            contextOf(caller, { commandId: identity.derivedId(sessionId, `record-${records}`) }),
            commandServices,
          );
        };
        await record({ type: 'StartVoiceSession' }).catch((error: unknown) => {
          upstream.close();
          throw error;
        });
        return {
          kind: 'socket',
          abandon: () => {
            upstream.close();
            giveBack();
            record({
              type: 'EndVoiceSession',
              because: 'left',
              milliseconds: 0,
              inputTokens: 0,
              outputTokens: 0,
            }).catch((error: unknown) => {
              logger.error({ error }, 'The end of a voice session could not be recorded.');
            });
          },
          accept: (socket) => {
            const live = liveSignal(ending.signal, principal, clock);
            live.addEventListener('abort', () => ending.abort('token_ended'), { once: true });
            services.stopping.addEventListener('abort', () => ending.abort('server_stopping'), {
              once: true,
              signal: ending.signal,
            });
            if (services.stopping.aborted) ending.abort('server_stopping');
            const frontEnd = frontEndOf(socket, clock.elapsed, () => ending.abort('too_much'));
            void runVoiceSession({
              sessionId,
              conversationId,
              model,
              frontEnd,
              upstream,
              tools,
              record,
              holdsPhi: async (text) => (await commandServices.phiDetector.screen(text)).detected,
              ending,
              elapsed: clock.elapsed,
              logger,
            }).finally(() => {
              const because = endSchema.catch('model_failed').parse(ending.signal.reason);
              frontEnd.close(closeCodes[because]);
              giveBack();
            });
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  });

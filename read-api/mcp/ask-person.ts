import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ElicitResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { DataOf } from '../../domain/tools/tool-call-state.ts';
import type { HttpApiServices } from '../http-api-services.ts';

/** Sends a request from the server to the calling client. */
export type Elicit = RequestHandlerExtra<ServerRequest, ServerNotification>['sendRequest'];

/**
 * Asks the person through their client. Returns their decision, or `undefined` if they or the client gave no valid
 * one. Only submitting the form with its box ticked approves.
 */
export const askPersonToConfirm = async (
  { prompt, expiresAt }: Pick<DataOf<'ToolConfirmationRequested'>, 'prompt' | 'expiresAt'>,
  { elicit }: { readonly elicit: Elicit },
  ended: AbortSignal,
  { clock }: Pick<HttpApiServices, 'clock'>,
): Promise<boolean | undefined> => {
  try {
    const { action, content } = await elicit(
      {
        method: 'elicitation/create',
        params: {
          message: prompt,
          requestedSchema: {
            type: 'object',
            properties: {
              approved: {
                type: 'boolean',
                title: 'Do it',
                description: 'Nothing is done until you agree to exactly this.',
                default: false,
              },
            },
            required: ['approved'],
          },
        },
      },
      ElicitResultSchema,
      { signal: ended, timeout: Math.max(Date.parse(expiresAt) - Date.parse(clock.now()), 1) },
    );
    if (action === 'decline') return false;
    const approved = action === 'accept' ? content?.approved : undefined;
    return typeof approved === 'boolean' ? approved : undefined;
  } catch {
    // The client cannot ask, time ran out, or the call has ended meanwhile.
    return undefined;
  }
};

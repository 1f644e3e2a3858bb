import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { MAX_POSITION } from '../request/query-fields.ts';
import type { EventId } from './server-sent-events.ts';

/** A reader's place: the last event, and the characters received of the draft after it. */
export type StreamPlace = { readonly position: Position; readonly characters: number };

/** At most fifteen digits and, after a point, at most nine, without leading zeros. */
const placePattern = /^(?:0|[1-9]\d{0,14})(?:\.(?:0|[1-9]\d{0,8}))?$/;

/** A place in a URL or a header. */
export const placeText = (description: string) =>
  z
    .string()
    .regex(placePattern, `must be a whole number from 0 to ${MAX_POSITION}, or two with a point between them`)
    .transform((text): StreamPlace => {
      const [position, characters = '0'] = text.split('.');
      return { position: Number(position), characters: Number(characters) };
    })
    .meta({ description });

/** The place as the id of an event. */
export const idOf = ({ position, characters }: StreamPlace): EventId =>
  characters === 0 ? position : `${position}.${characters}`;

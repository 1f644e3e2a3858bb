/** The key of a parked event: one event can be parked by several consumers. */
export const parkedKeyOf = (consumer: string, eventId: string): string => `${consumer}/${eventId}`;

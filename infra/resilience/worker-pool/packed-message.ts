import { deserialize, serialize } from 'node:v8';

/**
 * Packs a message once, so that it passes through any number of threads and processes as bytes: a book of 36 MB is not
 * rebuilt as text in each of them.
 */
export const packMessage = (message: unknown): Uint8Array => serialize(message);

/** Unpacks a message; one that was not packed is returned as it is. */
export const unpackMessage = <Message>(message: Message | Uint8Array): Message =>
  message instanceof Uint8Array ? deserialize(message) : message;

/** Below this size, bytes may share their memory with others. */
const MAY_BE_SHARED = 128 * 1024;

/** The memory of a packed message that may move to another thread instead of being copied. */
export const transferable = (message: unknown): ArrayBuffer[] =>
  message instanceof Uint8Array && message.byteLength > MAY_BE_SHARED && message.buffer instanceof ArrayBuffer
    ? [message.buffer]
    : [];

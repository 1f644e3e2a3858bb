import type { Command } from 'commander';
import { z } from 'zod';

/** The reason for reading somebody else's data, within the server's limits. */
export const reasonShape = z.string().trim().min(3).max(200);

const FLAG = '--reason <text>';
const DESCRIPTION = 'the reason for your access; it is recorded';

/** Adds `--reason` to a command that always or sometimes shows people's data. */
export const addReason = (command: Command, isAlwaysNeeded: boolean): Command =>
  isAlwaysNeeded ? command.requiredOption(FLAG, DESCRIPTION) : command.option(FLAG, DESCRIPTION);

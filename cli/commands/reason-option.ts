import type { Command } from 'commander';
import { z } from 'zod';

/** Why somebody reads what is not theirs, as the server takes it. */
export const reasonShape = z.string().trim().min(3).max(200);

const FLAG = '--reason <text>';
const DESCRIPTION = 'the reason for your access; it is recorded';

/** Adds `--reason` to a command that shows what belongs to people, always or at times. */
export const addReason = (command: Command, isAlwaysNeeded: boolean): Command =>
  isAlwaysNeeded ? command.requiredOption(FLAG, DESCRIPTION) : command.option(FLAG, DESCRIPTION);

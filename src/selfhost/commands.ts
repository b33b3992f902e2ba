import type { Command } from "../exchange/cli/command.ts";
import { COMMANDS } from "../exchange/cli/run-cli.ts";
import { backupCommand, restoreCommand, verifyCommand } from "./backup/commands.ts";
import { ingestCommand } from "./ingest-command.ts";
import { serveCommand } from "./serve-command.ts";
import { verifyAuditCommand } from "./verify-audit-command.ts";

/** All commands, in the order of the help. */
export const ALL_COMMANDS: readonly Command[] = [
  ...COMMANDS,
  serveCommand,
  ingestCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  verifyAuditCommand,
];

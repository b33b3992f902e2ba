/** What ends a command, or its work on one file, with a sentence for its user. */
export class CliError extends Error {
  override name = "CliError";
}

/** A command that was called the wrong way; its help says how it is called. */
export class UsageError extends CliError {
  override name = "UsageError";
}

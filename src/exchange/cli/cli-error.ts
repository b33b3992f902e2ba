/** An error that ends a command, or its work on one file, with a message for the user. */
export class CliError extends Error {
  override name = "CliError";
}

/** A command with invalid arguments. Its help describes the usage. */
export class UsageError extends CliError {
  override name = "UsageError";
}

import { AppError } from "./errors.ts";
import { SettingsError } from "./settings-error.ts";
import { isDiskFull, isStorageFailure } from "./is-storage-failure.ts";

/** Converts any thrown value to an error for the caller. Unknown errors reveal nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof SettingsError) {
    const detail = "A setting of the service is missing or wrong; its log names it.";
    return new AppError("not_configured", detail, { cause: error });
  }
  if (isDiskFull(error)) return diskFull(error);
  // The storage's own message stays in the log.
  if (isStorageFailure(error)) {
    return new AppError("storage_unavailable", "The storage did not answer; try again shortly.", {
      headers: { "Retry-After": "5" },
      cause: error,
    });
  }
  const detail = "Something went wrong on our side; the log has the details under the request id.";
  return new AppError("internal_error", detail, { cause: error });
}

/** Returns the error for a change on a full disk. Reads and deletions still work. */
export function diskFull(cause?: unknown): AppError {
  return new AppError(
    "storage_full",
    "The disk of the service is full: nothing was stored. Ask the operator to free space, or delete what is not needed, and send this again.",
    { cause },
  );
}

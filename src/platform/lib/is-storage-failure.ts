/** How D1, R2, SQLite and object storage begin their error messages. */
const STORAGE = /^(D1_|R2\b|SQLITE_|(put|get|head|delete|list|[a-z]+MultipartUpload|uploadPart): )/;

/** Messages of a database that is busy, full, locked or unreachable and does not name itself. */
const UNAVAILABLE =
  /database (is locked|table is locked|or disk is full|is full)|disk I\/O error|SQLITE_(BUSY|FULL|LOCKED|IOERR|CANTOPEN)|overloaded|storage .{0,40}(reset|timed? ?out)/i;

/** Messages for a statement or key that always fails. This is a bug, and retrying is useless. */
const OUR_FAULT =
  /constraint failed|syntax error|no such (table|column|function)|has no column|too many (SQL variables|columns|terms)|datatype mismatch|string or blob too big|Wrong number of parameter|D1_TYPE_ERROR|not supported for value|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)\b|\((10012|10020|10022)\)/i;

/** How SQLite and the system report a full disk. */
const FULL = /disk is full|database is full|SQLITE_FULL|No space left on device|ENOSPC/;

const MAX_CAUSES = 5;

/** A write that succeeded without returning the row that such a statement always returns. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** Returns whether an error or one of its causes reports a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    // The query builder's own message quotes the parameters.
    if (!("params" in at) && FULL.test(at.message)) return true;
    at = at.cause;
  }
  return false;
}

/**
 * Returns whether an error or one of its causes reports a temporary storage failure, even if the query builder wrapped
 * it. A retry may succeed.
 */
export function isStorageFailure(error: unknown): boolean {
  let isQuery = false;
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (at instanceof StorageError) return true;
    // The query builder's own message quotes the parameters, so only its cause is checked.
    const wraps = "query" in at && "params" in at;
    isQuery ||= wraps;
    if (!wraps) {
      if (isQuery && isMistake(at)) return false;
      if (OUR_FAULT.test(at.message)) return false;
      if (STORAGE.test(at.message) || UNAVAILABLE.test(at.message)) return true;
    }
    if (at.cause === undefined) break;
    at = at.cause;
  }
  // Any other failed statement has a fault between the service and the database.
  return isQuery;
}

/** Returns whether the language itself threw the error, which is always a bug. */
function isMistake(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

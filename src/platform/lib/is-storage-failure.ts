/** How the platforms' databases and object storage begin the messages of their own errors. */
const STORAGE = /^(D1_|R2\b|SQLITE_|(put|get|head|delete|list|[a-z]+MultipartUpload|uploadPart): )/;

/** What a database says that is busy, full, locked or out of reach without naming itself. */
const UNAVAILABLE =
  /database (is locked|table is locked|or disk is full|is full)|disk I\/O error|SQLITE_(BUSY|FULL|LOCKED|IOERR|CANTOPEN)|overloaded|storage .{0,40}(reset|timed? ?out)/i;

/** A statement or a key that is wrong whenever it is sent: our fault, and no reason to try again. */
const OUR_FAULT =
  /constraint failed|syntax error|no such (table|column|function)|has no column|too many (SQL variables|columns|terms)|datatype mismatch|string or blob too big|Wrong number of parameter|D1_TYPE_ERROR|not supported for value|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)\b|\((10012|10020|10022)\)/i;

/** What SQLite and the system say of a disk without space. */
const FULL = /disk is full|database is full|SQLITE_FULL|No space left on device|ENOSPC/;

const MAX_CAUSES = 5;

/** A statement of ours that the database took without returning what such a statement always returns. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** Whether an error, or what caused it, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    // The query builder's own message quotes the parameters.
    if (!("params" in at) && FULL.test(at.message)) return true;
    at = at.cause;
  }
  return false;
}

/**
 * Whether an error, or what caused it, says that the storage cannot serve at this moment: asked again
 * later it may. It makes no difference if the query builder wrapped the error.
 */
export function isStorageFailure(error: unknown): boolean {
  let isQuery = false;
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    // The query builder's own message quotes the parameters, so only its cause is looked at.
    if (at instanceof StorageError) return true;
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
  // Whatever else keeps a statement from being answered lies between us and the database.
  return isQuery;
}

/** What the language itself throws is a mistake of ours, wherever it happens. */
function isMistake(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

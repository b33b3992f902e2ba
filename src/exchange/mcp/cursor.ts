import { AppError } from "../../platform/lib/errors.ts";

/** A page of a list, and the cursor of the next one. */
export interface CursorPage<T> {
  items: T[];
  next_cursor: string | null;
}

/** Returns the opaque cursor of a position in a list. */
export function writeCursor(list: string, offset: number): string {
  return btoa(`${list}:${offset}`).replaceAll("=", "");
}

/**
 * Returns the position of a cursor, 0 without a cursor.
 * @throws AppError `validation_error` for a cursor that this list did not issue
 */
export function readCursor(list: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const place = new RegExp(`^${list}:(\\d{1,9})$`).exec(decode(cursor))?.[1];
  if (place !== undefined) return Number(place);
  throw new AppError("validation_error", "The cursor is invalid; start again without a cursor.");
}

/** Returns the cursor after a page, or null after the last one. */
export function cursorAfter(list: string, end: number, total: number): string | null {
  return end < total ? writeCursor(list, end) : null;
}

/** Returns a page of a list in memory. */
export function cutPage<T>(
  list: string,
  all: readonly T[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): CursorPage<T> {
  const from = readCursor(list, cursor);
  return {
    items: all.slice(from, from + limit),
    next_cursor: cursorAfter(list, from + limit, all.length),
  };
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}

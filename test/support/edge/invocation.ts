/** What an invocation of the Worker took. */
export interface Invocation {
  what: string;
  statements: number;
  /** Rows that they read. */
  rowsRead: number;
  /** Rows and index entries that they wrote. */
  rowsWritten: number;
  /** Calls of other bindings. */
  operations: number;
  /** The limit that it went over, if it did. */
  refused: string | null;
}

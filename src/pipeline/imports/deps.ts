import type { IngestDeps } from "../../knowledge/attack/deps.ts";
import type { IntakeDeps } from "../intake/deps.ts";
import type { KnownNames } from "./known-names.ts";
import type { Imported, JsonSource, SentFile } from "./readers/imported.ts";
import type { MatrixOptions, MatrixPart } from "./readers/ml-matrix/matrix-parts.ts";
import type { SpoolStore } from "./spool-store.ts";
import type { ImportStore } from "./store.ts";

/** Readers of files from other platforms. */
export interface ImportReaders {
  stix(
    caller: string,
    open: JsonSource,
    names: KnownNames,
    sent: SentFile,
  ): AsyncIterable<Imported>;
  sharingEvents(caller: string, open: JsonSource, names: KnownNames): AsyncIterable<Imported>;
  matrix(
    caller: string,
    open: JsonSource,
    names: KnownNames,
    options: MatrixOptions,
  ): AsyncIterable<MatrixPart>;
}

/** Dependencies of imports from other platforms. */
export interface ImportDeps extends IntakeDeps, IngestDeps {
  imports: ImportStore;
  spool: SpoolStore;
  /** Maximum number of objects per transaction. */
  objectsAtOnce: number;
  readers: IntakeDeps["readers"] & ImportReaders;
  settings: IntakeDeps["settings"] & { MAX_IMPORT_BYTES: number };
}

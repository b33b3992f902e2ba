/** The layout of the object storage, which its worker, backups and exports share. */

/** The folder of the bytes of objects in a data folder. Each is in a file that never changes. */
export const BLOBS = "r2/files/blobs";

/** A row of the table of objects. Data folders of earlier versions have the same table. */
export interface StoredObject {
  key: string;
  /** The file in `BLOBS`. */
  blob_id: string;
  version: string;
  size: number;
  etag: string;
  /** Milliseconds since 1970. */
  uploaded: number;
  /** The checksum that the sender specified, as JSON: `{"sha256": "…"}`. */
  checksums: string;
  /** JSON: `{"contentType": "text/plain"}`. */
  http_metadata: string;
  /** JSON: `{"filename": "report.pdf"}`. */
  custom_metadata: string;
}

export const CREATE_OBJECTS = `create table if not exists _mf_objects (
  key text primary key, blob_id text, version text not null, size integer not null, etag text not null,
  uploaded integer not null, checksums text not null, http_metadata text not null, custom_metadata text not null
)`;

/** Returns the statement that stores a row, and its values. */
export function storeObject(row: StoredObject): { sql: string; values: (string | number)[] } {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  const sql = `insert or replace into _mf_objects (${columns.join(", ")}) values (${places})`;
  return { sql, values: Object.values(row) };
}

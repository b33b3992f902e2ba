import type { SourceView } from "./schema.ts";
import type { Source } from "./store.ts";

/** A source as it is answered. */
export function toSourceView(source: Source): SourceView {
  const { url_key: _key, etag: _etag, last_modified: _date, body_sha256: _hash, ...view } = source;
  return view;
}

import type { CollectionDeps } from "./deps.ts";
import type { SourceView } from "./schema.ts";
import type { Source } from "./store.ts";

/** A source as it is answered. @param reports how many reports of the intake it collected */
export function toSourceView(source: Source, reports: number): SourceView {
  const { url_key: _key, etag: _etag, last_modified: _date, body_sha256: _hash, ...view } = source;
  return { ...view, reports };
}

/** Sources as they are answered. */
export async function viewSources(
  deps: CollectionDeps,
  sources: readonly Source[],
): Promise<SourceView[]> {
  const counts = await deps.intake.countBySource(sources.map(({ id }) => id));
  return sources.map((source) => toSourceView(source, counts.get(source.id) ?? 0));
}

/** A source as it is answered. */
export async function viewSource(deps: CollectionDeps, source: Source): Promise<SourceView> {
  const counts = await deps.intake.countBySource([source.id]);
  return toSourceView(source, counts.get(source.id) ?? 0);
}

import type { CollectionDeps } from "./deps.ts";
import { hasCredentials } from "./kinds/ask-source.ts";
import type { SourceView } from "./schema.ts";
import type { Source } from "./store.ts";

/** Returns a source as the API shows it. @param reports number of intake reports it collected */
export function toSourceView(deps: CollectionDeps, source: Source, reports: number): SourceView {
  const { url_key: _key, state: _state, ...view } = source;
  return { ...view, has_credentials: hasCredentials(deps, source.url), reports };
}

/** Returns sources as the API shows them. */
export async function viewSources(
  deps: CollectionDeps,
  sources: readonly Source[],
): Promise<SourceView[]> {
  const counts = await deps.intake.countBySource(sources.map(({ id }) => id));
  return sources.map((source) => toSourceView(deps, source, counts.get(source.id) ?? 0));
}

/** Returns a source as the API shows it. */
export async function viewSource(deps: CollectionDeps, source: Source): Promise<SourceView> {
  const counts = await deps.intake.countBySource([source.id]);
  return toSourceView(deps, source, counts.get(source.id) ?? 0);
}

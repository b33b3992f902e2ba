import type { CollectionDeps } from "./deps.ts";
import { hasCredentials } from "./kinds/ask-source.ts";
import type { SourceView } from "./schema.ts";
import type { Source } from "./store.ts";

/** A source as it is answered. @param reports how many reports of the intake it collected */
export function toSourceView(deps: CollectionDeps, source: Source, reports: number): SourceView {
  const { url_key: _key, state: _state, ...view } = source;
  return { ...view, has_credentials: hasCredentials(deps, source.url), reports };
}

/** Sources as they are answered. */
export async function viewSources(
  deps: CollectionDeps,
  sources: readonly Source[],
): Promise<SourceView[]> {
  const counts = await deps.intake.countBySource(sources.map(({ id }) => id));
  return sources.map((source) => toSourceView(deps, source, counts.get(source.id) ?? 0));
}

/** A source as it is answered. */
export async function viewSource(deps: CollectionDeps, source: Source): Promise<SourceView> {
  const counts = await deps.intake.countBySource([source.id]);
  return toSourceView(deps, source, counts.get(source.id) ?? 0);
}

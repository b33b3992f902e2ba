import type { DocumentKind } from "../../document-kind/schema.ts";
import type { Entities } from "../../entities/schema.ts";
import type { SubjectSource } from "./list-subjects.ts";
import type { StoredSource } from "./subject-store.ts";

type Lists = Pick<Entities, "dates" | "groups" | "software" | "cves">;

/** The parts of a session that are counted and dated. */
export interface ParsedSource extends SubjectSource {
  entities: Partial<Lists>;
}

/** Parses the JSON of a stored session. @throws SyntaxError if it is invalid */
export function parseSource({
  apt_hints: hints,
  document_kind: kind,
  entities,
  techniques,
}: StoredSource): ParsedSource {
  const lists = Object.entries(JSON.parse(entities) as Record<string, unknown>);
  return {
    apt_hints: JSON.parse(hints) as string[],
    document_kind: kind === null ? null : (JSON.parse(kind) as DocumentKind | null),
    // Older sessions lack some lists.
    entities: Object.fromEntries(lists.filter(([, list]) => list !== null)),
    techniques: techniques.map(({ attack_id, name, review_status: status }) => ({
      attack_id,
      name,
      accepted: status === "accepted",
    })),
  };
}

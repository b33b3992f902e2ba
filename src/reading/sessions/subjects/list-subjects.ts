import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { DocumentKind } from "../../document-kind/schema.ts";
import type { Entities } from "../../entities/schema.ts";
import { groupsNamed } from "../named-groups.ts";
import { reportsActors } from "../reported-actors.ts";
import type { SubjectKind } from "./vocabulary.ts";

/** The parts of a session that are counted. */
export interface SubjectSource {
  document_kind: DocumentKind | null;
  apt_hints: readonly string[];
  entities: Partial<Pick<Entities, "groups" | "software" | "cves">>;
  /** Techniques that were not rejected. */
  techniques: readonly { attack_id: string; name: string; accepted: boolean }[];
}

/** Something that a report names. */
export interface Subject {
  kind: SubjectKind;
  subject_id: string;
  name: string;
  accepted: boolean | null;
}

/**
 * Returns the subjects of a report that trends count: its techniques, mapped to the release, and the groups, software
 * and vulnerabilities of its text. Names used for comparison or denied do not count. A text without an adversary has
 * no subjects.
 * @param index of the release, or null if the domain has none
 */
export function listSubjects(
  source: SubjectSource,
  index: ReleaseIndex | null,
  known: KnownIds,
): Subject[] {
  if (!reportsActors(source, source.techniques.length)) return [];
  const { software = [], cves = [] } = source.entities;
  const plain = (kind: SubjectKind, subject_id: string, name: string): Subject => ({
    kind,
    subject_id,
    name,
    accepted: null,
  });
  return [
    ...listTechniques(source, index, known),
    ...(index === null ? [] : listGroups(source, index)).map(({ id, name }) =>
      plain("groups", id, name),
    ),
    ...software
      .filter(({ denied }) => denied !== true)
      .map(({ attack_id: id, name }) => plain("software", id, name)),
    ...cves.map(({ id }) => plain("vulnerabilities", id, id)),
  ];
}

function listTechniques(
  { techniques }: SubjectSource,
  index: ReleaseIndex | null,
  known: KnownIds,
): Subject[] {
  const found = new Map<string, Subject>();
  for (const { attack_id: from, name, accepted } of techniques) {
    const active = index === null ? [] : activeIdsOf(from, index, known);
    for (const id of active.length === 0 ? [from] : active) {
      const before = found.get(id)?.accepted === true;
      found.set(id, {
        kind: "techniques",
        subject_id: id,
        name: index?.techniques.get(id)?.name ?? name,
        // Two revoked ids may have the same successor.
        accepted: accepted || before,
      });
    }
  }
  return [...found.values()];
}

function listGroups(
  { apt_hints, entities }: SubjectSource,
  index: ReleaseIndex,
): { id: string; name: string }[] {
  const compared = new Set(
    (entities.groups ?? []).filter((group) => group.compared).map(({ attack_id: id }) => id),
  );
  return groupsNamed(index, { apt_hints, entities })
    .filter(({ attack_id: id }) => !compared.has(id))
    .map(({ attack_id: id, names: [name = id] }) => ({
      id,
      name: index.groups.find((group) => group.attack_id === id)?.name ?? name,
    }));
}

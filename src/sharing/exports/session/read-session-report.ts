import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { Entities } from "../../../reading/entities/schema.ts";
import type {
  GroupObject,
  SoftwareObject,
  TechniqueObject,
} from "../../../knowledge/attack/browse/browse-store.ts";
import { readContent } from "../content/read-content.ts";
import type { SessionContent } from "../content/session-content.ts";
import type { ExportDeps } from "../deps.ts";

/** A technique that no analyst has rejected. */
export interface ReportedTechnique extends TechniqueResult {
  /** As the release has it; null when the release is not ingested any more. */
  published: TechniqueObject | null;
}

/** A session as it is handed on to other programs. */
export interface SessionReport extends SessionContent<ReportedTechnique> {
  /** When the session or the review of its techniques last changed. */
  modified: string;
  /** What the text names, each as the release has it; null when it is not ingested any more. */
  named: {
    groups: (Entities["groups"][number] & { published: GroupObject | null })[];
    software: (Entities["software"][number] & { published: SoftwareObject | null })[];
  };
}

/**
 * Reads what is exported of a session, with the techniques as they are published; null while it is
 * being worked on.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function readSessionReport(
  deps: ExportDeps,
  sessionId: string,
): Promise<SessionReport | null> {
  const read = await readContent(deps, sessionId);
  if (read === null) return null;
  const { content, modified, release } = read;
  const ids = content.techniques.map(({ attack_id }) => attack_id);
  const published = release === null ? [] : await deps.browse.findTechniques(release.id, ids);
  const byId = new Map(published.map((technique) => [technique.attack_id, technique]));
  const { groups, software } = content.entities;
  const known = await findNamed(deps, release?.id, content.entities);
  return {
    ...content,
    modified,
    techniques: content.techniques.map((technique) => ({
      ...technique,
      published: byId.get(technique.attack_id) ?? null,
    })),
    named: {
      groups: groups.map((group) => ({
        ...group,
        published: known.groups.find(({ attack_id: id }) => id === group.attack_id) ?? null,
      })),
      software: software.map((item) => ({
        ...item,
        published: known.software.find(({ attack_id: id }) => id === item.attack_id) ?? null,
      })),
    },
  };
}

async function findNamed(
  deps: ExportDeps,
  releaseId: number | undefined,
  { groups, software }: Entities,
): Promise<{ groups: GroupObject[]; software: SoftwareObject[] }> {
  if (releaseId === undefined || groups.length + software.length === 0) {
    return { groups: [], software: [] };
  }
  const idsOf = (named: readonly { attack_id: string }[]) => named.map((item) => item.attack_id);
  return {
    groups: await deps.browse.findGroups(releaseId, idsOf(groups)),
    software: await deps.browse.findSoftware(releaseId, idsOf(software)),
  };
}

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
  /**
   * The published object of the release, or of the domain's newest one if the release was removed; null without any.
   */
  published: TechniqueObject | null;
}

/** A session as exported to other programs. */
export interface SessionReport extends SessionContent<ReportedTechnique> {
  /** When the session or the review of its techniques last changed. */
  modified: string;
  /** Named entities with their published objects, like the techniques. */
  named: {
    groups: (Entities["groups"][number] & { published: GroupObject | null })[];
    software: (Entities["software"][number] & { published: SoftwareObject | null })[];
  };
}

/**
 * Reads the exported content of a session, with the published techniques. Returns null while it is in progress.
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
  const known = release?.id ?? (await newestRelease(deps, content.domain));
  const published = known === null ? [] : await deps.browse.findTechniques(known, ids);
  const byId = new Map(published.map((technique) => [technique.attack_id, technique]));
  const { groups, software } = content.entities;
  const entities = await findNamed(deps, known, content.entities);
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
        published: entities.groups.find(({ attack_id: id }) => id === group.attack_id) ?? null,
      })),
      software: software.map((item) => ({
        ...item,
        published: entities.software.find(({ attack_id: id }) => id === item.attack_id) ?? null,
      })),
    },
  };
}

/** Finds the domain's newest release, since ATT&CK's ids are the same in every release. */
async function newestRelease(deps: ExportDeps, domain: string): Promise<number | null> {
  const published = await deps.published.list();
  return published.find((release) => release.domain === domain)?.id ?? null;
}

async function findNamed(
  deps: ExportDeps,
  releaseId: number | null,
  { groups, software }: Entities,
): Promise<{ groups: GroupObject[]; software: SoftwareObject[] }> {
  if (releaseId === null || groups.length + software.length === 0) {
    return { groups: [], software: [] };
  }
  const idsOf = (named: readonly { attack_id: string }[]) => named.map((item) => item.attack_id);
  return {
    groups: await deps.browse.findGroups(releaseId, idsOf(groups)),
    software: await deps.browse.findSoftware(releaseId, idsOf(software)),
  };
}

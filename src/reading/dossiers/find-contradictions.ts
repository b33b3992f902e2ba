import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { titleOf } from "../sessions/session-title.ts";
import { inActors } from "./contradicting-actors.ts";
import { inDates } from "./contradicting-dates.ts";
import type { PresentSession } from "./present-session.ts";
import type { Contradiction, DossierNamedGroup, DossierTechnique, Statement } from "./schema.ts";
import type { TitleOf } from "./title-of.ts";
import type { Union } from "./union-techniques.ts";

/** Returns contradictions between completed sessions, each as a sentence with their titles. */
export function findContradictions(
  completed: readonly PresentSession[],
  { techniques }: Pick<Union, "techniques">,
  named: readonly DossierNamedGroup[],
): Contradiction[] {
  const titles = new Map(completed.map(({ session }) => [session.id, `“${titleOf(session)}”`]));
  const title: TitleOf = (id) => titles.get(id) ?? id;
  return [
    ...techniques.flatMap((technique) => inReview(technique, title)),
    ...inLevel(techniques, title),
    ...inWarnings(completed, title),
    ...inActors(completed, named, title),
    ...inDates(completed, title),
  ];
}

/** Returns techniques rejected in one session and named in another. */
function inReview(technique: DossierTechnique, title: TitleOf): Contradiction[] {
  const { attack_id: id, name, named_by: all } = technique;
  const by = (isMeant: (status: Statement["review_status"]) => boolean) =>
    all.filter(({ review_status: status }) => isMeant(status)).map((one) => one.session_id);
  const accepted = by((status) => status === "accepted");
  const rejected = by((status) => status === "rejected");
  const open = by((status) => status === "suggested" || status === "needs_evidence");
  if (rejected.length === 0 || accepted.length + open.length === 0) return [];
  const parts = [
    ...(accepted.length > 0 ? [`accepted in ${list(accepted, title)}`] : []),
    ...(open.length > 0 ? [`named and not decided in ${list(open, title)}`] : []),
    `rejected in ${list(rejected, title)}`,
  ];
  return [
    {
      kind: "review",
      attack_ids: [id],
      session_ids: [...accepted, ...open, ...rejected],
      statement: `${id} ${name} is ${parts.join(", ")}.`,
    },
  ];
}

/** Returns techniques that one session names without sub-techniques, and another only as a sub-technique. */
function inLevel(techniques: readonly DossierTechnique[], title: TitleOf): Contradiction[] {
  const families = Map.groupBy(
    techniques,
    ({ attack_id: id, domain }) => `${domain} ${parentOf(id)}`,
  );
  return [...families.values()].flatMap((family) => {
    const parent = family.find(({ attack_id: id }) => parentOf(id) === id);
    if (parent === undefined) return [];
    const subs = family.filter((technique) => technique !== parent);
    const withParent = namersOf(parent);
    const withSub = new Set(subs.flatMap(namersOf));
    const coarse = withParent.filter((id) => !withSub.has(id));
    const fine = subs.filter((sub) => namersOf(sub).some((id) => !withParent.includes(id)));
    if (coarse.length === 0 || fine.length === 0) return [];
    const said = fine.map((sub) => {
      const by = namersOf(sub).filter((id) => !withParent.includes(id));
      return `${sub.attack_id} ${sub.name} in ${list(by, title)}`;
    });
    const finer = fine.flatMap(namersOf).filter((id) => !withParent.includes(id));
    return [
      {
        kind: "level" as const,
        attack_ids: [parent.attack_id, ...fine.map(({ attack_id: id }) => id)],
        session_ids: [...new Set([...coarse, ...finer])],
        statement: `${parent.attack_id} ${parent.name} in ${list(coarse, title)} is ${said.join(", ")}.`,
      },
    ];
  });
}

/** Returns warnings of sessions about techniques: an id next to another name, or a platform that does not fit. */
function inWarnings(completed: readonly PresentSession[], title: TitleOf): Contradiction[] {
  return completed.flatMap(({ session, techniques }) =>
    techniques
      .filter(({ review_status: status }) => status !== "rejected")
      .flatMap(({ attack_id: id, warnings }) =>
        warnings.map((warning) => ({
          kind: "warning" as const,
          attack_ids: [id],
          session_ids: [session.id],
          statement: `In ${title(session.id)}: ${warning}`,
        })),
      ),
  );
}

function namersOf({ named_by: all }: DossierTechnique): string[] {
  return all
    .filter(({ review_status: status }) => status !== "rejected")
    .map(({ session_id: id }) => id);
}

function list(ids: readonly string[], title: TitleOf): string {
  return ids.map(title).join(" and ");
}

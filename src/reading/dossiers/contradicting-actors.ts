import { foldText } from "../../platform/lib/text.ts";
import type { PresentSession } from "./present-session.ts";
import type { Contradiction, DossierNamedGroup } from "./schema.ts";
import type { TitleOf } from "./title-of.ts";

interface Actor {
  /** ATT&CK id, or the folded name of a group that ATT&CK does not list. */
  key: string;
  name: string;
  attack_id: string | null;
}

/** Returns reports that name groups, listed by ATT&CK or not, but none in common with another report. */
export function inActors(
  completed: readonly PresentSession[],
  named: readonly DossierNamedGroup[],
  title: TitleOf,
): Contradiction[] {
  const naming = completed
    .map(({ session }) => ({ id: session.id, actors: actorsOf(session, named) }))
    .filter(({ actors }) => actors.length > 0);
  const isApart = naming.some(({ actors: own }) =>
    naming.some(
      ({ actors: other }) => !other.some(({ key }) => own.some((one) => one.key === key)),
    ),
  );
  if (!isApart) return [];
  const said = naming.map(
    ({ id, actors }) => `${title(id)} names ${actors.map(({ name }) => name).join(", ")}`,
  );
  const ids = named.map(({ attack_id: id }) => id);
  const listed = new Set(naming.flatMap(({ actors }) => actors.map(({ attack_id: id }) => id)));
  return [
    {
      kind: "group",
      attack_ids: ids.filter((id) => listed.has(id)),
      session_ids: naming.map(({ id }) => id),
      statement: `The reports name different actors: ${said.join("; ")}.`,
    },
  ];
}

/** Returns the groups that a report names as its actors, not only for comparison. */
function actorsOf(
  { id, entities }: PresentSession["session"],
  named: readonly DossierNamedGroup[],
): Actor[] {
  const compared = new Set(
    (entities.groups ?? []).filter((group) => group.compared).map((group) => group.attack_id),
  );
  const listed = named
    .filter(({ attack_id, session_ids: ids }) => ids.includes(id) && !compared.has(attack_id))
    .map(({ attack_id, name }) => ({ key: attack_id, name, attack_id }));
  const unlisted = (entities.unlisted ?? [])
    .filter(({ kind, compared: only }) => kind === "group" && only !== true)
    .map(({ name }) => ({ key: foldText(name), name, attack_id: null }));
  return [...listed, ...unlisted];
}

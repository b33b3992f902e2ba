import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { groupQuery, groupsQuery } from "../../api/actors.ts";
import { groupActor } from "../../parts/actors/actor.ts";
import { ActorPage } from "../../parts/actors/actor-page.tsx";

const route = getRouteApi("/groups/$groupId");

/** A group: who it is, what it uses for what, and what another has in common with it. */
export function GroupPage() {
  const { groupId } = route.useParams();
  const { with: otherId, domain, version } = route.useSearch();
  const navigate = route.useNavigate();
  const release = { domain, version };
  const actor = useQuery({ ...groupQuery(release, groupId), select: groupActor });
  const other = useQuery({
    ...groupQuery(release, otherId ?? ""),
    select: groupActor,
    enabled: otherId !== undefined,
  });
  const choices = useQuery(groupsQuery(release)).data ?? [];
  return (
    <ActorPage
      side="groups"
      actor={actor}
      other={otherId === undefined ? null : other}
      otherId={otherId}
      choices={choices}
      release={release}
      onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}

import { getRouteApi } from "@tanstack/react-router";
import { GROUPS } from "../../parts/actors/actor-kind.ts";
import { ActorPage } from "../../parts/actors/actor-page.tsx";

const route = getRouteApi("/groups/$groupId");

/** A group, alone or next to another. */
export function GroupPage() {
  const navigate = route.useNavigate();
  return (
    <ActorPage
      kind={GROUPS}
      id={route.useParams().groupId}
      wanted={route.useSearch()}
      onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}

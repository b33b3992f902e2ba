import { getRouteApi } from "@tanstack/react-router";
import { SOFTWARE } from "../../parts/actors/actor-kind.ts";
import { ActorPage } from "../../parts/actors/actor-page.tsx";

const route = getRouteApi("/software/$softwareId");

/** A malware or tool, alone or next to another. */
export function SoftwarePage() {
  const navigate = route.useNavigate();
  return (
    <ActorPage
      kind={SOFTWARE}
      id={route.useParams().softwareId.toUpperCase()}
      wanted={route.useSearch()}
      onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}

import { getRouteApi } from "@tanstack/react-router";
import { CAMPAIGNS } from "../../parts/actors/actor-kind.ts";
import { ActorPage } from "../../parts/actors/actor-page.tsx";

const route = getRouteApi("/campaigns/$campaignId");

/** A campaign, alone or next to another. */
export function CampaignPage() {
  const navigate = route.useNavigate();
  return (
    <ActorPage
      kind={CAMPAIGNS}
      id={route.useParams().campaignId}
      wanted={route.useSearch()}
      onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}

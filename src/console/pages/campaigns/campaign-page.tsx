import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { campaignQuery, campaignsQuery } from "../../api/actors.ts";
import { campaignActor } from "../../parts/actors/actor.ts";
import { ActorPage } from "../../parts/actors/actor-page.tsx";

const route = getRouteApi("/campaigns/$campaignId");

/** A campaign: who it is, what it uses for what, and what another has in common with it. */
export function CampaignPage() {
  const { campaignId } = route.useParams();
  const { with: otherId, domain, version } = route.useSearch();
  const navigate = route.useNavigate();
  const release = { domain, version };
  const actor = useQuery({ ...campaignQuery(release, campaignId), select: campaignActor });
  const other = useQuery({
    ...campaignQuery(release, otherId ?? ""),
    select: campaignActor,
    enabled: otherId !== undefined,
  });
  const choices = useQuery(campaignsQuery(release)).data ?? [];
  return (
    <ActorPage
      side="campaigns"
      actor={actor}
      other={otherId === undefined ? null : other}
      otherId={otherId}
      choices={choices}
      release={release}
      onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}

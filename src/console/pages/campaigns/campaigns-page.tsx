import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { campaignsQuery } from "../../api/actors.ts";
import { ActorList } from "../../parts/actors/actor-list.tsx";
import { ListPage } from "../../parts/actors/list-page.tsx";
import { monthsOf } from "../../parts/actors/months-of.ts";

const route = getRouteApi("/campaigns");
const COLUMNS = { also: "Group", when: "Seen" };

/** The campaigns of a release; case studies for ATLAS. */
export function CampaignsPage() {
  const { search = "", order = "name", domain, version } = route.useSearch();
  const navigate = route.useNavigate();
  const release = { domain, version };
  const campaigns = useQuery(campaignsQuery(release));
  const listed = useMemo(
    () =>
      campaigns.data?.map(({ group_names, first_seen, last_seen, ...campaign }) => ({
        ...campaign,
        also: group_names,
        when: monthsOf(first_seen, last_seen),
      })),
    [campaigns.data],
  );
  return (
    <ListPage
      title="Campaigns"
      side="campaigns"
      search={search}
      release={release}
      query={campaigns}
      onChange={(change) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
      }
    >
      {listed === undefined ? null : (
        <ActorList
          actors={listed}
          search={search}
          order={order}
          onOrder={(by) =>
            void navigate({ search: (now) => ({ ...now, order: by }), replace: true })
          }
          what="campaigns"
          columns={COLUMNS}
          release={release}
        />
      )}
    </ListPage>
  );
}

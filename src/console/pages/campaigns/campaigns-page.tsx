import { getRouteApi } from "@tanstack/react-router";
import { CAMPAIGNS } from "../../parts/actors/actor-kind.ts";
import { ListPage } from "../../parts/actors/list-page.tsx";

const route = getRouteApi("/campaigns");

/** The campaigns of a release; case studies for ATLAS. */
export function CampaignsPage() {
  const navigate = route.useNavigate();
  return (
    <ListPage
      kind={CAMPAIGNS}
      wanted={route.useSearch()}
      onChange={(change) =>
        void navigate({
          search: (now) => ({ ...now, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
